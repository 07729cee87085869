import type { ImportSpecifier } from 'es-module-lexer';
import { LEAST_TO_GATHER } from './import-id.ts';

// A bundler makes a module of each import, asks its plugins of it and links it: for hundreds of files that
// is most of a build. Here `import a from '@gen/a.glb'` and its like are written anew for all at once.

/** The imports of files by their URLs in a source. */
export interface FileImports {
  readonly statements: readonly FileImport[];
  /** What they name, each once. */
  readonly ids: readonly string[];
  /**
   * True where they may be constants of the source itself: nothing stands before them that could read
   * them earlier, and the source imports nothing else, so that no cycle leads back to it.
   */
  readonly alone: boolean;
}

interface FileImport {
  readonly local: string;
  readonly id: string;
  /** Offsets of the statement, without its semicolon. */
  readonly start: number;
  readonly end: number;
}

/**
 * @param code JavaScript. What cannot be read as that is left to the bundler
 * @param isFile whether an id is of a file that is there; all other imports stay
 * @returns null where too few are there to be worth it
 */
export async function findFileImports(
  code: string,
  prefix: string,
  isFile: (id: string) => boolean,
): Promise<FileImports | null> {
  const all = await readImports(code);
  const statements = all.flatMap((each) => fileImport(code, each, prefix) ?? []);
  const own = statements.filter(({ id }) => isFile(id));
  if (own.length < LEAST_TO_GATHER) return null;
  const fixed = all.filter(({ d: dynamic }) => dynamic === STATIC);
  return {
    statements: own,
    ids: [...new Set(own.map(({ id }) => id))],
    alone: fixed.length === own.length && isHead(code, own),
  };
}

/** The name that the module of all URLs exports one as. */
export const gatheredName = (index: number): string => `u${index}`;

/**
 * One import in the place of all. Everything that was there keeps its line and column.
 *
 * @param module id of a module that exports the URLs of the imports' ids by {@link gatheredName}
 */
export function importGathered(code: string, imports: FileImports, module: string): string {
  const { statements, ids } = imports;
  const index = new Map(ids.map((id, at) => [id, at]));
  const names = statements.map(
    ({ id, local }) => `${gatheredName(index.get(id) ?? 0)} as ${local}`,
  );
  const rest = replaceEach(code, statements, ({ start, end }) =>
    // A semicolon ends the statement before it, as the import did.
    code
      .slice(start, end)
      .replace(/[^\r\n]/g, ' ')
      .replace(' ', ';'),
  );
  return `${rest}\nimport { ${names.join(', ')} } from ${JSON.stringify(module)};\n`;
}

/**
 * Constants in the place of all. Everything after them keeps its line and column.
 *
 * @param urls an expression for each of the imports' ids
 */
export function declareUrls(
  code: string,
  { statements, ids }: FileImports,
  urls: readonly string[],
): string {
  const url = new Map(ids.map((id, at) => [id, urls[at] ?? '']));
  return replaceEach(code, statements, ({ start, end, id, local }) => {
    const lines = code.slice(start, end).replace(/[^\r\n]/g, '');
    return `const ${local} = ${url.get(id) ?? ''};${lines}`;
  });
}

function replaceEach(
  code: string,
  statements: readonly FileImport[],
  textOf: (statement: FileImport) => string,
): string {
  const parts: string[] = [];
  let done = 0;
  for (const statement of statements) {
    parts.push(code.slice(done, statement.start), textOf(statement));
    done = statement.end;
  }
  return parts.join('') + code.slice(done);
}

async function readImports(code: string): Promise<readonly ImportSpecifier[]> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  try {
    return parse(code)[0];
  } catch {
    return [];
  }
}

/** How es-module-lexer marks statements among what it lists. */
const STATIC = -1;

/** `import a from`, and nothing else between. */
const DEFAULT_IMPORT = /^import\s+([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)\s+from\s*$/u;

function fileImport(
  code: string,
  { n: id, ss: start, se: end, s, a: attributes }: ImportSpecifier,
  prefix: string,
): FileImport | null {
  if (id === undefined || attributes !== -1 || !id.startsWith(`${prefix}/`)) return null;
  const local = DEFAULT_IMPORT.exec(code.slice(start, s - 1))?.[1];
  return local === undefined ? null : { local, id, start, end };
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

/** Whether nothing but comments stands between the statements, before them, and after them in the line. */
function isHead(code: string, statements: readonly FileImport[]): boolean {
  const last = statements.at(-1)?.end ?? 0;
  const line = code.slice(last, last + code.slice(last).search(/$/m));
  const others = replaceEach(code.slice(0, last), statements, () => '') + line;
  return /^[\s;]*$/.test(others.replace(COMMENT, ''));
}

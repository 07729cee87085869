import type { parse as parseModule } from 'es-module-lexer';
import { LEAST_TO_GATHER } from './import-ids.ts';

/** The name of an export of the module. */
export const gatheredName = (index: number): string => `u${index}`;

/**
 * A bundler makes a module of each import, asks its plugins of it and links it: for hundreds of files
 * that is most of a build. Here `import a from '@gen/a.glb'` and its like become names of one module.
 *
 * @param code JavaScript. What cannot be read as that is left to the bundler
 * @param isFile whether an id is of a file that is there; all other imports stay
 * @param moduleOf the id of the module that exports the URLs of these ids as `u0`, `u1`, …
 * @returns the source, in which all that was there keeps its line and column; null where too few
 *   imports are there to be worth it
 */
export async function gatherImports(
  code: string,
  prefix: string,
  isFile: (id: string) => boolean,
  moduleOf: (ids: readonly string[]) => string,
): Promise<string | null> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  const indices = new Map<string, number>();
  const names: string[] = [];
  const kept: string[] = [];
  let end = 0;
  for (const { n: id, ss, se, s, a: attributes } of read(code, parse)) {
    if (id === undefined || attributes !== -1 || !id.startsWith(`${prefix}/`)) continue;
    const local = DEFAULT_IMPORT.exec(code.slice(ss, s - 1))?.[1];
    if (local === undefined || !isFile(id)) continue;
    const index = indices.get(id) ?? indices.size;
    indices.set(id, index);
    names.push(`${gatheredName(index)} as ${local}`);
    // A semicolon ends the statement before it, as the import did.
    kept.push(
      code.slice(end, ss),
      code
        .slice(ss, se)
        .replace(/[^\r\n]/g, ' ')
        .replace(' ', ';'),
    );
    end = se;
  }
  if (names.length < LEAST_TO_GATHER) return null;
  const ids = [...indices.keys()];
  kept.push(
    code.slice(end),
    `\nimport { ${names.join(', ')} } from ${JSON.stringify(moduleOf(ids))};\n`,
  );
  return kept.join('');
}

type Parse = typeof parseModule;

function read(code: string, parse: Parse): ReturnType<Parse>[0] {
  try {
    return parse(code)[0];
  } catch {
    return [];
  }
}

/** `import a from`, and nothing else between. */
const DEFAULT_IMPORT = /^import\s+([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)\s+from\s*$/u;

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PlacedError } from './placed-error.ts';
import { runsTypeScript } from './runs-typescript.ts';

/**
 * The default export of a TypeScript module: by the `typescript` package of the project, or by Node where it strips
 * types. TypeScript 7 has no compiler that a program can call.
 *
 * @param from the modules whose `typescript` may be used. @default the file itself, then this package
 * @throws PlacedError for a syntax error
 */
export async function loadTypeScript(
  file: string,
  text: string,
  from: readonly string[] = [file, import.meta.url],
): Promise<unknown> {
  const typescript = compilerOf(from);
  if (typescript !== null) return importText(file, '.mjs', compile(typescript, text));
  // A module whatever the package says of its other files.
  if (runsTypeScript()) return importText(file, '.mts', text);
  throw new Error(NOTHING_READS_IT);
}

const NOTHING_READS_IT =
  'expected Node 22.18 or newer, or the package typescript 5 or 6, to read TypeScript; found neither. ' +
  'Use one of them, or a file that ends in .mjs or .json';

/** What is used of the `typescript` package, until its version 6. */
interface Compiler {
  readonly ModuleKind: { readonly ES2022: number };
  readonly ScriptTarget: { readonly ES2022: number };
  transpileModule(text: string, options: object): Transpiled;
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
}

interface Transpiled {
  readonly outputText: string;
  readonly diagnostics?: readonly {
    readonly start?: number;
    readonly messageText: unknown;
  }[];
}

function compilerOf(modules: readonly string[]): Compiler | null {
  for (const each of modules) {
    try {
      const found = createRequire(each)('typescript') as Partial<Compiler>;
      if (typeof found.transpileModule === 'function') return found as Compiler;
    } catch {
      // There is none, or none that runs here.
    }
  }
  return null;
}

function compile(typescript: Compiler, text: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const { outputText, diagnostics = [] } = typescript.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ModuleKind.ES2022, target: ScriptTarget.ES2022 },
  });
  const [first] = diagnostics;
  if (first === undefined) return outputText;
  const before = text.slice(0, first.start ?? 0).split(/\r?\n/);
  throw new PlacedError(typescript.flattenDiagnosticMessageText(first.messageText, ' '), {
    line: before.length - 1,
    column: before.at(-1)?.length ?? 0,
  });
}

/** The default export of a text, from beside the file: it may import others. */
async function importText(file: string, extension: string, text: string): Promise<unknown> {
  const beside = `${file}.${randomUUID()}${extension}`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    const loaded = (await import(pathToFileURL(beside).href)) as { readonly default?: unknown };
    return loaded.default;
  } finally {
    await rm(beside, { force: true });
  }
}

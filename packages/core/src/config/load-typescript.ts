import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { PlacedError } from './placed-error.ts';

/**
 * The default export of a TypeScript module, on every Node, whatever the project has installed: the package `typescript`
 * has no compiler that a program can call since its version 7, and Node strips types since 22.18.
 *
 * @throws PlacedError for a syntax error
 */
export async function loadTypeScript(file: string, text: string): Promise<unknown> {
  const code = await compile(file, text);
  // From beside the file, since it may import others; a module, whatever the package says of its own files.
  const beside = `${file}.${randomUUID()}.mjs`;
  try {
    await writeFile(beside, code, { flag: 'wx' });
    const loaded = (await import(`${pathToFileURL(beside).href}`)) as {
      readonly default?: unknown;
    };
    return loaded.default;
  } finally {
    await rm(beside, { force: true });
  }
}

async function compile(file: string, text: string): Promise<string> {
  const { default: swc } = await import('@swc/wasm-typescript');
  try {
    return swc.transformSync(text, { mode: 'transform', module: true, filename: file }).code;
  } catch (error) {
    const { message = String(error), startLine, startColumn = 0 } = Object(error) as Refused;
    if (startLine === undefined) throw error;
    throw new PlacedError(message, { line: startLine - 1, column: startColumn });
  }
}

/** What the compiler throws for a text that is no TypeScript. */
interface Refused {
  readonly message?: string;
  /** From 1. */
  readonly startLine?: number;
  /** From 0. */
  readonly startColumn?: number;
}

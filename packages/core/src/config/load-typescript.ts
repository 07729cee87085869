import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { SourceMapPayload } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlacedError, placedError } from './placed-error.ts';

/**
 * The default export of a TypeScript module, on every Node, whatever the project has installed: the package `typescript`
 * has no compiler that a program can call since its version 7, and Node strips types since 22.18.
 *
 * @throws PlacedError for a syntax error, and where the module throws
 */
export async function loadTypeScript(file: string, text: string): Promise<unknown> {
  const { code } = await compile(file, text);
  // From beside the file, since it may import others; a module, whatever the package says of its own files.
  const beside = `${file}.${randomUUID()}.mjs`;
  try {
    await writeFile(beside, code, { flag: 'wx' });
    const loaded = (await import(`${pathToFileURL(beside).href}`)) as {
      readonly default?: unknown;
    };
    return loaded.default;
  } catch (error) {
    // It may tell that what the file imports is not there.
    if (error instanceof Error) error.message = error.message.replaceAll(beside, file);
    const placed = placedError(error, [path.basename(beside)]);
    throw placed instanceof PlacedError ? await placedInSource(placed, file, text) : placed;
  } finally {
    await rm(beside, { force: true });
  }
}

/**
 * Why a module of either language is none, and where; null where it is one. Node tells no place.
 */
export async function syntaxErrorIn(file: string, text: string): Promise<PlacedError | null> {
  try {
    await compile(file, text);
    return null;
  } catch (error) {
    return error instanceof PlacedError ? error : null;
  }
}

/** An error of the code, where the text has what it came from. */
async function placedInSource(
  { reason, mark }: PlacedError,
  file: string,
  text: string,
): Promise<PlacedError> {
  // Not every runtime that calls itself Node has it.
  const { SourceMap } = await import('node:module');
  const { map = '{}' } = await compile(file, text, true);
  const entry = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(
    mark.line,
    mark.column,
  );
  if (!('originalLine' in entry)) return new PlacedError(reason, { line: 0, column: 0 });
  return new PlacedError(reason, { line: entry.originalLine, column: entry.originalColumn });
}

async function compile(
  file: string,
  text: string,
  sourceMap = false,
): Promise<{ readonly code: string; readonly map?: string }> {
  const { default: swc } = await import('@swc/wasm-typescript');
  try {
    // It takes out imports of types that are not named as such, too: to strip types would leave them.
    return swc.transformSync(text, { mode: 'transform', module: true, filename: file, sourceMap });
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

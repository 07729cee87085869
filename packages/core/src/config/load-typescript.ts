import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { SourceMap as NodeSourceMap, SourceMapPayload } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlacedError, placeInStack, type Placed } from './placed-error.ts';

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
    if (!(error instanceof Error)) throw error;
    // It may tell that what the file imports is not there.
    const reason = error.message.replaceAll(beside, file);
    const mark = await placeInSource(placeInStack(error, [path.basename(beside)]), file, text);
    throw mark === null ? new Error(reason, { cause: error }) : new PlacedError(reason, mark);
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

/** Where the text has what stands at a place of its code; null where nothing tells. */
async function placeInSource(
  inCode: Placed['mark'] | null,
  file: string,
  text: string,
): Promise<Placed['mark'] | null> {
  if (inCode === null) return null;
  // Not every runtime that calls itself Node has it.
  const SourceMap: typeof NodeSourceMap | undefined = (await import('node:module')).SourceMap;
  const { map } = await compile(file, text, true);
  if (SourceMap === undefined || map === undefined) return null;
  const entry = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(
    inCode.line,
    inCode.column,
  );
  if (!('originalLine' in entry)) return null;
  return { line: entry.originalLine, column: entry.originalColumn };
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

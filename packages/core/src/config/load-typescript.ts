import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlacedError, placedError } from './placed-error.ts';

/**
 * The default export of a TypeScript module, on every Node, whatever the project has installed: the package `typescript`
 * has no compiler that a program can call since its version 7, and Node strips types since 22.18.
 *
 * @throws PlacedError for a syntax error, and where the module throws and has nothing but types to strip
 */
export async function loadTypeScript(file: string, text: string): Promise<unknown> {
  const { code, hasItsPlaces } = await compile(file, text);
  // From beside the file, since it may import others; a module, whatever the package says of its own files.
  const beside = `${file}.${randomUUID()}.mjs`;
  try {
    await writeFile(beside, code, { flag: 'wx' });
    const loaded = (await import(`${pathToFileURL(beside).href}`)) as {
      readonly default?: unknown;
    };
    return loaded.default;
  } catch (error) {
    const placed = hasItsPlaces ? placedError(error, [path.basename(beside)]) : error;
    // It may tell that what the file imports is not there.
    if (placed instanceof Error) placed.message = placed.message.replaceAll(beside, file);
    throw placed;
  } finally {
    await rm(beside, { force: true });
  }
}

/**
 * Why a module of either language is none, and where; null where it is one. Node tells no place.
 */
export async function misreadAt(file: string, text: string): Promise<PlacedError | null> {
  try {
    await compile(file, text);
    return null;
  } catch (error) {
    return error instanceof PlacedError ? error : null;
  }
}

interface Compiled {
  readonly code: string;
  /** Whether everything stands where it stood in the text. */
  readonly hasItsPlaces: boolean;
}

async function compile(file: string, text: string): Promise<Compiled> {
  const { default: swc } = await import('@swc/wasm-typescript');
  const asked = { module: true, filename: file };
  try {
    const { code } = swc.transformSync(text, { ...asked, mode: 'strip-only' });
    return { code, hasItsPlaces: true };
  } catch (error) {
    if ((Object(error) as Refused).code !== 'UnsupportedSyntax') throw placedRefusal(error);
  }
  try {
    // An enum, a namespace, a property of a constructor: code takes the place of it.
    const { code } = swc.transformSync(text, { ...asked, mode: 'transform' });
    return { code, hasItsPlaces: false };
  } catch (error) {
    throw placedRefusal(error);
  }
}

function placedRefusal(error: unknown): unknown {
  const { message = String(error), startLine, startColumn = 0 } = Object(error) as Refused;
  if (startLine === undefined) return error;
  return new PlacedError(message, { line: startLine - 1, column: startColumn });
}

/** What the compiler throws for a text that is no TypeScript. */
interface Refused {
  readonly code?: string;
  readonly message?: string;
  /** From 1. */
  readonly startLine?: number;
  /** From 0. */
  readonly startColumn?: number;
}

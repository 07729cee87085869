import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cosmiconfig, defaultLoaders } from 'cosmiconfig';
import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import { parseDocument } from '../manifest/parse-document.ts';
import type { FoundConfig } from './find-json-config.ts';

/**
 * Finds and reads the config of a project's root with cosmiconfig.
 *
 * @param places the names of files that it may have, in the order of the search
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export async function searchConfig(root: string, places: readonly string[]): Promise<FoundConfig> {
  const restore = lendHome(root);
  return search(root, places).finally(restore);
}

async function search(root: string, places: readonly string[]): Promise<FoundConfig> {
  const explorer = cosmiconfig('assetgen', {
    searchPlaces: [...places],
    searchStrategy: 'none',
    loaders: LOADERS,
  });
  const found = await explorer.search(root).catch((error: unknown) => {
    if (isAssetgenError(error)) throw error;
    throw unreadable(reasonOf(error), error);
  });
  if (found === null || found.isEmpty === true) return { config: undefined, file: null };
  return { config: found.config as unknown, file: found.filepath };
}

type Load = (file: string, text: string) => unknown;

const LOADERS: Readonly<Record<string, Load>> = {
  '.json': placed(loadJson),
  '.yaml': placed(defaultLoaders['.yaml']),
  '.yml': placed(defaultLoaders['.yml']),
  noExt: placed(defaultLoaders.noExt),
  '.ts': placed(defaultLoaders['.ts']),
  '.mts': placed(defaultLoaders['.ts']),
  '.js': placed(loadFresh),
  '.mjs': placed(loadFresh),
  '.cjs': placed(loadFresh),
};

/** What is wrong in a text, and where, as the reader of YAML tells it. */
interface Placed {
  readonly reason: string;
  /** Both from 0. */
  readonly mark: { readonly line: number; readonly column: number };
}

/** A loader whose errors name the file, and the place in it where that is known. */
function placed(load: Load): Load {
  return async function loadPlaced(file, text) {
    try {
      return await load(file, text);
    } catch (error) {
      throw unreadable(`${path.basename(file)}${placeOf(error, file)}: ${reasonOf(error)}`, error);
    }
  };
}

/** `:2:14`, or the line alone, or nothing. */
function placeOf(error: unknown, file: string): string {
  const { mark, stack = '' } = Object(error) as Partial<Placed & Error>;
  if (mark !== undefined) return `:${mark.line + 1}:${mark.column + 1}`;
  // A syntax error of a script has its line in the stack alone.
  return new RegExp(`^[^\\n]*${path.extname(file)}(:\\d+)\\n`).exec(stack)?.[1] ?? '';
}

function reasonOf(error: unknown): string {
  const { reason, message = String(error) } = Object(error) as Partial<Placed & Error>;
  // The reason stands behind the name of the file, on a line of its own.
  return reason ?? firstLine(message.replace(/^\w+ Error in .*:\s*\n/, ''));
}

function unreadable(reason: string, cause: unknown): AssetgenError {
  return new AssetgenError('ASSETGEN_CONFIG', `the config cannot be read: ${reason}`, { cause });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** JSON, as editors of Windows write it too. */
function loadJson(file: string, text: string): unknown {
  const { value, problems } = parseDocument(path.basename(file), text);
  const [first] = problems;
  if (first === undefined) return value;
  const { line, column } = first.position;
  const mark = { line: line - 1, column: column - 1 };
  throw Object.assign(new Error(first.message), { reason: first.message, mark } satisfies Placed);
}

/** cosmiconfig asks for the home folder, and a user of a container may have none. */
function lendHome(folder: string): () => void {
  try {
    os.homedir();
    return () => undefined;
  } catch {
    process.env['HOME'] = folder;
    return () => delete process.env['HOME'];
  }
}

/** Node remembers a module by its address: a dev server has to see what an edit made of it. */
async function loadFresh(file: string, text: string): Promise<unknown> {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  delete createRequire(file).cache[file];
  const loaded = (await import(`${pathToFileURL(file).href}?v=${version}`)) as {
    default?: unknown;
  };
  return loaded.default;
}

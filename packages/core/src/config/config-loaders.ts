import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultLoaders } from 'cosmiconfig';
import { parseDocument } from '../manifest/parse-document.ts';
import { loadTypeScript } from './load-typescript.ts';
import { PlacedError, type Placed } from './placed-error.ts';
import { reasonOf, unreadableConfig } from './unreadable-config.ts';

type Load = (file: string, text: string) => unknown;

/** How cosmiconfig reads a config, by the extension of the file. */
export const CONFIG_LOADERS: Readonly<Record<string, Load>> = {
  '.json': placed(loadJson),
  '.yaml': placed(defaultLoaders['.yaml']),
  '.yml': placed(defaultLoaders['.yml']),
  noExt: placed(defaultLoaders.noExt),
  '.ts': placed(loadTypeScript),
  '.mts': placed(loadTypeScript),
  '.js': placed(loadFresh),
  '.mjs': placed(loadFresh),
  '.cjs': placed(loadFresh),
};

/** A loader whose errors name the file, and the place in it where that is known. */
function placed(load: Load): Load {
  return async function loadPlaced(file, text) {
    try {
      return await load(file, text);
    } catch (error) {
      throw unreadableConfig(
        `${path.basename(file)}${placeOf(error, file)}: ${reasonOf(error)}`,
        error,
      );
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

/** JSON, as editors of Windows write it too. */
function loadJson(file: string, text: string): unknown {
  const { value, problems } = parseDocument(path.basename(file), text);
  const [first] = problems;
  if (first === undefined) return value;
  const { line, column } = first.position;
  throw new PlacedError(first.message, { line: line - 1, column: column - 1 });
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

import path from 'node:path';
import { defaultLoaders } from 'cosmiconfig';
import { parseDocument } from '../manifest/parse-document.ts';
import { loadJavaScript } from './load-javascript.ts';
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
  '.js': placed(loadJavaScript),
  '.mjs': placed(loadJavaScript),
  '.cjs': placed(loadJavaScript),
};

/** A loader whose errors name the file, and the place in it where that is known. */
function placed(load: Load): Load {
  return async function loadPlaced(file, text) {
    try {
      return await load(file, text);
    } catch (error) {
      throw unreadableConfig(`${path.basename(file)}${placeOf(error)}: ${reasonOf(error)}`, error);
    }
  };
}

/** `:2:14`, or nothing. */
function placeOf(error: unknown): string {
  const { mark } = Object(error) as Partial<Placed>;
  return mark === undefined ? '' : `:${mark.line + 1}:${mark.column + 1}`;
}

/** JSON, as editors of Windows write it too. */
function loadJson(file: string, text: string): unknown {
  const { value, problems } = parseDocument(path.basename(file), text);
  const [first] = problems;
  if (first === undefined) return value;
  const { line, column } = first.position;
  throw new PlacedError(first.message, { line: line - 1, column: column - 1 });
}

import * as v from 'valibot';
import { AssetgenError } from '@assetgen/client/errors';
import { flatIssues } from '../manifest/schema/flat-issues.ts';
import { isObject } from '../manifest/is-object.ts';
import { printFound } from '../manifest/manifest-error.ts';
import { nearest } from '../manifest/nearest.ts';
import type { JsonPath } from '../manifest/print-path.ts';
import { printPath } from '../manifest/print-path.ts';
import type { AssetgenOptions } from './assetgen-options.ts';
import { OPTIONS, knownOptions } from './config-schema.ts';

/**
 * Checks options key by key.
 * @param origin what the options come from, for the message: a file, "the plugin's options"
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export function checkOptions(options: unknown, origin: string): AssetgenOptions {
  const problem = optionsProblem(options);
  if (problem !== null) throw wrongOption(origin, problem);
  return options ?? {};
}

/** What is wrong with options. */
export interface OptionsProblem {
  /** Of the key that is wrong; empty where the whole is. */
  readonly path: JsonPath;
  readonly message: string;
}

/** ASSETGEN_CONFIG of an option that is wrong. @param origin as of {@link checkOptions}, perhaps with a place */
export function wrongOption(origin: string, { message }: OptionsProblem): AssetgenError {
  return new AssetgenError('ASSETGEN_CONFIG', `${origin}: ${message}`);
}

/** The first thing that is wrong with options; null where nothing is. Shows nothing of a URL. */
export function optionsProblem(options: unknown): OptionsProblem | null {
  if (options === null || options === undefined) return null;
  if (typeof options !== 'object' || Array.isArray(options)) {
    return { path: [], message: 'expected an object of options' };
  }
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    // Where a JSON file names its schema, for editors.
    if (key === '$schema') continue;
    if (!Object.hasOwn(OPTIONS, key)) {
      return { path: [key], message: `unknown option "${key}". ${hintFor(key, knownOptions([]))}` };
    }
    const name = key as keyof AssetgenOptions;
    // To a schema an array is an object with numbers for keys.
    if (name === 'cache' && Array.isArray(value)) return NO_CACHE;
    const [issue] = v.safeParse(OPTIONS[name], value).issues ?? [];
    if (issue === undefined) continue;
    if (name === 'cache' && isObject(value)) return cacheProblem(value);
    return { path: [key], message: `"${key}": ${issue.message}, found ${found(name, value)}` };
  }
  return null;
}

const NO_CACHE: OptionsProblem = { path: ['cache'], message: '"cache": expected an object' };

/** Nothing that was found is shown: a URL, and what was meant for one, may hold a password. */
function cacheProblem(cache: object): OptionsProblem {
  const flat = flatIssues(v.safeParse(OPTIONS.cache, cache).issues ?? [], ['cache']);
  const [first] = [...flat.filter(({ unknown }) => unknown !== null), ...flat];
  if (first === undefined) return NO_CACHE;
  const { path, unknown, issue } = first;
  if (unknown === null) return { path, message: `"${printPath(path)}": ${issue.message}` };
  const above = path.slice(0, -1);
  const known = knownOptions(above);
  const key = Object.keys(unknown).find((each) => !known.includes(each)) ?? '';
  const message = `"${printPath(above)}": unknown key "${key}". ${hintFor(key, known)}`;
  return { path: [...above, key], message };
}

function found(name: keyof AssetgenOptions, value: unknown): string {
  const isUrl = name === 'baseUrl' || name === 'apiUrl';
  return isUrl && typeof value === 'string' ? 'another text' : printFound(value);
}

function hintFor(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === null ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`;
}

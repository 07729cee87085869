import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TsConfigJsonResolved } from 'get-tsconfig';
import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { isObject } from '../../manifest/is-object.ts';
import { TYPES_NAME } from '../project-files.ts';
import { countExtends } from './count-extends.ts';

/** Whether TypeScript reads the types of a project. */
export type TypesLook =
  /** `none`: the project has no tsconfig, or none that can be read. */
  | { readonly status: 'seen' | 'none' }
  | {
      readonly status: 'unseen';
      /** Those whose sources import assets. Absolute paths. */
      readonly configs: readonly string[];
    };

/** A tsconfig as TypeScript reads it, with what it extends. */
export interface ReadConfig {
  /** Absolute path. */
  readonly file: string;
  readonly include: readonly string[] | undefined;
  readonly files: readonly string[] | undefined;
  /** Whether it would read a file if it also had these `include` and `files`. */
  reads(file: string, more?: { include?: string; files?: string }): boolean;
}

/**
 * Looks whether a tsconfig of the project, or one that it refers to, reads `assets.gen.d.ts`: by `include` or
 * `files`, or by a `.d.ts` file that it reads with a `/// <reference path>` to the types.
 *
 * @param root absolute path of the project
 */
export async function lookForTypes(root: string): Promise<TypesLook> {
  const types = path.join(root, TYPES_NAME);
  const first = await nearestConfig(root);
  const configs = first === null ? [] : await readConfigs(first);
  if (configs.length === 0) return { status: 'none' };
  for (const config of configs) {
    if (config.reads(types) || (await isReferredTo(types, config))) return { status: 'seen' };
  }
  // With TypeScript's project references the first has often no sources of its own.
  const own = configs.filter(hasSources);
  const page = own.filter((config) => !isOfTools(config));
  return { status: 'unseen', configs: (page.length > 0 ? page : own).map(({ file }) => file) };
}

/** TypeScript takes the whole folder where a config has neither list. */
function hasSources({ include, files }: ReadConfig): boolean {
  const lists = [include, files].filter((list) => list !== undefined);
  return lists.length === 0 || lists.some((list) => list.length > 0);
}

/** A config that reads nothing but the configs of bundlers and test runners, where no asset is imported. */
function isOfTools({ include = [], files = [] }: ReadConfig): boolean {
  const patterns = [...include, ...files];
  return patterns.length > 0 && patterns.every((pattern) => /\.conf(?:ig)?\b/.test(pattern));
}

/** The project's own: of its folder or one above it, up to that of its package.json. */
async function nearestConfig(root: string): Promise<string | null> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    for (const name of ['tsconfig.json', 'jsconfig.json']) {
      const file = path.join(folder, name);
      if (await isFile(file)) return file;
    }
    const isTop = await isFile(path.join(folder, 'package.json'));
    if (isTop || path.dirname(folder) === folder) return null;
  }
}

/** More than this no project refers to. */
const MOST_CONFIGS = 100;
/** Nor does a config extend more, each as often as it is extended. */
const MOST_EXTENDS = 1000;

/** A config and those that it refers to, each once. One that cannot be read is left out. */
async function readConfigs(first: string): Promise<readonly ReadConfig[]> {
  const { createFilesMatcher, parseTsconfig } = await import('get-tsconfig');
  const found = new Map<string, ReadConfig | null>();
  const waiting = [first];
  for (const file of waiting) {
    if (found.has(file) || found.size >= MOST_CONFIGS) continue;
    found.set(file, null);
    // A pipe or a device would be read for ever.
    if (!(await isFile(file)) || (await countExtends(file)) > MOST_EXTENDS) continue;
    const config = await read(file, parseTsconfig);
    if (config === null) continue;
    const { include, files, references = [] } = config;
    found.set(file, {
      file,
      include,
      files,
      reads(target, more = {}) {
        const changed = {
          ...config,
          ...(more.include === undefined ? {} : { include: [...(include ?? []), more.include] }),
          ...(more.files === undefined ? {} : { files: [...(files ?? []), more.files] }),
        };
        return createFilesMatcher({ path: file, config: changed })(target) !== undefined;
      },
    });
    for (const reference of references) {
      const target = path.resolve(path.dirname(file), reference.path);
      waiting.push(target.endsWith('.json') ? target : path.join(target, 'tsconfig.json'));
    }
  }
  return [...found.values()].filter((config) => config !== null);
}

type Parse = (file: string) => TsConfigJsonResolved;

/** null where it cannot be read. */
async function read(file: string, parseTsconfig: Parse): Promise<TsConfigJsonResolved | null> {
  try {
    return parseTsconfig(file);
  } catch {
    return readAlone(file);
  }
}

/**
 * A config whose package to extend is not installed yet, by what it says itself. null where it leaves to that one which
 * files it reads.
 */
async function readAlone(file: string): Promise<TsConfigJsonResolved | null> {
  const errors: ParseError[] = [];
  const text = await readText(file, SMALL_FILE).catch(() => '');
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (!isObject(value) || errors.length > 0) return null;
  const [include, files, exclude] = [value['include'], value['files'], value['exclude']].map(texts);
  if (include === undefined && files === undefined) return null;
  return {
    ...(include === undefined ? {} : { include }),
    ...(files === undefined ? {} : { files }),
    ...(exclude === undefined ? {} : { exclude }),
  };
}

/** undefined where it is no list of texts. */
function texts(value: unknown): string[] | undefined {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value : undefined;
}

/** {@link readConfigs} of one file; null where it cannot be read. */
export async function readConfig(file: string): Promise<ReadConfig | null> {
  return (await readConfigs(file)).find((config) => config.file === file) ?? null;
}

/** Where frameworks put the declarations of a project. */
const DECLARATION_FOLDERS = ['.', 'src', 'app', 'types', 'src/types'];

/** Whether a declaration file that the config reads brings the types in by a reference. */
async function isReferredTo(types: string, config: ReadConfig): Promise<boolean> {
  const base = path.dirname(config.file);
  for (const folder of DECLARATION_FOLDERS) {
    const names = await readdir(path.join(base, folder)).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
      const file = path.join(base, folder, name);
      if (file === types || !config.reads(file)) continue;
      const text = await readText(file, SMALL_FILE).catch(() => '');
      const paths = text.matchAll(/^\/\/\/\s*<reference\s+path\s*=\s*["']([^"']+)["']/gm);
      const targets = [...paths].map(([, to = '']) => path.resolve(path.dirname(file), to));
      if (targets.includes(types)) return true;
    }
  }
  return false;
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true;
}

import { CODE_TARGETS, nodeCrypto } from '@assetgen/core/warm';

/** An import as written, split where its query begins. */
export interface ImportId {
  /** `@gen/props/dragon.glb` */
  readonly id: string;
  /** `props/dragon.glb` */
  readonly name: string;
  /** `?raw`, or the empty string. */
  readonly query: string;
}

/**
 * null when `source` is not below the prefix: `@gen/x` is below `@gen`, `@generated/x` is not. What
 * asks for code is a name of its own: `@gen/props/dragon?three` is `@gen/props/dragon~three`.
 */
export function parseImportId(source: string, prefix: string): ImportId | null {
  if (!source.startsWith(prefix) || source[prefix.length] !== '/') return null;
  const end = source.search(/[?#]/);
  const written = end === -1 ? source : source.slice(0, end);
  const query = source.slice(written.length);
  const isCode = TARGET.test(query);
  const id = isCode ? `${written}~${query.slice(1)}` : written;
  return { id, name: id.slice(prefix.length + 1), query: isCode ? '' : query };
}

const TARGET = new RegExp(`^\\?(?:${Object.keys(CODE_TARGETS).join('|')})$`);

/** The folder of outputs, below which an import may name a file by its path. */
export const FILES_FOLDER = '.assetgen/files/';

/** Hook filter of what may be an import of ours: names below the prefix, and paths of outputs. */
export function importFilter(prefix: string): RegExp {
  return new RegExp(`^${escapePattern(prefix)}/|${escapePattern(FILES_FOLDER)}`);
}

/** A text as a part of a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

const VIRTUAL_PREFIX = '\0assetgen:';
const VIRTUAL_SUFFIX = '.js';

/**
 * The id of a module that no file holds. It ends in `.js`: rules that users write for `.glb` or
 * `.json` files must not meet JavaScript.
 */
export function virtualId(name: string): string {
  return `${VIRTUAL_PREFIX}${name}${VIRTUAL_SUFFIX}`;
}

/** Hook filter of virtual ids: bundlers that know filters do not call the hook for others. */
export const VIRTUAL_FILTER: { readonly id: RegExp } = { id: new RegExp(`^${VIRTUAL_PREFIX}`) };

/** The name that `virtualId` was given, or null for the id of another module. */
export function virtualName(id: string): string | null {
  if (!id.startsWith(VIRTUAL_PREFIX) || !id.endsWith(VIRTUAL_SUFFIX)) return null;
  return id.slice(VIRTUAL_PREFIX.length, -VIRTUAL_SUFFIX.length);
}

/** The names of modules that stand for the imports of several files; no asset has one of these. */
const GATHERED_MARK = ':';

/** @param ids what the module holds the URLs of */
export function gatheredModule(ids: readonly string[]): string {
  const digest = nodeCrypto().createHash('sha256').update(ids.join('\n')).digest('hex');
  return GATHERED_MARK + digest.slice(0, 16);
}

/** Below this many imports, reading a source costs more than the modules that it spares. */
export const LEAST_TO_GATHER = 16;

/** Whether a source may have so many imports. */
export function mayGather(code: string, prefix: string): boolean {
  return code.split(`${prefix}/`, LEAST_TO_GATHER + 1).length > LEAST_TO_GATHER;
}

/** Hook filter of the ids of such modules. */
export const GATHERED_FILTER: RegExp = new RegExp(`^${VIRTUAL_PREFIX}${GATHERED_MARK}`);

/** Whether a source imports such a module, by its id as a string of JavaScript. */
export function importsGathered(code: string): boolean {
  return code.includes(JSON.stringify(VIRTUAL_PREFIX + GATHERED_MARK).slice(1, -1));
}

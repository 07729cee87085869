import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import { addEntry, copyEntry, entryOf, removeEntry } from '../../manifest/edit/edit-asset.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { findAsset } from '../plan/select-only.ts';
import type { ChangeLog } from './change-log.ts';

/** An asset that a command added to a manifest, or removed from one. */
export interface EntryChange {
  readonly asset: string;
  /** Path of the manifest, from the root. */
  readonly file: string;
  /** Its entry in the manifest, or its former one. */
  readonly entry: unknown;
  /** Number of the change, for `undo`. */
  readonly change: number | null;
}

/** What a change of a manifest needs of its project. */
export interface EntryPorts {
  readonly root: string;
  manifest(): Promise<Manifest>;
  /** Absolute paths, in the order in which they are read. */
  manifestFiles(): Promise<readonly string[]>;
  /** What the manifests would be with these texts in place of files. */
  manifestWith(edited: ReadonlyMap<string, string>): Promise<Manifest>;
}

/**
 * Adds an asset to the project's first manifest that is JSON, or to `file`.
 *
 * @param entry as the manifest is to have it
 * @param file from the root. @default the first one
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that is taken; `ASSETGEN_MANIFEST` for what is not allowed.
 *   Nothing is written then.
 */
export async function addAsset(
  ports: EntryPorts,
  log: ChangeLog,
  name: string,
  entry: object,
  file?: string,
): Promise<EntryChange> {
  const { root } = ports;
  assertFree(await ports.manifest(), name);
  const into = await manifestToWrite(ports, file);
  const text = await readText(into, SMALL_FILE);
  const edited = addEntry(text, name, entry);
  await ports.manifestWith(new Map([[into, edited]]));
  const relative = relativeTo(root, into);
  const texts = new Map([[relative, [text, edited] as const]]);
  const written = await log.write({ what: 'add', assets: [name], texts });
  return { asset: name, file: relative, entry, change: written?.id ?? null };
}

/**
 * Removes an asset from its manifest. Its files go with the next build; what was bought stays in the cache.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has, and for an asset that others depend on
 */
export async function removeAsset(
  ports: EntryPorts,
  log: ChangeLog,
  name: string,
): Promise<EntryChange> {
  const { root } = ports;
  const manifest = await ports.manifest();
  const asset = findAsset(manifest, name);
  const users = manifest.assets.filter((each) => dependenciesOf(each).includes(name));
  if (users.length > 0) {
    const names = users.map((each) => each.name).join(', ');
    throw usage(
      `${names} ${users.length === 1 ? 'depends' : 'depend'} on "${name}"`,
      'Remove the dependent assets first.',
    );
  }
  const { file, line } = asset.position;
  if (!isJson(file)) {
    throw usage(
      `${file} is a module; this command edits JSON only`,
      `Take ${name} out of it (line ${line}).`,
    );
  }
  const from = path.resolve(root, file);
  const text = await readText(from, SMALL_FILE);
  const edited = removeEntry(text, name);
  await ports.manifestWith(new Map([[from, edited]]));
  const texts = new Map([[file, [text, edited] as const]]);
  const written = await log.write({ what: 'remove', assets: [name], texts });
  return { asset: name, file, entry: entryOf(text, name), change: written?.id ?? null };
}

/**
 * Adds a copy of an asset below it, in the same manifest, with the comments in it. A copy that asks for the same
 * shares what was bought. Stable paths stay with the first: two files cannot have one.
 *
 * @param fields what the copy has otherwise. @default nothing
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has, or one that is taken; `ASSETGEN_MANIFEST`
 *   for what is not allowed. Nothing is written then.
 */
export async function duplicateAsset(
  ports: EntryPorts,
  log: ChangeLog,
  name: string,
  to: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<EntryChange> {
  const manifest = await ports.manifest();
  const { file, line } = findAsset(manifest, name).position;
  assertFree(manifest, to);
  if (!isJson(file)) {
    throw usage(
      `${file} is a module; this command edits JSON only`,
      `Copy ${name} there (line ${line}).`,
    );
  }
  const into = path.resolve(ports.root, file);
  const text = await readText(into, SMALL_FILE);
  const edited = copyEntry(text, name, to, { ...withoutPaths(entryOf(text, name)), ...fields });
  await ports.manifestWith(new Map([[into, edited]]));
  const texts = new Map([[file, [text, edited] as const]]);
  const written = await log.write({ what: 'add', assets: [to], texts });
  return { asset: to, file, entry: entryOf(edited, to), change: written?.id ?? null };
}

/** `outputs` without `public`; nothing where none has one. */
function withoutPaths(entry: unknown): { readonly outputs?: readonly unknown[] } {
  const { outputs } = (entry ?? {}) as { readonly outputs?: readonly unknown[] };
  if (!Array.isArray(outputs)) return {};
  const hasPath = (output: unknown): output is object =>
    typeof output === 'object' && output !== null && 'public' in output;
  if (!outputs.some(hasPath)) return {};
  return {
    outputs: outputs.map((output: unknown) => {
      if (!hasPath(output)) return output;
      const { public: _public, ...rest } = output as { readonly public: unknown };
      return rest;
    }),
  };
}

/** @throws AssetgenError `ASSETGEN_USAGE` where an asset has the name */
export function assertFree({ assets }: Manifest, name: string): void {
  const taken = assets.find((asset) => asset.name === name);
  if (taken === undefined) return;
  const { file, line } = taken.position;
  throw usage(
    `the asset "${name}" exists already (${file}:${line})`,
    `Edit it there, or remove it with \`assetgen remove ${name}\`.`,
  );
}

/** Absolute path of the manifest that takes a new asset. */
export async function manifestToWrite(
  { root, manifestFiles }: EntryPorts,
  file?: string,
): Promise<string> {
  const files = await manifestFiles();
  const names = files.map((each) => relativeTo(root, each));
  if (file !== undefined) {
    const absolute = path.resolve(root, file);
    if (files.includes(absolute) && isJson(file)) return absolute;
    throw usage(`--file: expected one of ${names.join(', ')}, found ${file}`);
  }
  const first = files.find(isJson);
  if (first !== undefined) return first;
  throw noJson(names);
}

/** @throws AssetgenError `ASSETGEN_USAGE` where no manifest of these can take a new asset: all are modules */
export function assertEditable(files: readonly string[]): void {
  if (!files.some(isJson)) throw noJson(files);
}

function noJson(names: readonly string[]): AssetgenError {
  return usage(
    `${names.join(', ')} is a module; this command edits JSON only`,
    'Write the asset there.',
  );
}

/** Whether a manifest is no module: then it can be edited. */
export function isJson(file: string): boolean {
  return file.endsWith('.json') || file.endsWith('.jsonc');
}

/** A path from the root, with slashes. */
export function relativeTo(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

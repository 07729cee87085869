import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard } from '../../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { writeIfChanged } from '../../fs/write-atomic.ts';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import { addEntry, entryOf, removeEntry } from '../../manifest/edit-asset.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { findAsset } from '../plan/select-only.ts';

/** An asset that a command added to a manifest, or removed from one. */
export interface EntryChange {
  readonly asset: string;
  /** Path of the manifest, from the root. */
  readonly file: string;
  /** What the manifest has, or had, for it. */
  readonly entry: unknown;
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
  name: string,
  entry: object,
  file?: string,
): Promise<EntryChange> {
  const { root } = ports;
  const taken = (await ports.manifest()).assets.find((asset) => asset.name === name);
  if (taken !== undefined) {
    const { file: where, line } = taken.position;
    throw usage(
      `there is an asset "${name}" already (${where}:${line})`,
      `Edit it there, or take it out with \`assetgen remove ${name}\`.`,
    );
  }
  const into = await manifestToWrite(ports, file);
  const edited = addEntry(await readText(into, SMALL_FILE), name, entry);
  await ports.manifestWith(new Map([[into, edited]]));
  await writeIfChanged(into, edited, linkGuard(root));
  return { asset: name, file: relative(root, into), entry };
}

/**
 * Removes an asset from its manifest. Its files go with the next build; what was bought stays in the cache.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has, and for an asset that others depend on
 */
export async function removeAsset(ports: EntryPorts, name: string): Promise<EntryChange> {
  const { root } = ports;
  const manifest = await ports.manifest();
  const asset = findAsset(manifest, name);
  const users = manifest.assets.filter((each) => dependenciesOf(each).includes(name));
  if (users.length > 0) {
    const names = users.map((each) => each.name).join(', ');
    throw usage(
      `${names} ${users.length === 1 ? 'depends' : 'depend'} on "${name}"`,
      'Remove first what depends on it.',
    );
  }
  const { file, line } = asset.position;
  if (!isJson(file)) {
    throw usage(
      `${file} is a module, which this command cannot edit`,
      `Take ${name} out of it (line ${line}).`,
    );
  }
  const from = path.resolve(root, file);
  const text = await readText(from, SMALL_FILE);
  const edited = removeEntry(text, name);
  await ports.manifestWith(new Map([[from, edited]]));
  await writeIfChanged(from, edited, linkGuard(root));
  return { asset: name, file, entry: entryOf(text, name) };
}

/** Absolute path of the manifest that takes a new asset. */
async function manifestToWrite(
  { root, manifestFiles }: EntryPorts,
  file?: string,
): Promise<string> {
  const files = await manifestFiles();
  const names = files.map((each) => relative(root, each));
  if (file !== undefined) {
    const absolute = path.resolve(root, file);
    if (files.includes(absolute) && isJson(file)) return absolute;
    throw usage(`--file: expected one of ${names.join(', ')}, found ${file}`);
  }
  const first = files.find(isJson);
  if (first !== undefined) return first;
  throw usage(
    `${names.join(', ')} is a module, which this command cannot edit`,
    'Write the asset there.',
  );
}

function isJson(file: string): boolean {
  return file.endsWith('.json') || file.endsWith('.jsonc');
}

function relative(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

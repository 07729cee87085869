import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { editAsset, editWithin, entryOf } from '../../manifest/edit/edit-asset.ts';
import { declaredOutputs, editOutput } from '../../manifest/edit/edit-output.ts';
import { isObject } from '../../manifest/is-object.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { findAsset } from '../plan/select-only.ts';
import type { AssetChange } from './asset-change.ts';
import type { ChangeLog } from './change-log.ts';
import type { EntryPorts } from './entry-change.ts';
import { isJson } from './entry-change.ts';

/** A field of an asset in its manifest, and what it becomes. */
export interface FieldChange {
  /** A file of the asset: the field is one of the output that makes it. null: it is one of the asset. */
  readonly output: string | null;
  /** `expect.maxBytes`, `textures.maxSize`, `quality`. Empty: the whole output. */
  readonly key: string;
  /** null: the field, or the output, is taken out. */
  readonly value: string | number | boolean | null;
}

/**
 * Sets a field of an asset or of one of its outputs, with everything else as it is. Buys nothing.
 * @throws AssetgenError `ASSETGEN_USAGE`; `ASSETGEN_MANIFEST` for what is not allowed. Nothing is written then.
 */
export async function setField(
  ports: EntryPorts,
  log: ChangeLog,
  name: string,
  change: FieldChange,
): Promise<AssetChange> {
  const { root } = ports;
  const asset = findAsset(await ports.manifest(), name);
  const { key, value, output } = change;
  const { file, line } = asset.position;
  const where = `${output === null ? '' : `${output}: `}${key === '' ? 'output' : key}`;
  if (!isJson(file)) {
    throw usage(
      `${file} is a module; assetgen edits JSON only`,
      `Write ${where}: ${value === null ? 'nothing' : JSON.stringify(value)} for ${name} (${file}:${line}).`,
    );
  }
  const absolute = path.resolve(root, file);
  const text = await readText(absolute, SMALL_FILE);
  const edited = edit(text, asset, change);
  await ports.manifestWith(new Map([[absolute, edited]]));
  const texts = new Map([[file, [text, edited] as const]]);
  const written = await log.write({ what: 'edit', assets: [name], texts });
  return {
    asset: name,
    file,
    fields: value === null || typeof value === 'boolean' ? {} : { [where]: value },
    change: written?.id ?? null,
  };
}

function edit(text: string, asset: Asset, { output, key, value }: FieldChange): string {
  const { name, kind } = asset;
  const given = value ?? undefined;
  if (output !== null) {
    // Where nothing is declared there is one, of a format alone.
    const outputs = declaredOutputs(text, name, kind) ?? [asset.outputs[0]?.format];
    const index = placeOf(outputs, asset, output);
    return editOutput(text, name, { outputs, index, key }, given);
  }
  const [outer = '', inner] = key.split('.');
  if (inner === undefined) return editAsset(text, name, { [outer]: given });
  const entry = entryOf(text, name);
  if (isObject(entry) && isObject(entry[outer])) {
    return editWithin(text, name, [outer, inner], given);
  }
  // It has the others from the defaults.
  const before = outer === 'expect' ? asset.expect : {};
  return editAsset(text, name, { [outer]: { ...before, [inner]: given } });
}

/** The declaration that makes a file: one for each level of detail, and for each figure of a batch. */
function placeOf(declared: readonly unknown[], asset: Asset, file: string): number {
  const at = asset.outputs.findIndex(({ name }) => name === file);
  if (at === -1) throw usage(`${asset.name} has no output "${file}"`);
  const members = asset.kind === 'chibi' ? asset.source.members.length : 1;
  let end = 0;
  return declared.findIndex((each) => {
    const lods = isObject(each) && Array.isArray(each['lods']) ? each['lods'].length : 1;
    end += lods * members;
    return at < end;
  });
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

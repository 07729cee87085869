import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Lock } from '../lock/types.ts';
import { editAsset } from '../manifest/edit.ts';
import type { Asset, Manifest } from '../manifest/types.ts';
import { writeIfChanged } from '../store/atomic.ts';
import { findAsset } from './select.ts';

/** What a command changed in a manifest. */
export interface AssetChange {
  readonly asset: string;
  /** Path of the manifest, from the root. */
  readonly file: string;
  /** The fields as they are now. */
  readonly fields: Readonly<Record<string, number>>;
}

/** Raises the revision of an asset: the next build asks for it again. */
export async function rerollAsset(
  root: string,
  manifest: Manifest,
  name: string,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  if (!isMade(asset)) {
    throw usage(`${name} is not generated from a prompt: there is nothing to ask for again`);
  }
  return change(root, asset, { revision: asset.revision + 1 });
}

/** Picks another candidate. One that the lock knows costs nothing, also beyond "variants". */
export async function pickVariant(
  root: string,
  manifest: Manifest,
  lock: Lock,
  name: string,
  pick: number,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  const locked = lock.assets[asset.name]?.variants ?? [];
  const known = asset.kind === 'chibi' || !isMade(asset) ? 1 : locked.length;
  const most = Math.max(known, asset.variants);
  if (!Number.isInteger(pick) || pick < 1 || pick > most) {
    throw usage(
      `${name}: expected a candidate from 1 to ${most}, found ${pick}`,
      asset.kind === 'chibi' || !isMade(asset)
        ? 'It has no candidates to pick from.'
        : `Raise "variants" of ${name} to buy more candidates.`,
    );
  }
  const variant = locked[pick - 1];
  if (variant !== undefined && 'failed' in variant) {
    throw usage(`${name}: candidate ${pick} failed at the service`, 'Pick another one.');
  }
  const fields = pick > asset.variants ? { pick, variants: pick } : { pick };
  return change(root, asset, fields);
}

function isMade(asset: Asset): boolean {
  return asset.source.type !== 'local' && asset.source.type !== 'uuid';
}

async function change(
  root: string,
  asset: Asset,
  fields: Record<string, number>,
): Promise<AssetChange> {
  const { file, line } = asset.position;
  if (!/\.jsonc?$/.test(file)) {
    const wanted = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
    throw usage(
      `${file} is a module, which this command cannot edit`,
      `Write ${wanted.join(', ')} for ${asset.name} (${file}:${line}).`,
    );
  }
  const absolute = path.resolve(root, file);
  const text = await readFile(absolute, 'utf8');
  await writeIfChanged(absolute, editAsset(text, asset.name, fields));
  return { asset: asset.name, file, fields };
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

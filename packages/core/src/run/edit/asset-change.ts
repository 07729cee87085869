import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Lock } from '../../lock/lock.ts';
import { isBought } from '../../manifest/adopted-uuids.ts';
import { parseDocument } from '../../manifest/parse-document.ts';
import { editAsset } from '../../manifest/edit/edit-asset.ts';
import { promptOf } from '../../manifest/prompt-of.ts';
import { ManifestError } from '../../manifest/manifest-error.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import { validateDocument } from '../../manifest/validate-document.ts';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { findAsset } from '../plan/select-only.ts';
import type { ChangeLog } from './change-log.ts';
import type { ChangeKind } from './change-record.ts';

/** A change that a command made in a manifest. */
export interface AssetChange {
  readonly asset: string;
  /** Path of the manifest, from the root. */
  readonly file: string;
  /** The fields as they are now. */
  readonly fields: Readonly<Record<string, number | string>>;
  /** Number of the change, for `undo`; null where nothing was different. */
  readonly change: number | null;
}

/** What a change of a manifest needs of its project. */
export interface ChangePorts {
  readonly root: string;
  readonly log: ChangeLog;
}

/** Raises the revision of an asset: the next build asks for it again. */
export async function rerollAsset(
  ports: ChangePorts,
  manifest: Manifest,
  name: string,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  if (!isBought(asset)) {
    throw usage(`${name} is not generated from a prompt: there is nothing to reroll`);
  }
  return change(ports, 'reroll', asset, { revision: asset.revision + 1 });
}

/** Picks another variant. One that the lock knows costs nothing, also beyond "variants". */
export async function pickVariant(
  ports: ChangePorts,
  manifest: Manifest,
  lock: Lock,
  name: string,
  pick: number,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  const locked = lock.assets[asset.name]?.variants ?? [];
  const known = asset.kind === 'chibi' || !isBought(asset) ? 1 : locked.length;
  const most = Math.max(known, asset.variants);
  if (!Number.isInteger(pick) || pick < 1 || pick > most) {
    throw usage(
      `${name}: expected ${most === 1 ? 'variant 1, the only one' : `a variant from 1 to ${most}`}, found ${pick}`,
      asset.kind === 'chibi' || !isBought(asset)
        ? 'It has no variants to pick from.'
        : `Raise "variants" of ${name} to buy more variants.`,
    );
  }
  const variant = locked[pick - 1];
  if (variant !== undefined && 'failed' in variant) {
    throw usage(`${name}: variant ${pick} failed at the service`, 'Pick another one.');
  }
  const fields = pick > asset.variants ? { pick, variants: pick } : { pick };
  return change(ports, 'pick', asset, fields);
}

/** Asks for one variant more: the next build buys it. */
export async function addVariant(
  ports: ChangePorts,
  manifest: Manifest,
  name: string,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  if (!isBought(asset) || asset.kind === 'chibi')
    throw usage(`${name} has no variants to pick from`);
  return change(ports, 'another', asset, { variants: asset.variants + 1 });
}

/**
 * Writes another prompt into the manifest. Where the manifest has another prompt than `before` by
 * now, somebody else edited it, and nothing is written.
 * @throws AssetgenError `ASSETGEN_USAGE`; `ASSETGEN_MANIFEST` for a prompt that is not allowed
 */
export async function editPrompt(
  ports: ChangePorts,
  manifest: Manifest,
  name: string,
  prompt: string,
  before: string,
): Promise<AssetChange> {
  const asset = findAsset(manifest, name);
  const now = promptOf(asset);
  if (now === null) throw usage(`${name} has no prompt`);
  if (now !== before) {
    throw usage(
      `the prompt of ${name} changed meanwhile: it is ${JSON.stringify(now)} now`,
      'Look at it and edit it again.',
    );
  }
  return change(ports, 'edit', asset, { [asset.kind === 'chibi' ? 'style' : 'prompt']: prompt });
}

async function change(
  { root, log }: ChangePorts,
  what: ChangeKind,
  asset: Asset,
  fields: Record<string, number | string>,
): Promise<AssetChange> {
  const { file, line } = asset.position;
  if (!/\.jsonc?$/.test(file)) {
    const wanted = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
    throw usage(
      `${file} is a module; this command edits JSON only`,
      `Write ${wanted.join(', ')} for ${asset.name} (${file}:${line}).`,
    );
  }
  const text = await readText(path.resolve(root, file), SMALL_FILE);
  const edited = editAsset(text, asset.name, differingFields(asset, fields));
  const { problems } = validateDocument(parseDocument(file, edited));
  if (problems.length > 0) throw new ManifestError(problems);
  const texts = new Map([[file, [text, edited] as const]]);
  const written = await log.write({ what, assets: [asset.name], texts });
  return { asset: asset.name, file, fields, change: written?.id ?? null };
}

/** A manifest does not repeat what it says by default. */
function differingFields(
  asset: Asset,
  fields: Record<string, number | string>,
): Record<string, number | string> {
  const now = new Map<string, unknown>(Object.entries(asset));
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => now.get(key) !== value),
  );
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

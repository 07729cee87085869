import { statSync } from 'node:fs';
import path from 'node:path';
import type {
  Asset,
  Digest,
  Inspection,
  LockedAsset,
  LockedOutput,
  LockedResult,
  Output,
} from '@assetgen/core';
import type { Preview } from '../shared/messages.ts';

/** Where the bytes of a digest stand. */
export interface Place {
  readonly path: string;
  readonly below: string;
}

/** Digests that the page may ask for, and where they stand. Nothing else on the disk has an address. */
export type Places = Map<string, Place>;

export function hexOf(digest: Digest): string {
  return digest.slice('sha256-'.length);
}

/** One made output with where it stands; null where its bytes are not on this machine. */
export function placeOutput(
  inspection: Inspection,
  places: Places,
  name: string,
  made: LockedOutput,
  draft: boolean,
): Place | null {
  const hex = hexOf(made.digest);
  const known = places.get(hex);
  if (known !== undefined) return known;
  // The blob first: what stands in the files folder may have been edited.
  const found = blobPlace(inspection, made.digest) ?? filePlace(inspection, name, made, draft);
  if (found !== null) places.set(hex, found);
  return found;
}

/** The blob of a variant. */
function placeBlob(inspection: Inspection, places: Places, digest: Digest): boolean {
  const hex = hexOf(digest);
  if (places.has(hex)) return true;
  const found = blobPlace(inspection, digest);
  if (found !== null) places.set(hex, found);
  return found !== null;
}

function blobPlace(inspection: Inspection, digest: Digest): Place | null {
  const blob = inspection.blob(digest);
  // blobs/<2 hex>/<62 hex>
  return blob === null ? null : { path: blob, below: path.resolve(blob, '../..') };
}

function filePlace(
  { folders }: Inspection,
  name: string,
  made: LockedOutput,
  draft: boolean,
): Place | null {
  const below = draft ? folders.drafts : folders.files;
  const file = path.join(below, name);
  const isThere = statSync(file, { throwIfNoEntry: false })?.size === made.bytes;
  return isThere ? { path: file, below } : null;
}

/** What an asset has: what was made for it, or else its draft. */
export interface Made {
  readonly entry: LockedAsset;
  readonly draft: boolean;
}

export function madeOf({ lock, drafts }: Inspection, name: string): Made | null {
  const locked = lock.assets[name];
  const draft = drafts[name];
  // A purchase that failed its limits has no outputs: it is shown itself.
  const isLocked = locked !== undefined && (hasOutputs(locked) || draft === undefined);
  if (isLocked) return { entry: locked, draft: false };
  return draft === undefined ? null : { entry: draft, draft: true };
}

function hasOutputs({ outputs }: LockedAsset): boolean {
  return Object.keys(outputs).length > 0;
}

/** Wide enough for a card on a dense screen. Unit: pixels. */
const CARD_WIDTH = 640;

/** The output that shows an asset best in a card: one that is there, sharp and not too large. */
export function previewOf(inspection: Inspection, places: Places, asset: Asset): Preview | null {
  const made = madeOf(inspection, asset.name);
  if (made === null) return null;
  const { entry, draft } = made;
  for (const output of inOrderOfUse(asset, entry)) {
    const type = previewType(output.format);
    const locked = entry.outputs[output.name];
    if (type === null || locked === undefined) continue;
    if (placeOutput(inspection, places, output.name, locked, draft) === null) continue;
    const preview = outputPreview(type, locked, draft);
    if (type !== 'model') return preview;
    return { ...preview, ...lightest(inspection, places, asset, made) };
  }
  return variantPreview(inspection, places, asset, entry.variants[asset.pick - 1], draft);
}

/** The model with the fewest bytes: a card is small, and hundreds of them are passed over. */
function lightest(
  inspection: Inspection,
  places: Places,
  asset: Asset,
  { entry, draft }: Made,
): { readonly orbit?: string } {
  const [found] = asset.outputs
    .filter(({ step, member }) => step.type === 'model' && member === 0)
    .flatMap(({ name }) => {
      const locked = entry.outputs[name];
      return locked === undefined ? [] : [{ name, locked }];
    })
    .filter(({ name, locked }) => placeOutput(inspection, places, name, locked, draft) !== null)
    .sort((a, b) => a.locked.bytes - b.locked.bytes);
  return found === undefined ? {} : { orbit: hexOf(found.locked.digest) };
}

function outputPreview(
  type: Preview['type'],
  { digest, meta }: LockedOutput,
  draft: boolean,
): Preview {
  const { width, height, placeholder } = meta;
  return {
    type,
    digest: hexOf(digest),
    draft,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

export function variantPreview(
  inspection: Inspection,
  places: Places,
  asset: Asset,
  variant: LockedResult | { readonly failed: true } | undefined,
  draft: boolean,
): Preview | null {
  if (variant === undefined || 'failed' in variant) return null;
  if (!placeBlob(inspection, places, variant.digest)) return null;
  const type = asset.kind === 'chibi' ? 'model' : asset.kind;
  return { type, digest: hexOf(variant.digest), draft };
}

function previewType(format: string): Preview['type'] | null {
  if (format === 'glb') return 'model';
  if (format === 'mp4' || format === 'webm') return 'video';
  return ['png', 'jpeg', 'webp', 'avif'].includes(format) ? 'image' : null;
}

function inOrderOfUse(asset: Asset, { outputs }: LockedAsset): Output[] {
  const wanted = asset.kind === 'chibi' ? 'model' : asset.kind;
  const shown = asset.outputs.filter(({ format }) => previewType(format) === wanted);
  if (asset.kind !== 'image') return shown;
  const missing = (name: string): number => {
    const width = outputs[name]?.meta.width ?? CARD_WIDTH;
    return width >= CARD_WIDTH ? width - CARD_WIDTH : (CARD_WIDTH - width) * 8;
  };
  return shown.sort((a, b) => missing(a.name) - missing(b.name));
}

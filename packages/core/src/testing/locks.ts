import { createHash } from 'node:crypto';
import type { Digest, Fingerprint } from '../brands.ts';
import type { LockedAsset, LockedJob, LockedOutput, LockedVariant } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import type { Asset, ImageInput } from '../manifest/manifest.ts';
import { sourceOf, wantedFingerprint } from '../plan/wanted-fingerprint.ts';
import { recipeFields, recipeFingerprint, recipeOf } from '../plan/recipe-fingerprint.ts';

export const digest = (text: string): Digest =>
  `sha256-${createHash('sha256').update(text).digest('hex')}` as Digest;

/** Inputs whose bytes are their path, or the name of their asset. */
export const digests = (input: ImageInput): Digest =>
  digest(input.type === 'file' ? input.given : input.name);

/** An entry of the lock as a build of this asset would have left it. */
export function lockedOf(asset: Asset, change: Partial<LockedAsset> = {}): LockedAsset {
  const count = asset.kind === 'chibi' ? asset.source.images.length : asset.variants;
  const ids = Array.from({ length: count }, (_, index) => `${asset.name}-${index + 1}`);
  const variants: LockedVariant[] = ids.map((uuid) => ({ uuid, digest: digest(uuid), bytes: 10 }));
  const job: LockedJob = {
    operation: operationOf(asset),
    uuids: ids,
    points: 20 * count,
    service: 'remote',
  };
  const base: LockedAsset = {
    kind: asset.kind,
    recipe: recipeFingerprint(asset, digests) as Fingerprint,
    fields: recipeFields(recipeOf(asset, digests) ?? {}),
    jobs: [job],
    variants,
    outputs: record<LockedOutput>([]),
    ...change,
  };
  const outputs = asset.outputs.flatMap((output): [string, LockedOutput][] => {
    const fingerprint = wantedFingerprint(asset, output, base);
    const source = sourceOf(asset, output, base);
    if (fingerprint === null || source === null) return [];
    return [
      [output.name, { fingerprint, digest: digest(`${output.name} bytes`), bytes: 5, meta: {} }],
    ];
  });
  return { ...base, outputs: change.outputs ?? record(outputs) };
}

function operationOf(asset: Asset): string {
  switch (asset.kind) {
    case 'model':
      return asset.source.type === 'image' ? 'generateModelWithImage' : 'generateModelWithText';
    case 'image':
      return asset.source.type === 'v1' ? 'generateImages' : 'createNormalPicture';
    case 'video':
      return 'createNormalVideo';
    case 'chibi':
      return 'createCuteModelsFromImages';
  }
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Digest, Fingerprint } from '../../brands.ts';
import type { JournalState } from '../../plan/journal-state.ts';
import { pickedVariant } from '../../lock/lock.ts';
import type { Asset, ImageInput, Manifest } from '../../manifest/manifest.ts';
import type { FindBought } from '../../plan/bought.ts';
import type { Facts } from '../../plan/asset-plan.ts';
import { recipeFingerprint } from '../../plan/recipe-fingerprint.ts';
import type { Lane } from '../workspace/workspace.ts';

/** The digest of an input image in a lane: of its file, or of the picked result of its asset. */
export function inputDigests(
  byName: ReadonlyMap<string, Asset>,
  files: ReadonlyMap<string, Digest>,
  lanes: readonly Lane[],
): (input: ImageInput) => Digest | null {
  // An asset may feed many, along many ways: its own digest is looked up once.
  const results = new Map<string, Digest | null>();
  const digests = (input: ImageInput): Digest | null => {
    if (input.type === 'file') return files.get(input.path) ?? null;
    const asset = byName.get(input.name);
    if (asset === undefined) return null;
    const known = results.get(input.name);
    if (known !== undefined) return known;
    const found = resultDigest(asset);
    results.set(input.name, found);
    return found;
  };
  const resultDigest = (asset: Asset): Digest | null => {
    const recipe = recipeFingerprint(asset, digests);
    for (const lane of lanes) {
      const locked = lane.lock.lock.assets[asset.name];
      if (locked === undefined || (locked.recipe !== recipe && !asset.frozen)) continue;
      const picked = pickedVariant(locked, asset.pick);
      if (picked !== null) return picked.digest;
    }
    return null;
  };
  return digests;
}

/** Facts that touch the disk once: files whose stamp is not known are hashed here, before planning. */
export async function gatherFacts(
  manifest: Manifest,
  lane: Lane,
  digests: (input: ImageInput) => Digest | null,
  journal: (recipe: Fingerprint, ordinal: number) => JournalState,
  bought: FindBought,
  converted: Facts['converted'] = () => null,
): Promise<Facts> {
  const states = new Map<string, Digest | undefined>();
  // A fresh clone has no files and no blobs: nothing is looked for one by one.
  const hasFiles = existsSync(lane.filesDir);
  const hasBlobs = !lane.store.isEmpty();
  for (const asset of hasFiles ? manifest.assets : []) {
    const locked = lane.lock.lock.assets[asset.name];
    if (locked === undefined) continue;
    for (const output of asset.outputs) {
      const file = path.join(lane.filesDir, output.name);
      const known = lane.stats.known(file);
      states.set(output.name, known === null ? await lane.stats.digest(file) : known);
    }
  }
  return {
    digests,
    journal,
    bought,
    converted,
    hasBlob: (digest) => hasBlobs && lane.store.has(digest),
    file(name, expected) {
      const digest = states.get(name);
      if (digest === undefined) return 'missing';
      return digest === expected.digest ? 'ok' : 'edited';
    },
  };
}

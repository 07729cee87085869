import { resolve } from 'node:path';
import type { AssetView } from '@assetgen/core';
import { placeFile } from '../shared/large/place-file.ts';
import { publicTaken } from '../shared/own-public-files.ts';
import { openPlacedPublic } from '../shared/placed-public.ts';

/**
 * Puts the public outputs into the output folder. It is not emptied between builds, and has what the user or another
 * plugin put there: that stays.
 *
 * @throws Error `ASSETGEN_PUBLIC_TAKEN`
 */
export async function placePublic(
  { files }: AssetView,
  folder: string,
  root: string,
): Promise<void> {
  const outputs = files.filter((file) => file.public !== undefined);
  if (outputs.length === 0) return;
  const placed = openPlacedPublic(root);
  for (const file of outputs) {
    const target = resolve(folder, file.public ?? file.name);
    if (placed.isTaken(file, target)) throw publicTaken(file, target);
    await placeFile(file, target);
    placed.note(file, target);
  }
  await placed.save();
}

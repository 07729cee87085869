import type { AssetView } from '@assetgen/core';
import type { WrittenFile } from './refuse-leftovers.ts';

/** Whether a file may hold references: bundlers copy what is only looked at, so look at no others. */
export function isText(fileName: string): boolean {
  return /\.(?:css|html|webmanifest)$/.test(fileName);
}

/** `refuseLeftovers`, which is loaded where there is such a file. */
export async function lookForLeftovers(
  files: Iterable<WrittenFile>,
  prefix: string,
  view: AssetView | null,
): Promise<void> {
  const texts = [...files];
  if (texts.length === 0) return;
  const { refuseLeftovers } = await import('./refuse-leftovers.ts');
  await refuseLeftovers(texts, prefix, view);
}

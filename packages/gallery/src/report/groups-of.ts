import type { LockedAsset } from '@assetgen/core';
import { byName } from '../shared/by-name.ts';
import type { Group } from './types.ts';

/** What assets weigh together, by the folder of their names; in the order of these. */
export function groupsOf(
  names: readonly string[],
  locked: Readonly<Record<string, LockedAsset>>,
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const asset of names) {
    const outputs = Object.values(locked[asset]?.outputs ?? {});
    if (outputs.length === 0) continue;
    const name = asset.slice(0, Math.max(0, asset.lastIndexOf('/')));
    const before = groups.get(name) ?? { name, assets: 0, bytes: 0, gpuBytes: 0, drawCalls: 0 };
    const sum = (of: (output: (typeof outputs)[number]) => number): number =>
      outputs.reduce((all, output) => all + of(output), 0);
    groups.set(name, {
      name,
      assets: before.assets + 1,
      bytes: before.bytes + sum(({ bytes }) => bytes),
      gpuBytes: before.gpuBytes + sum(({ meta }) => meta.gpuBytes ?? 0),
      drawCalls: before.drawCalls + sum(({ meta }) => meta.drawCalls ?? 0),
    });
  }
  return [...groups.values()].sort((a, b) => byName(a.name, b.name));
}

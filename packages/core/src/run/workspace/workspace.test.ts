import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openResultIndex } from '../../store/index/result-index.ts';
import { openBlobStore } from '../../store/cas/blob-store.ts';
import { lockedOf } from '../../testing/locks.ts';
import { assetOf } from '../../testing/manifests.ts';
import { openRealLane } from './workspace.ts';

it('twelve builds of one project at once lose no entry of its lock', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'lane-'));
  const parts = {
    root,
    store: openBlobStore(root),
    index: openResultIndex(root),
    shared: null,
    engine: () => Promise.reject(new Error('no engine')),
    remake: null,
    checkPortrait: null,
  };
  const entry = lockedOf(assetOf({ kind: 'image', prompt: 'x' }));
  const lanes = await Promise.all(Array.from({ length: 12 }, () => openRealLane(parts)));
  await Promise.all(
    lanes.map((lane, index) => {
      lane.lock.set(`a${index}`, entry);
      return lane.lock.flush();
    }),
  );
  const { lock } = await openRealLane(parts);
  expect(Object.keys(lock.lock.assets)).toHaveLength(12);
});

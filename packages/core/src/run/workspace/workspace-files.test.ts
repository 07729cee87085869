import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lockedOf } from '../../testing/locks.ts';
import { systemClock } from '@assetgen/client/clock';
import { assetOf } from '../../testing/manifests.ts';
import { openProjectFiles } from './workspace-files.ts';

it('twelve builds of one project at once lose no entry of its lock', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'workspace-'));
  const entry = lockedOf(assetOf({ kind: 'image', prompt: 'x' }));
  const builds = await Promise.all(
    Array.from({ length: 12 }, () => openProjectFiles(root, systemClock)),
  );
  await Promise.all(
    builds.map(({ lock }, index) => {
      lock.set(`a${index}`, entry);
      return lock.flush();
    }),
  );
  const { lock } = await openProjectFiles(root, systemClock);
  expect(Object.keys(lock.current.assets)).toHaveLength(12);
});

import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@assetgen/core';
import { expect, it } from 'vitest';
import type { PluginProject } from '../shared/plugin-project.ts';
import { createSession } from '../shared/session.ts';
import type { Session } from '../shared/session.ts';
import { folderProjects } from '../testing/folder-project.ts';
import { lockingProjects, writeWhole } from '../testing/locking-projects.ts';
import { createUpdates } from './updates.ts';
import type { Updates } from './updates.ts';

function openUpdates(project: Project): {
  readonly session: Session;
  readonly updates: Updates;
} {
  const session = createSession(project);
  const updates = createUpdates(
    () => ({ project, session }) as PluginProject,
    () => [],
    () => false,
  );
  return { session, updates };
}

it('the environments of a server share the look at a change, also when the next change was looked at since', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'updates-')));
  const manifest = join(root, 'assets.gen.json');
  const log = { runs: 0, closed: false };
  const project = folderProjects(log)({ root, command: 'serve' });
  const { session, updates } = openUpdates(project);
  await writeFile(manifest, '{ "sky.png": { "text": "blue" } }');
  await session.ensure();

  await writeFile(manifest, '{ broken');
  const broken = updates.after(manifest, 1);
  const failed = broken?.then((update) => update?.status);
  // The page's environment is asked about the repair before the others are about the mistake.
  await expect.poll(() => log.runs).toBe(2);
  await writeFile(manifest, '{ "sky.png": { "text": "blue" } }');
  const repaired = updates.after(manifest, 2);
  expect(await failed).toBe('failed');
  expect(updates.after(manifest, 1)).toBe(broken);
  expect(updates.after(manifest, 2)).toBe(repaired);

  // Takes the overlay away: nothing else of the page changed.
  expect(await repaired).toMatchObject({ status: 'ready', send: { type: 'update', updates: [] } });
  expect(log.runs).toBe(3);
});

it('a lock that is told before the look that wrote it has ended asks for no other', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'updates-')));
  const [manifest, lock] = [join(root, 'assets.gen.json'), join(root, 'assets.gen.lock.json')];
  const log = { runs: 0, closed: false };
  const locking = lockingProjects(folderProjects(log))({ root, command: 'serve' });
  let told: ReturnType<Updates['after']> = null;
  /** Tells of the lock while the look that wrote it has still to answer. */
  const project = {
    ...locking,
    async ensure() {
      const result = await locking.ensure();
      told = updates.after(lock, log.runs);
      return result;
    },
  };
  const { session, updates } = openUpdates(project);
  await writeFile(manifest, '{ "sky.png": { "text": "blue" } }');
  await session.ensure();
  expect(told).toBeInstanceOf(Promise);
  expect(await told).toBe(null);

  await writeFile(manifest, '{ "sky.png": { "text": "grey" } }');
  expect(await updates.after(manifest, 11)).toMatchObject({ status: 'ready' });
  expect(await told).toBe(null);
  expect(log.runs).toBe(2);

  await writeWhole(lock, '[]');
  expect(await updates.after(lock, 12)).toMatchObject({ status: 'ready' });
  expect(log.runs).toBe(3);
});

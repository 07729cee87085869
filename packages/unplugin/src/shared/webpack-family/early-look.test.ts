import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSession } from '../session.ts';
import { folderProjects } from '../../testing/folder-project.ts';
import type { FolderProjectLog } from '../../testing/folder-project.ts';
import { lookEarly } from './early-look.ts';

async function openLook() {
  const root = await mkdtemp(join(tmpdir(), 'early-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manifest = join(root, 'assets.gen.json');
  const write = (text: string): Promise<void> =>
    writeFile(manifest, text === '' ? '' : JSON.stringify({ 'sky.webp': { text } }));
  await write('one');
  const log: FolderProjectLog = { runs: 0, closed: false };
  const project = folderProjects(log)({ root, command: 'serve' });
  const session = createSession(project);
  await session.ensure();
  let invalid: (file: string | null) => void = () => undefined;
  let started = 0;
  const watching = {
    watchOptions: { aggregateTimeout: 20 },
    invalidate: () => void (started += 1),
  };
  const compiler = {
    watching,
    hooks: { invalid: { tap: (_name: string, use: typeof invalid) => void (invalid = use) } },
  };
  const isOurs = (file: string): boolean => file === manifest;
  const parts = { name: 'test', project, session };
  const early = lookEarly(compiler, parts, isOurs, () => false);
  const announce = (file: string | null): void => invalid(file);
  return {
    early,
    invalid: announce,
    log,
    manifest,
    session,
    started: () => started,
    watching,
    write,
  };
}

it('looks when a change is seen, and stands for it', async () => {
  const { early, invalid, log, manifest, session, write } = await openLook();
  await write('two');
  invalid(manifest);
  expect(await early.covers([manifest])).not.toBeNull();
  expect(log.runs).toBe(2);
  expect(session.latest()?.files[0]?.bytes).toBe(3);
  // Once: the next run may have changes that nobody announced.
  expect(await early.covers([manifest])).toBeNull();
});

it('does not stand for a file that was written again meanwhile', async () => {
  const { early, invalid, manifest, write } = await openLook();
  // As an editor that empties a file before it writes it.
  await write('');
  invalid(manifest);
  await write('two');
  expect(await early.covers([manifest])).toBeNull();
});

it('does not look for what is not ours', async () => {
  const { early, invalid, log } = await openLook();
  invalid('/elsewhere/main.js');
  invalid(null);
  expect(await early.covers([])).toBeNull();
  expect(log.runs).toBe(1);
});

it('ends the wait for more changes when it went well', async () => {
  const { invalid, manifest, session, started, write } = await openLook();
  await write('');
  invalid(manifest);
  await expect(session.ensure()).rejects.toThrow('expected JSON');
  expect(started()).toBe(0);
  await write('two');
  invalid(manifest);
  await session.ensure();
  await expect.poll(started).toBe(1);
});

it('leaves a longer wait as the user asked for it', async () => {
  const { early, invalid, manifest, session, started, watching, write } = await openLook();
  watching.watchOptions.aggregateTimeout = 300;
  await write('two');
  invalid(manifest);
  await session.ensure();
  expect(await early.covers([manifest])).not.toBeNull();
  expect(started()).toBe(0);
});

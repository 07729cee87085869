import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createProject, runCommand, writeManifest } from '../support/command.ts';

const art = (...outputs: unknown[]): object => ({
  assets: { art: { kind: 'image', source: './art.png', outputs } },
});
const SERVICE = { ASSETGEN_API_URL: 'http://127.0.0.1:9', ASSETGEN_API_KEY: 'k' };

test('comments of the types tell what the lock says; no frozen build and no clone rewrites them', async () => {
  const root = await createProject(art({ format: 'webp', width: 64 }));
  const background = { width: 128, height: 96, channels: 3, background: '#3a7d44' } as const;
  await sharp({ create: background }).png().toFile(path.join(root, 'art.png'));
  const types = (folder = root): Promise<string> =>
    readFile(path.join(folder, 'assets.gen.d.ts'), 'utf8');

  await runCommand(root, ['types']);
  expect(await types()).toContain('/** image · webp · 64 wide ![]');
  expect((await runCommand(root, ['build'], SERVICE)).code).toBe(0);
  const made = await types();
  expect(made).toMatch(/\/\*\* image · webp · 64 × 48 · [\d.]+ kB !\[\]/);
  expect((await runCommand(root, ['types', '--json'])).json()).toMatchObject({ changed: false });

  // A clone with an empty cache.
  const clone = await createProject(art({ format: 'webp', width: 64 }));
  for (const name of ['art.png', 'assets.gen.lock.json', 'assets.gen.d.ts']) {
    await copyFile(path.join(root, name), path.join(clone, name));
  }
  expect((await runCommand(clone, ['build', '--frozen'], SERVICE)).code).toBe(0);
  expect(await types(clone)).toBe(made);
  expect((await runCommand(clone, ['check'])).code).toBe(0);
  // As Git for Windows checks it out.
  const windows = made.replaceAll('\n', '\r\n');
  await writeFile(path.join(clone, 'assets.gen.d.ts'), windows);
  expect((await runCommand(clone, ['check'])).code).toBe(0);
  expect((await runCommand(clone, ['build', '--frozen'], SERVICE)).code).toBe(0);
  expect(await types(clone)).toBe(windows);
  await writeFile(path.join(clone, 'assets.gen.d.ts'), made);
  // One whose lock is not committed, while its page shows drafts.
  await rm(path.join(clone, 'assets.gen.lock.json'));
  expect((await runCommand(clone, ['build', '--draft'], SERVICE)).code).toBe(0);
  expect(await types(clone)).toBe(made);

  // A new name is there before it is made.
  writeManifest(clone, art({ format: 'webp', width: 64 }, 'avif'));
  expect((await runCommand(clone, ['check'])).stderr).toContain('assets.gen.d.ts differs');
  expect((await runCommand(clone, ['build', '--draft'], SERVICE)).code).toBe(0);
  expect(await types(clone)).toContain('declare module "@gen/art.avif"');
});

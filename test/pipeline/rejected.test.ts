import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

let service: PaidService | undefined;
afterEach(() => service?.close());

test('a paid result that is rejected is kept, and not bought again by itself', async () => {
  service = await startPaidService();
  const icon = { kind: 'image', prompt: 'an icon', outputs: ['png'] };
  // What the service makes is one pixel wide.
  const strict = { assets: { icon: { ...icon, expect: { minWidth: 64 } } } };
  const root = await createProject(strict);
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'a key',
    ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
  };
  for (let count = 0; count < 3; count += 1) {
    const build = await runCommand(root, ['build', '--json'], env);
    expect(build.code).toBe(1);
    expect(build.json()).toMatchObject({
      ok: false,
      generated: 0,
      errors: [
        {
          code: 'ASSETGEN_EXPECT',
          asset: 'icon',
          message: 'icon.png: expected minWidth 64, found a width of 1',
          hint: expect.stringMatching(/kept.*`assetgen pick icon N`.*`assetgen reroll icon`/),
        },
      ],
    });
    expect([...service.accepted.values()]).toEqual([1]);
    expect(existsSync(path.join(root, '.assetgen/files/icon.png'))).toBe(false);
  }
  writeManifest(root, { assets: { icon } });
  const build = await runCommand(root, ['build', '--json'], env);
  expect(build.json()).toMatchObject({ ok: true, generated: 0, points: 0 });
  expect([...service.accepted.values()]).toEqual([1]);
  expect(existsSync(path.join(root, '.assetgen/files/icon.png'))).toBe(true);
});

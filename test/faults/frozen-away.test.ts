import { mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildReport } from '@assetgen/core';
import { createProject, runCommand } from '../support/command.ts';
import { startCountedService } from '../support/counted-service.ts';
import { freePort } from '../support/server-process.ts';

const COUNT = 12;
const assets = Object.fromEntries(
  Array.from({ length: COUNT }, (_each, index) => [
    `lamp${index}`,
    { kind: 'image', prompt: `lamp ${index}`, outputs: ['png'] },
  ]),
);
const newCache = () => ({ ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')) });

test('a frozen build with an empty cache, the service away: ends soon, names every file, exit 3', async () => {
  const service = await startCountedService();
  const env = { ASSETGEN_API_KEY: 'key' };
  const first = await createProject({ assets });
  const built = await runCommand(first, ['build'], {
    ...env,
    ...newCache(),
    ASSETGEN_API_URL: service.url,
  });
  expect(built.code, built.stderr).toBe(0);
  await service.close();

  const clone = await createProject({ assets });
  for (const name of ['assets.gen.lock.json', 'assets.gen.d.ts']) {
    await copyFile(path.join(first, name), path.join(clone, name));
  }
  const away = { ASSETGEN_API_URL: `http://127.0.0.1:${await freePort()}` };
  const started = performance.now();
  const args = ['build', '--frozen', '--json', '--concurrency', '2'];
  const ran = await runCommand(clone, args, { ...env, ...newCache(), ...away });
  // All files together, and not each of them after the other.
  expect(performance.now() - started).toBeLessThan(100_000);
  expect(ran.code).toBe(3);
  const { errors } = ran.json<BuildReport>();
  expect(errors).toHaveLength(COUNT);
  expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['ASSETGEN_FROZEN']));
  expect(errors[0]?.message).toContain('did not answer');
});

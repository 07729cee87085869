import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import useTempRoot from './temp-root.ts';

test('projects of one run share a folder, which the first takes away with it', async () => {
  vi.stubEnv('TMPDIR', '/tmp');
  const removeFirst = useTempRoot();
  const root = tmpdir();
  const removeSecond = useTempRoot();
  expect(root).not.toBe('/tmp');
  expect(tmpdir()).toBe(root);

  await removeSecond();
  expect(existsSync(root)).toBe(true);
  await removeFirst();
  expect(existsSync(root)).toBe(false);
  expect(tmpdir()).toBe('/tmp');
  vi.unstubAllEnvs();
});

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers } from './remove-leftovers.ts';

const MINUTE = 60_000;
const random = 'a1b2c3d4e5f6';

it('removes what dead processes left, and nothing that may still be written', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'leftovers-'));
  const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
  const files = [
    `a.png.${dead}.${random}.tmp`,
    `sub/b.png.${dead}.${random}.tmp`,
    `c.png.${process.pid}.${random}.tmp`,
    'd.png',
    'mine.tmp',
    `e.png.${dead}.tmp`,
  ];
  await mkdir(path.join(folder, 'sub'));
  for (const file of files) await writeFile(path.join(folder, file), 'x');
  const left = async (): Promise<string[]> => {
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    const found = all.filter((each) => each.isFile());
    return found.map((each) => path.relative(folder, path.join(each.parentPath, each.name))).sort();
  };
  const now = Date.now();
  await removeLeftovers(folder, { deep: true, now: now + MINUTE });
  expect(await left()).toEqual([...files].sort());
  await removeLeftovers(folder, { now: now + 3 * MINUTE, prefix: 'b' });
  expect(await left()).toEqual([...files].sort());
  await removeLeftovers(folder, { now: now + 3 * MINUTE, prefix: 'a' });
  expect(await left()).not.toContain(files[0]);
  await removeLeftovers(folder, { deep: true, now: now + 3 * MINUTE });
  expect(await left()).toEqual(files.slice(2).sort());
  await removeLeftovers(folder, { deep: true, now: now + 25 * 60 * MINUTE });
  expect(await left()).toEqual(files.slice(3).sort());
  await removeLeftovers(path.join(folder, 'nowhere'), { now });
});

import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder-ledger.ts';
import { dropOldest } from './drop-oldest.ts';
import { folderFiles } from './folder-files.ts';

const META = { contentType: 'a/b', extension: 'b' };
const key = (number: number): string => number.toString(16).padStart(2, '0').repeat(32);

test('the oldest files go until the rest fits', async () => {
  const folder = await temporaryFolder();
  for (const [name, age] of [
    ['new', 1],
    ['oldest', 9],
    ['old', 5],
  ] as const) {
    await writeFile(join(folder, name), Buffer.alloc(100));
    await utimes(join(folder, name), 1000 - age, 1000 - age);
  }
  await dropOldest(folder, 300);
  expect(await readdir(folder)).toHaveLength(3);
  await dropOldest(folder, 250);
  expect((await readdir(folder)).sort()).toEqual(['new', 'old']);
  await dropOldest(join(folder, 'missing'), 0);
});

test('a folder of made files stays near its limit, and tells what is gone', async () => {
  const files = folderFiles(await temporaryFolder(), 20_000);
  for (let number = 0; number < 40; number++) {
    await files.putMade(key(number), new Uint8Array(2000), META);
  }
  const kept = async (): Promise<number> =>
    (await Promise.all(Array.from({ length: 40 }, (_, number) => files.made(key(number))))).filter(
      (file) => file !== undefined,
    ).length;
  await expect.poll(kept).toBeLessThan(14);
  expect(await files.made(key(39))).toMatchObject({ size: 2000, extension: 'b' });
});

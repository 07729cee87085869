import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ANYWHERE } from '../fs/link-guard.ts';
import { keptJobTimes, middleTimes } from './kept-job-times.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'assetgen-times-'));

it('keeps the times of each service by itself', async () => {
  const cache = folder();
  const kept = keptJobTimes(cache, 'https://one.example', ANYWHERE);
  expect(await kept.read()).toEqual({});
  await kept.write({ createNormalPicture: [[7_200, 8_100]] });
  expect(await kept.read()).toEqual({ createNormalPicture: [[7_200, 8_100]] });
  expect(await keptJobTimes(cache, 'https://two.example', ANYWHERE).read()).toEqual({});
});

it('leaves out what is no time, whoever wrote it', async () => {
  const cache = folder();
  const kept = keptJobTimes(cache, 'https://one.example', ANYWHERE);
  await kept.write({});
  const [name = ''] = readdirSync(path.join(cache, 'times'));
  const file = path.join(cache, 'times', name);
  const bad = [[5, 4], [0, 1e12], [-1, 3], ['1', 2], [1], 7, null];
  writeFileSync(file, JSON.stringify({ model: [...bad, [0, 20]], other: 'often' }));
  expect(await kept.read()).toEqual({ model: [[0, 20]] });
  for (const text of ['', '{', '[]', 'null', '"x"']) {
    writeFileSync(file, text);
    expect(await kept.read()).toEqual({});
  }
});

it('is quiet where the cache cannot be written', async () => {
  const cache = folder();
  writeFileSync(path.join(cache, 'times'), 'a file stands where the folder should');
  const kept = keptJobTimes(cache, 'https://one.example', ANYWHERE);
  await expect(kept.write({ model: [[1, 2]] })).resolves.toBeUndefined();
  expect(await kept.read()).toEqual({});
});

it('of the times of an operation the middle one counts', () => {
  const times = {
    model: [
      [90, 110],
      [5, 15],
      [30, 50],
    ],
    image: [[0, 8]],
    none: [],
  } as const;
  expect([...middleTimes(times)]).toEqual([
    ['model', 40],
    ['image', 4],
  ]);
});

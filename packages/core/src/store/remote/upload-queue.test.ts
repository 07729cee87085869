import { existsSync } from 'node:fs';
import { mkdtemp, readdir, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '@assetgen/client/clock';
import type { Digest, Fingerprint } from '../../brands.ts';
import type { Shared } from './upload.ts';
import { fileUploadQueue, hasUploads } from './upload-queue.ts';

const shared = (digit: string): Shared => ({
  entry: {
    name: { kind: 'recipe', fingerprint: digit.repeat(64) as Fingerprint },
    value: `value ${digit}`,
  },
  blobs: [{ digest: `sha256-${digit.repeat(64)}` as Digest, bytes: 10 }],
});

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'queue-')), 'unshared');
});

it('gives the next run what was left, and nothing once all of it went through', async () => {
  await fileUploadQueue(folder, systemClock).keep([shared('1'), shared('2')]);
  expect(hasUploads(folder)).toBe(true);
  const next = fileUploadQueue(folder, systemClock);
  expect(await next.take()).toEqual([shared('1'), shared('2')]);
  await next.keep([]);
  expect(hasUploads(folder)).toBe(false);
});

it('joins what several runs left, each once; what came meanwhile stays', async () => {
  await fileUploadQueue(folder, systemClock).keep([shared('1')]);
  await fileUploadQueue(folder, systemClock).keep([shared('1'), shared('2')]);
  const one = fileUploadQueue(folder, systemClock);
  expect(
    (await one.take()).toSorted((a, b) => a.entry!.value.localeCompare(b.entry!.value)),
  ).toEqual([shared('1'), shared('2')]);
  await fileUploadQueue(folder, systemClock).keep([shared('3')]);
  await one.keep([shared('2')]);
  const left = await fileUploadQueue(folder, systemClock).take();
  expect(left.map(({ entry }) => entry?.value).toSorted()).toEqual(['value 2', 'value 3']);
});

it('leaves nothing behind where nothing is left', async () => {
  await fileUploadQueue(folder, systemClock).keep([]);
  expect(existsSync(folder)).toBe(false);
});

it('skips what is no queue, and what is two weeks old', async () => {
  await fileUploadQueue(folder, systemClock).keep([shared('1')]);
  const [name] = await readdir(folder);
  await utimes(path.join(folder, name!), 1, 1);
  await mkdir(path.join(folder, 'folder.json'));
  const torn = [
    '',
    '{',
    '[1]',
    '[{"entry":{},"blobs":[]}]',
    '[{"entry":null,"blobs":[{"digest":"../x","bytes":1}]}]',
  ];
  await Promise.all(torn.map((text, index) => writeFile(path.join(folder, `${index}.json`), text)));
  expect(await fileUploadQueue(folder, systemClock).take()).toEqual([]);
});

import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProjectReader } from './project-reader.ts';

async function openReader(manifest: object) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'reader-')));
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify(manifest));
  await writeFile(path.join(root, 'sky.png'), '');
  return createProjectReader({ root, command: 'serve' }, {});
}

const sky = { kind: 'image', source: './sky.png', outputs: [{ format: 'webp', width: 4 }] };

test('what was watched stays so while the files are read again', async () => {
  const reader = await openReader({ assets: { sky } });
  await reader.manifest();
  const before = reader.watched();
  expect(before.map((file) => path.basename(file))).toEqual(
    expect.arrayContaining(['assets.gen.json', 'assetgen.config.js', 'assets.gen.lock.json']),
  );

  reader.forget();
  const lost: string[] = [];
  const look = setInterval(() => {
    const now = new Set(reader.watched());
    lost.push(...before.filter((file) => !now.has(file)));
  }, 0);
  const reading = reader.manifest();
  const atOnce = reader.watched();
  await reading;
  clearInterval(look);
  expect(atOnce).toEqual(before);
  expect(lost).toEqual([]);
  expect(reader.watched()).toEqual(before);
});

test('an input that is no longer named is watched no more, once the manifest could be read', async () => {
  const reader = await openReader({ assets: { sky } });
  await reader.manifest();
  const manifest = path.join(reader.root, 'assets.gen.json');
  const input = path.join(reader.root, 'sky.png');
  expect(reader.watched()).toContain(input);

  await writeFile(manifest, '{');
  reader.forget();
  await expect(reader.manifest()).rejects.toMatchObject({ code: 'ASSETGEN_MANIFEST' });
  expect(reader.watched()).toContain(input);

  await writeFile(manifest, '{ "assets": {} }');
  reader.forget();
  await reader.manifest();
  expect(reader.watched()).not.toContain(input);
});

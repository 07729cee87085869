import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { readPage } from './blocks.ts';

interface Row {
  readonly section: string;
  readonly key: string;
  /** JSON without the braces of an entry. */
  readonly example: string;
}

/** The rows of all tables of the page that end with an example. */
function rows(): Row[] {
  let section = '';
  let column = 0;
  return readPage('docs/reference/manifest.md')
    .split('\n')
    .flatMap((line) => {
      section = /^##+ (.+)$/.exec(line)?.[1] ?? section;
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      if (cells[1] === 'key') column = cells.indexOf('example');
      const [, key] = /^`([\w.]+)`/.exec(cells[1] ?? '') ?? [];
      if (key === undefined || column < 1) return [];
      return [{ section, key, example: (cells[column] ?? '').replaceAll(/^`|`$/g, '') }];
    });
}

/** What an asset needs beside the example, so that it is one. */
const REST: Readonly<Record<string, object>> = {
  model: { kind: 'model', prompt: 'a knight' },
  image: { kind: 'image', prompt: 'a knight' },
  video: { kind: 'video', prompt: 'a knight' },
  chibi: { kind: 'chibi', style: 'chibi', images: ['./art/ann.png'] },
};
/** What an asset is made from: one of these is enough. */
const SOURCES = ['prompt', 'image', 'source', 'uuid'];

function assetOf({ section, key, example }: Row): object {
  const kind = /\b(model|image|video|chibi)\b/.exec(section)?.[1] ?? 'model';
  const rest = { ...REST[kind] } as Record<string, unknown>;
  if (section.startsWith('An output')) return { ...rest, outputs: [JSON.parse(example)] };
  const given = JSON.parse(`{${example}}`) as Record<string, unknown>;
  if (section.includes('expect')) return { ...rest, expect: given };
  if (SOURCES.some((each) => each in given)) delete rest['prompt'];
  expect(Object.keys(given), `${section} ${key}`).toContain(key);
  // A second variant can be picked where two are bought.
  return { ...rest, ...(key === 'pick' ? { variants: 2 } : {}), ...given };
}

test('every key of the manifest has an example, and each is a manifest that is accepted', async () => {
  const found = rows();
  expect(found.length).toBeGreaterThan(120);
  const assets = Object.fromEntries([
    ['art/knight', { kind: 'image', prompt: 'a knight' }],
    ...found.map((row, index) => [`example-${index}-${row.key.toLowerCase()}`, assetOf(row)]),
  ]);
  const root = await createProject({ assets });
  mkdirSync(path.join(root, 'art'));
  const picture = await sharp({
    create: { width: 8, height: 8, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer();
  for (const name of ['ann', 'ben', 'mood'])
    writeFileSync(path.join(root, `art/${name}.png`), picture);
  writeFileSync(
    path.join(root, 'art/logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  );
  const { code, stderr } = await runCommand(root, ['types']);
  expect(stderr).not.toMatch(/assets\.gen\.json:\d+/);
  expect(code, stderr).toBe(0);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { readPage } from './blocks.ts';

interface Row {
  readonly section: string;
  readonly key: string;
  readonly type: string;
  /** JSON without the braces of an entry. */
  readonly example: string;
}

/** The rows of all tables of a page that end with an example. */
function rows(page: string): Row[] {
  let section = '';
  let column = 0;
  return readPage(page)
    .split('\n')
    .flatMap((line) => {
      section = /^##+ (.+)$/.exec(line)?.[1] ?? section;
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      if (cells[1] === 'key' || cells[1] === 'option') column = cells.indexOf('example');
      const [, key] = /^`([\w.$]+)`/.exec(cells[1] ?? '') ?? [];
      if (key === undefined || column < 1) return [];
      return [
        {
          section,
          key,
          type: cells[2] ?? '',
          example: (cells[column] ?? '').replaceAll(/^`|`$/g, ''),
        },
      ];
    });
}

const keysOf = (found: readonly Row[]): readonly string[] => found.map(({ key }) => key);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

/** Every key below a schema, as `cache.remote.url`; each once, in its order. */
function keysBelow({ properties = {}, anyOf = [], items }: Schema, prefix = ''): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...keysBelow(inner, `${prefix}${name}.`),
  ]);
  const inner = [...anyOf, ...(items === undefined ? [] : [items])];
  return [...new Set([...own, ...inner.flatMap((each) => keysBelow(each, prefix))])];
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
  const all = rows('docs/reference/manifest.md');
  const top = all.filter(({ section }) => section === '');
  const found = all.filter(({ section }) => section !== '');
  expect(keysOf(top)).toEqual(['$schema', 'defaults', 'assets']);
  expect(found.length).toBeGreaterThan(120);
  const assets = Object.fromEntries([
    ['art/knight', { kind: 'image', prompt: 'a knight' }],
    ...found.map((row, index) => [`example-${index}-${row.key.toLowerCase()}`, assetOf(row)]),
  ]);
  const whole = JSON.parse(`{${top.map(({ example }) => example).join()}}`) as { assets: object };
  const root = await createProject({ ...whole, assets: { ...whole.assets, ...assets } });
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

test('every key of the config, nested ones too, has an example, and each is a config that is accepted', async () => {
  const schema = JSON.parse(readPage('packages/core/assetgen.config.schema.json')) as Schema;
  const found = rows('docs/reference/config.md').filter(({ section }) => section === 'Options');
  const options = found.filter(({ example }) => !example.startsWith('assetgen('));
  expect(keysOf(options).toSorted()).toEqual(keysBelow(schema).toSorted());
  expect(options.length).toBeGreaterThan(25);
  for (const { key, example } of options) {
    const config = JSON.parse(`{${example}}`) as object;
    expect(keysIn(config), key).toContain(key);
    const { code, stderr } = await runCommand(await createProject({ assets: {} }, config), [
      'types',
    ]);
    expect(stderr, key).not.toContain('ASSETGEN_CONFIG');
    // The manifests of the example are not all there.
    if (key !== 'manifests') expect(code, `${key}: ${stderr}`).toBe(0);
  }
});

/** The keys of a value in the same words: `budgets.assets`. */
function keysIn(value: unknown, prefix = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => keysIn(each, prefix));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...keysIn(inner, `${prefix}${name}.`),
  ]);
}

/** Entries of an object whose keys are free, or that a row of its own explains. */
const FREE = /^(?:extra|defaults|assets)\b/;

test('every key of the manifest, nested ones too, has a row', () => {
  const schema = JSON.parse(readPage('packages/core/assets.gen.schema.json')) as {
    properties: { assets: { additionalProperties: { oneOf: readonly Schema[] } } };
  };
  const found = rows('docs/reference/manifest.md');
  const { oneOf } = schema.properties.assets.additionalProperties;
  expect(oneOf).toHaveLength(4);
  for (const kind of oneOf) {
    const name = String(kind.properties?.['kind']?.const);
    const sections = new RegExp(`^Kind .${name}.$|^An output of an? ${name}$|^.expect.$`);
    const rowsOf = found.filter(({ section }) => sections.test(section));
    const told = new Set(rowsOf.map(({ section, key }) => `${prefixOf(section)}${key}`));
    // The inside of a small union is in the type of its row: `{ "asset": NAME }`.
    const wanted = keysBelow(kind).filter((key) => !FREE.test(key) && !isInType(key, rowsOf));
    expect(wanted.filter((key) => !told.has(key))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(15);
  }
});

function prefixOf(section: string): string {
  if (section.startsWith('An output')) return 'outputs.';
  return section.includes('expect') ? 'expect.' : '';
}

function isInType(key: string, found: readonly Row[]): boolean {
  const [last = '', parent = ''] = key.split('.').toReversed();
  return found.some((row) => row.key === parent && row.type.includes(`{ "${last}": `));
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checkOptions } from '../../packages/core/src/config/check-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the published JSON Schemas are those that check manifest and config', async () => {
  const script = `${root}scripts/write-schema.mjs`;
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined();
});

test('that of the manifest refuses unknown keys and describes every key of an asset', () => {
  const schema = JSON.parse(
    readFileSync(`${root}packages/core/assets.gen.schema.json`, 'utf8'),
  ) as {
    additionalProperties: boolean;
    properties: { assets: { additionalProperties: { anyOf?: Kind[]; oneOf?: Kind[] } } };
  };
  const { anyOf, oneOf } = schema.properties.assets.additionalProperties;
  const kinds = oneOf ?? anyOf ?? [];
  expect(schema.additionalProperties).toBe(false);
  expect(kinds.map((kind) => kind.properties['kind']?.const).sort()).toEqual([
    'chibi',
    'image',
    'model',
    'video',
  ]);
  for (const kind of kinds) {
    expect(kind.additionalProperties).toBe(false);
    for (const [key, value] of Object.entries(kind.properties)) {
      if (key !== 'kind')
        expect({ key, description: value.description }).toEqual({
          key,
          description: expect.any(String),
        });
    }
  }
});

test('that of the config refuses unknown keys and describes every option', () => {
  const schema = JSON.parse(
    readFileSync(`${root}packages/core/assetgen.config.schema.json`, 'utf8'),
  ) as Described;
  expect(undescribed(schema)).toEqual([]);
  const { cache, $schema, ...options } = schema.properties;
  expect($schema).toBeDefined();
  expect(undescribed(cache as Described)).toEqual([]);
  const page = readFileSync(`${root}docs/reference/config.md`, 'utf8');
  for (const name of Object.keys(options)) expect(page).toContain(`| \`${name}\``);
});

test('a config may name its schema', () => {
  expect(checkOptions({ $schema: 'x.json', budget: 3 }, 'x')).toMatchObject({ budget: 3 });
});

function undescribed({ additionalProperties, properties }: Described): readonly string[] {
  expect(additionalProperties).toBe(false);
  return Object.keys(properties).filter((key) => properties[key]?.description === undefined);
}

interface Described {
  readonly additionalProperties: boolean;
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
}

interface Kind {
  readonly additionalProperties: boolean;
  readonly properties: Readonly<Record<string, { const?: string; description?: string }>>;
}

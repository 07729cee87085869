import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the published JSON Schema is the one that the parser uses', async () => {
  const script = `${root}scripts/write-schema.mjs`;
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined();
});

test('it refuses unknown keys and describes every key of an asset', () => {
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

interface Kind {
  readonly additionalProperties: boolean;
  readonly properties: Readonly<Record<string, { const?: string; description?: string }>>;
}

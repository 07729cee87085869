import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { countExtends } from './count-extends.ts';
import { lookForTypes } from './look-for-types.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'extends-'));
});

const write = (name: string, text: string): Promise<void> => writeFile(path.join(root, name), text);
const count = (): Promise<number> => countExtends(path.join(root, 'tsconfig.json'));

it.each([
  ['{}', 1],
  ['{ "extends": "@tsconfig/strictest" }', 1],
  ['{ "extends": "./base.json" } // the team\'s', 2],
  ['{ "extends": ["./base", "./base.json"], }', 3],
  ['{ "extends": "./tsconfig.json" }', 1],
  ['{ "extends": 7 }', 1],
  ['{ "extends": "./gone.json" }', 1],
  ['{ "extends": "/dev/zero" }', 1],
  ['not JSON', 1],
])('%s: %i', async (text, expected) => {
  await write('tsconfig.json', text);
  await write('base.json', '{}');
  expect(await count()).toBe(expected);
});

it('a config that doubles with each level is not read', async () => {
  await write('package.json', '{}');
  await write('tsconfig.json', '{ "extends": "./0.json" }');
  for (let level = 0; level < 60; level += 1) {
    const next = `./${level + 1}.json`;
    await write(`${level}.json`, JSON.stringify({ extends: [next, next] }));
  }
  await write('60.json', '{}');
  expect(await count()).toBeGreaterThan(2 ** 60);
  expect(await lookForTypes(root)).toEqual({ status: 'none' });
});

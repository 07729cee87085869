import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** In benchmarks, scripts and tests, which import what no package exports. */
const MODULE = /'((?:packages\/[\w-]+\/)?src\/[\w/-]+\.ts)'/g;

test('every module that is imported by itself has its source', () => {
  const texts = ['bench', 'scripts', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.mjs') && !file.includes('node_modules'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .filter((text) => text.includes('builtModule'));
  const named = texts.flatMap((text) => [...text.matchAll(MODULE)].map(([, path = '']) => path));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { loadTypeScript } from './load-typescript.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'typescript-'));
  await writeFile(path.join(root, 'other.js'), 'export const limit = 7;');
});

it.each(['commonjs', 'module'])('of a package of type %s, without a compiler', async (type) => {
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ type }));
  await writeFile(
    path.join(root, 'other.mjs'),
    'export const limit: never = 7;'.replace(': never', ''),
  );
  const text = `import { limit } from './other.mjs';
import type { AssetgenOptions } from '@assetgen/core';
import { Other } from './other.mjs';
enum Points { few = 3 }
const other: Other | null = null;
const most = <T extends number>(value: T): T => value!;
export default { budget: most(limit) + Points.few } satisfies AssetgenOptions;
`;
  expect(await loadTypeScript(path.join(root, 'assetgen.config.ts'), text)).toEqual({ budget: 10 });
  expect((await readdir(root)).filter((name) => name.startsWith('assetgen'))).toEqual([]);
});

it.each([
  ['export default {\n  budget: 7,,\n};\n', { line: 1, column: 12 }],
  ['// é 🦊\nconst a: = 3;', { line: 1, column: 9 }],
])('a syntax error has a place: %j', async (text, mark) => {
  const refused = loadTypeScript(path.join(root, 'assetgen.config.ts'), text);
  await expect(refused).rejects.toMatchObject({ name: 'PlacedError', mark });
});

it('what it imports and is not there is told with the name of the file', async () => {
  const file = path.join(root, 'assetgen.config.ts');
  const text = "import x from './nowhere.mjs';\nexport default x;";
  const error = await loadTypeScript(file, text).catch((each: unknown) => each as Error);
  expect((error as Error).message).toContain('nowhere.mjs');
  expect((error as Error).message).not.toMatch(/config\.ts\.[0-9a-f-]{36}/);
});

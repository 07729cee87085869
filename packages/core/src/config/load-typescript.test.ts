import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadTypeScript } from './load-typescript.ts';
import { runsTypeScript } from './runs-typescript.ts';

async function project(typescript: string | null): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'typescript-'));
  await writeFile(path.join(root, 'package.json'), '{ "type": "commonjs" }');
  if (typescript === null) return root;
  const folder = path.join(root, 'node_modules/typescript');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "main": "index.cjs" }');
  await writeFile(path.join(folder, 'index.cjs'), typescript);
  return root;
}

it.each([
  ['no `typescript`', null],
  ['version 7, which has no compiler for programs', 'exports.version = "7.0.2";'],
  ['one that does not run here', 'throw new Error("no binary for this platform");'],
])('a project with %s needs a Node that strips types', async (_name, typescript) => {
  const root = await project(typescript);
  const file = path.join(root, 'assetgen.config.ts');
  const text = 'export default { budget: 7 as number };';
  await writeFile(file, text);
  const loaded = loadTypeScript(file, text, [file]);
  if (runsTypeScript()) expect(await loaded).toEqual({ budget: 7 });
  else
    await expect(loaded).rejects.toThrow(
      'expected Node 22.18 or newer, or the package typescript 5',
    );
  expect((await readdir(root)).filter((name) => name.startsWith('assetgen'))).toHaveLength(1);
});

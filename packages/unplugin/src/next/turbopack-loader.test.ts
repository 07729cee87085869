import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import turbopackLoader from './turbopack-loader.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'loader-'));
  folder = path.join(root, '.assetgen/modules');
  await mkdir(path.join(folder, 'props'), { recursive: true });
  const at = (name: string, url: string): Promise<void> =>
    writeFile(
      path.join(folder, `${name}.js`),
      `// Made\nconst url = new URL("${url}", import.meta.url).href;\nexport default url;\n`,
    );
  await at('hero.webp', '../drafts/files/hero.webp');
  await at('props/dragon.glb', '../../files/props/dragon.glb');
  await writeFile(path.join(folder, 'hero.js'), 'export default {};\n');
});

interface Loaded {
  readonly code: string;
  readonly files: readonly string[];
}

async function load(file: string, source: string): Promise<Loaded> {
  const files: string[] = [];
  const context = {
    resourcePath: path.join(root, file),
    getOptions: () => ({ prefix: '@gen', folder }),
    addDependency: (each: string) => void files.push(path.relative(root, each)),
    addContextDependency: () => undefined,
  };
  return { code: await turbopackLoader.call(context, source), files };
}

it('puts the path of a file in the place of its name in a style sheet', async () => {
  const sheet = 'a { background: url("@gen/hero.webp#x") }\n/* url(@gen/none.webp) */\n';
  expect(await load('src/app/a.css', sheet)).toEqual({
    code: 'a { background: url("../../.assetgen/drafts/files/hero.webp#x") }\n/* url(@gen/none.webp) */\n',
    files: ['.assetgen/modules/hero.webp.js'],
  });
});

it('does so in new URL, whatever the language, and leaves imports alone', async () => {
  const source = `import a from '@gen/props/dragon.glb';
const b: string = new URL('@gen/props/dragon.glb', import.meta.url).href;
export const C = <a href={b}>@gen/props/dragon.glb</a>;`;
  const { code } = await load('here.tsx', source);
  expect(code).toBe(
    source.replace(
      "new URL('@gen/props/dragon.glb'",
      "new URL('./.assetgen/files/props/dragon.glb'",
    ),
  );
});

it('leads code for a framework to its module by name, in folders too, and leaves what it does not know', async () => {
  await writeFile(path.join(folder, 'props/dragon~react.js'), '');
  const source = `import { Dragon } from '@gen/props/dragon?react';
import fox from "@gen/props/fox?react";
import raw from '@gen/props/dragon?raw';
const later = () => import("@gen/props/dragon?react");`;
  const { code } = await load('here.tsx', source);
  expect(code).toBe(source.replaceAll('dragon?react', 'dragon~react'));
});

it('says what is wrong with a name', async () => {
  const css = (name: string): Promise<Loaded> => load('a.css', `a { background: url(${name}) }`);
  await expect(css('@gen/her.webp')).rejects.toThrow(
    'ASSETGEN_UNKNOWN_IMPORT: no output "@gen/her.webp"\n  There are: hero.webp, props/dragon.glb.',
  );
  await expect(css('@gen/hero')).rejects.toThrow(
    'ASSETGEN_NOT_A_FILE: "@gen/hero" is not a file, but a URL must name a file\n  It has: hero.webp.',
  );
});

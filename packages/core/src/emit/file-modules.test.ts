import { expect, it } from 'vitest';
import type { AssetView, OutputFile } from './asset-view.ts';
import { declarationFiles } from './declaration-files.ts';
import { fileModules } from './file-modules.ts';

const outputFile = (asset: string, name: string, folder = 'files'): OutputFile => ({
  asset,
  name,
  path: `/app/.assetgen/${folder}/${name}`,
  bytes: 1,
  sha256: '0',
  draft: folder !== 'files',
});
const FILES = [
  outputFile('props/dragon', 'props/dragon.glb'),
  outputFile('hero', 'hero.webp', 'drafts/files'),
];
const CODE: Readonly<Record<string, string>> = {
  'props/dragon':
    'import f0 from "@gen/props/dragon.glb";\nexport default {\n  url: f0,\n  note: "import x from \\"@gen/hero\\";",\n};\n',
  'props/dragon~three':
    'import { model } from "@gen/~three";\nimport { draco } from "@gen/~three-draco";\nimport f0 from "@gen/props/dragon.glb";\nexport const made = model(f0, draco);\n',
  'props/dragon~r3f':
    'import { made } from "@gen/props/dragon~three";\nexport const Dragon = made;\n',
  '~three': "import { Group } from 'three';\nexport function model() {}\n",
  '~three-draco':
    "import wasm from '@gen/~decoder/draco_decoder.wasm.bin';\nexport const draco = wasm;\n",
};
const VIEW: Pick<AssetView, 'prefix' | 'files' | 'resolve'> = {
  prefix: '@gen',
  files: FILES,
  resolve(id) {
    if (!id.startsWith('@gen/')) return null;
    const name = id.slice('@gen/'.length);
    const file = FILES.find((each) => each.name === name);
    if (file !== undefined) return { type: 'file', file };
    if (name.startsWith('~decoder/')) {
      const path = '/app/.assetgen/decoders/draco_decoder.wasm.bin';
      return { type: 'file', file: { ...outputFile('~', name), path } };
    }
    return { type: 'object', asset: name, code: CODE[name] ?? '' };
  },
};
const texts = (names: readonly string[], urls: 'url' | 'import'): Map<string, string> =>
  new Map(
    fileModules({ view: VIEW, names, folder: '/app/.assetgen/modules', urls }).map((each) => [
      each.name,
      each.text.split('\n').slice(1).join('\n'),
    ]),
  );

it('names each file by where it stands, drafts too', () => {
  const modules = texts(['props/dragon'], 'url');
  expect([...modules.keys()]).toEqual(['props/dragon.js', 'props/dragon.glb.js', 'hero.webp.js']);
  expect(modules.get('props/dragon.js')).toMatchInlineSnapshot(`
    "const f0 = new URL("../../files/props/dragon.glb", import.meta.url).href;
    export default {
      url: f0,
      note: "import x from \\"@gen/hero\\";",
    };
    "
  `);
  expect(modules.get('props/dragon.glb.js')).toBe(
    'const url = new URL("../../files/props/dragon.glb", import.meta.url).href;\nexport default url;\n',
  );
  expect(modules.get('hero.webp.js')).toContain('"../drafts/files/hero.webp"');
});

it('imports files where that is asked for, and takes the URL of a picture that is an object', () => {
  expect(texts([], 'import').get('hero.webp.js')).toBe(
    'import urlFile from "../drafts/files/hero.webp";\nconst url = urlFile.src ?? urlFile;\nexport default url;\n',
  );
});

it('gives code for frameworks with all that it imports; components are of the browser', () => {
  const modules = texts(['props/dragon~r3f'], 'url');
  expect(modules.get('props/dragon~r3f.js')).toBe(
    `'use client';\nimport { made } from "./dragon~three.js";\nexport const Dragon = made;\n`,
  );
  expect(modules.get('props/dragon~three.js')).toContain('import { model } from "../~three.js";');
  expect(modules.get('~three.js')).toContain("import { Group } from 'three';");
  expect(modules.get('~three-draco.js')).toContain(
    'const wasm = new URL("../decoders/draco_decoder.wasm.bin", import.meta.url).href;',
  );
});

it('gives the types of every name that exists, as they stand in assets.gen.d.ts', () => {
  const declarations = [
    '// a comment',
    'declare module "@gen/*?url" {\n  const text: string;\n  export default text;\n}',
    'declare module "@gen/props/dragon" {\n  /** ![](./.assetgen/files/a.webp) */\n  const asset: {\n    readonly url: string;\n  };\n  export default asset;\n}',
    'declare module "@gen/props/dragon?three" {\n  import type { Model } from "@gen/~three";\n  export function load(): Promise<Model>;\n}',
    'declare module "@gen/~three" {\n  import type { Group } from \'three\';\n  export interface Model {}\n}\n',
  ].join('\n');
  const files = new Map(declarationFiles(declarations, '@gen').map((f) => [f.name, f.text]));
  expect([...files.keys()]).toEqual([
    'props/dragon.d.ts',
    'props/dragon~three.d.ts',
    '~three.d.ts',
  ]);
  expect(files.get('props/dragon.d.ts')?.split('\n').slice(1)).toEqual([
    '/** ![](../../files/a.webp) */',
    'declare const asset: {',
    '  readonly url: string;',
    '};',
    'export default asset;',
    '',
  ]);
  expect(files.get('props/dragon~three.d.ts')).toContain('from "../~three.js";');
});

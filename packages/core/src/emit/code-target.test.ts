import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { manifestOf } from '../testing/manifests.ts';
import { figureGlb } from '../testing/figure.ts';
import type { AssetView } from './asset-view.ts';
import { codeFiles } from '../fs/code-files.ts';
import { packagesOf } from '../warm/packages-of.ts';
import { componentName, PARTS } from './code-target.ts';
import type { CodeTarget } from './code-target.ts';
import { createView } from './create-view.ts';
import type { MadeFile } from './made-file.ts';

const PEERS = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
};

const { assets } = manifestOf({
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/big-dragon': {
        kind: 'model',
        prompt: 'x',
        outputs: [
          { format: 'webp', thumbnail: true, width: 64 },
          { format: 'glb', suffix: 'web', lods: [1, 0.5, 0.1], compress: 'meshopt' },
          { format: 'glb', suffix: 'old', compress: 'draco' },
        ],
      },
      crate: { kind: 'model', prompt: 'x', outputs: ['glb'] },
      print: { kind: 'model', prompt: 'x', outputs: ['stl'] },
      hero: { kind: 'image', prompt: 'x' },
      trailer: { kind: 'video', prompt: 'x' },
    },
  }),
});

const MESHOPT = ['EXT_meshopt_compression', 'KHR_mesh_quantization', 'KHR_texture_basisu'];

function viewOf(root = '/nowhere'): AssetView {
  const made = assets.map((asset) => {
    const files = asset.outputs.map((output): MadeFile => {
      const { name, format, lod = 0 } = output;
      const { compress } = output.step.type === 'model' ? output.step.options : { compress: null };
      const meta =
        format !== 'glb'
          ? { width: 1, height: 1 }
          : {
              triangles: [1000, 500, 100][lod] ?? 0,
              bounds: { min: [0, 0, 0], max: [1, 2, 2] },
              extensions: compress === 'meshopt' ? MESHOPT : [],
            };
      const file = {
        asset: asset.name,
        name,
        path: `/${name}`,
        bytes: 7,
        sha256: 'a',
        draft: false,
      };
      return { output, file, meta };
    });
    return [asset.name, files] as const;
  });
  return createView({
    prefix: '@gen',
    code: codeFiles(root),
    watch: [],
    assets,
    made: new Map(made),
  });
}

function codeOf(name: string): string {
  const resolved = viewOf().resolve(`@gen/${name}`);
  if (resolved?.type !== 'object') throw new Error('no code');
  return resolved.code;
}

describe('the code of an asset', () => {
  it('imports the levels of the first GLB, and the decoders that these need', () => {
    expect(codeOf('props/big-dragon~three')).toMatchInlineSnapshot(`
      "// assetgen: code of an import
      import { model } from "@gen/~three";
      import { meshopt } from "@gen/~three-meshopt";
      import { ktx2 } from "@gen/~three-ktx2";
      import f0 from "@gen/props/big-dragon.web.lod0.glb";
      import f1 from "@gen/props/big-dragon.web.lod1.glb";
      import f2 from "@gen/props/big-dragon.web.lod2.glb";
      export const made = /* @__PURE__ */ model({
        name: "props/big-dragon",
        bounds: {"max":[1,2,2],"min":[0,0,0]},
        levels: [{ url: f0, bytes: 7, share: 1 }, { url: f1, bytes: 7, share: 0.5 }, { url: f2, bytes: 7, share: 0.1 }],
        use: [meshopt, ktx2],
      });
      export const load = (options) => made.load(options);
      export const preload = (options) => made.preload(options);
      "
    `);
  });

  it('takes updates of itself in a dev server, by whatever name that has for them', () => {
    const resolved = viewOf().resolve('@gen/crate~three');
    if (resolved?.type !== 'object') throw new Error('no code');
    expect(resolved.code).not.toContain('accept');
    const code = resolved.hotCode?.('import.meta.webpackHot') ?? '';
    expect(code).toContain(
      'if (import.meta.webpackHot) before = import.meta.webpackHot.data?.made;',
    );
    expect(code).toContain('}, before);');
    expect(code).toContain('  import.meta.webpackHot.accept();');
  });

  it('is a component by the name of the asset', () => {
    expect(codeOf('props/big-dragon~r3f')).toMatchInlineSnapshot(`
      "// assetgen: code of an import
      import { component } from "@gen/~r3f";
      import { made } from "@gen/props/big-dragon~three";
      export const BigDragon = /* @__PURE__ */ component(made, "BigDragon");
      export default BigDragon;
      "
    `);
    expect(codeOf('trailer~react')).toMatchInlineSnapshot(`
      "// assetgen: code of an import
      import asset from "@gen/trailer";
      import { video } from "@gen/~react";
      export const Trailer = /* @__PURE__ */ video(asset, "Trailer");
      export default Trailer;
      "
    `);
  });

  it.each([
    ['hero~three', '"@gen/hero?three": expected a model, found an image', '"@gen/hero?react"'],
    ['crate~react', '"@gen/crate?react": expected an image, found a model', '"@gen/crate?r3f"'],
    [
      'crate.glb~three',
      '"@gen/crate.glb?three" names a file, but only an asset has code',
      '"@gen/crate?three"',
    ],
    ['print~three', '"@gen/print?three": expected an output "glb", found none', 'glb'],
    ['print~r3f', '"@gen/print?r3f": expected an output "glb", found none', 'glb'],
    ['~nothing', 'no import "@gen/~nothing"', undefined],
    ['crat~three', 'no asset or output "@gen/crat"', '"@gen/crate"'],
  ])('%s is refused, with what there is', (name, message, hint) => {
    const error = catchError(() => viewOf().resolve(`@gen/${name}`));
    expect(error).toMatchObject({ code: 'ASSETGEN_UNKNOWN_IMPORT', message });
    if (hint !== undefined) expect(error.hint).toContain(hint);
  });

  it('says which package has the decoders', async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'no-three-'));
    const error = catchError(() => viewOf(root).resolve('@gen/~decoder/draco_decoder.wasm.bin'));
    expect(error).toMatchObject({
      code: 'ASSETGEN_PEER',
      hint: 'Install it: `npm install three`.',
    });
    // What an engine other than three.js does without.
    const ktx2 = catchError(() => viewOf(root).resolve('@gen/~decoder/basis_transcoder.wasm.bin'));
    expect(ktx2.hint).toContain('or choose other textures in the manifest');
    const folder = path.join(root, 'node_modules/three/examples/jsm/libs/draco/gltf');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'draco_decoder.wasm'), 'wasm');
    const found = viewOf(root).resolve('@gen/~decoder/draco_decoder.wasm.bin');
    expect(found).toMatchObject({ type: 'file', file: { bytes: 4, draft: false } });
    expect(
      await readFile(path.join(root, '.assetgen/decoders/draco_decoder.wasm.bin'), 'utf8'),
    ).toBe('wasm');
  });

  it.each([
    ['react', ['react']],
    ['vue', ['vue']],
    ['svelte', ['svelte']],
    ['three', ['three']],
    ['r3f', ['@react-three/fiber', 'react', 'three']],
    ['tres', ['@tresjs/core', 'three', 'vue']],
    ['threlte', ['@threlte/core', 'svelte', 'three']],
    ['babylon', ['@babylonjs/core', '@babylonjs/loaders']],
    ['playcanvas', ['playcanvas']],
  ])('of %s imports its framework, which a dev server prepares, and no other', (target, names) => {
    const packages = packagesOf(target).map((each) => /^(?:@[^/]*\/)?[^/]*/.exec(each)?.[0]);
    expect([...new Set(packages)].sort()).toEqual(names);
    for (const name of names) expect(PEERS.peerDependenciesMeta[name]).toEqual({ optional: true });
  });

  it.each(Object.keys(PARTS) as CodeTarget[])(
    'of %s is at most 4 KB, packed, for whatever one model needs',
    async (target) => {
      // A file is packed with meshopt or with Draco.
      for (const other of ['meshopt', 'draco']) {
        const parts = PARTS[target].filter((part) => !part.endsWith(`-${other}`));
        const bytes = gzipSync(await bundled(parts)).length;
        expect(bytes, other).toBeLessThanOrEqual(4 * 1024);
        expect(bytes, other).toBeGreaterThan(300);
      }
    },
  );

  it('has what updates of a dev server need in a dev server alone', () => {
    const resolved = viewOf().resolve('@gen/~load');
    if (resolved?.type !== 'object') throw new Error('no code');
    expect(resolved.code).not.toMatch(/onRenew|\/\/ <dev>/);
    expect(resolved.code).toContain('export function createModel');
    const hot = resolved.hotCode?.('import.meta.webpackHot') ?? '';
    expect(hot).toContain('onRenew');
    expect(hot.split('if (import.meta.webpackHot) {')).toHaveLength(5);
  });

  it.each([
    ['dragon', 'Dragon'],
    ['props/big-dragon.v2', 'BigDragonV2'],
    ['trees/3d_oak', 'Gen3dOak'],
  ])('%s is %s', (asset, name) => {
    expect(componentName(asset)).toBe(name);
  });
});

/** Parts of our runtime as a bundler makes them for a build; frameworks and decoders stay outside. */
async function bundled(parts: readonly string[]): Promise<Uint8Array> {
  const code = (name: string): string => codeOf(`~${name}`);
  const exported = (name: string): string[] =>
    [...code(name).matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(
      ([, each = '']) => each,
    );
  // What others import of it is theirs to keep.
  const tops = parts.filter((name) => !['load', 'three-parts'].includes(name));
  const contents = tops
    .map((name) => `export { ${exported(name).join(', ')} } from '@gen/~${name}';`)
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'runtime',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^@gen\/~(?:load|three-parts)$/ }, given);
          onResolve({ filter: /^@gen\/~[a-z0-9-]+$/ }, ({ path: id, importer }) =>
            importer === '<stdin>' ? given({ path: id }) : { path: id, external: true },
          );
          onResolve({ filter: /./ }, ({ path: id, kind }) =>
            kind === 'entry-point' ? undefined : { path: id, external: true },
          );
          onLoad({ filter: /./, namespace: 'ours' }, ({ path: id }) => ({
            contents: code(id.replace('@gen/~', '')),
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

const given = ({ path: id }: { readonly path: string }) => ({ path: id, namespace: 'ours' });

interface Loaded {
  readonly scene: { readonly name: string; readonly children: readonly unknown[] };
  readonly nodes: Readonly<
    Record<string, { readonly isBone?: boolean; readonly skeleton?: object }>
  >;
  readonly animations: Readonly<Record<string, { readonly duration: number }>>;
  clone(): Loaded;
  dispose(): void;
}

interface Made {
  load(options?: object): Promise<Loaded>;
  renew(next: object): Promise<void>;
  onRenew(listener: () => void): () => void;
}

describe('what runs in the browser', () => {
  let model: (spec: object, before?: Made) => Made;
  let url: string;
  beforeAll(async () => {
    const runtime: string = '../../runtime/three.js';
    ({ model } = (await import(/* @vite-ignore */ runtime)) as { model: typeof model });
    const glb = await figureGlb();
    url = `data:model/gltf-binary;base64,${Buffer.from(glb).toString('base64')}`;
  });

  const spec = (file: string) => ({
    name: 'props/figure',
    bounds: { min: [0, 0, 0], max: [1, 2, 1] },
    levels: [{ url: file, bytes: 1, share: 1 }],
    use: [],
  });

  it('gives each copy a skeleton of its own, by the names in the file', async () => {
    const figure = await model(spec(url)).load();
    const other = figure.clone();
    expect(figure.scene.name).toBe('props/figure');
    const bones = Object.entries(figure.nodes).filter(([, node]) => node.isBone === true);
    expect(bones).toHaveLength(2);
    for (const [name, bone] of bones) expect(other.nodes[name]).not.toBe(bone);
    expect(Object.values(figure.animations).map((clip) => clip.duration > 0)).toEqual([true]);
  });

  it('stops the download when nobody waits any more, and begins it again', async () => {
    const made = model(spec(url));
    const stop = new AbortController();
    const [first, second] = [made.load({ signal: stop.signal }), made.load()];
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await expect(second).resolves.toBeDefined();
    const alone = new AbortController();
    const third = model(spec(url));
    const stopped = third.load({ signal: alone.signal });
    alone.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    await expect(third.load()).resolves.toBeDefined();
  });

  it('tells what failed, and tries again when asked again', async () => {
    const broken = model(spec('data:text/html,<!doctype html><p>'));
    const told = 'data:text/html,<!doctype html><p>: expected a GLB, found "<!doctype html>"';
    await expect(broken.load()).rejects.toThrow(told);
    await expect(broken.load()).rejects.toThrow(told);
    const cut = `data:model/gltf-binary;base64,${Buffer.from('glTF, cut').toString('base64')}`;
    await expect(model(spec(cut)).load()).rejects.toThrow('props/figure: ');
  });

  it('replaces what was loaded where it stands', async () => {
    const before = model(spec(url));
    const figure = await before.load();
    const { scene } = figure;
    const [child] = scene.children;
    let told = 0;
    before.onRenew(() => (told += 1));
    const after = model(spec(url), before);
    expect(after).toBe(before);
    await expect.poll(() => told).toBe(1);
    expect(figure.scene).toBe(scene);
    expect(scene.children).toHaveLength(1);
    expect(scene.children[0]).not.toBe(child);
  });
});

function catchError(work: () => unknown): { hint?: string } {
  try {
    work();
  } catch (error) {
    return error as { hint?: string };
  }
  throw new Error('nothing was thrown');
}

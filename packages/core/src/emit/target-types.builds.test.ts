import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { OutputMeta } from '../lock/lock.ts';
import { frameworksOf } from '../run/frameworks-of.ts';
import { typeErrors } from '../testing/type-errors.ts';
import { manifestOf } from '../testing/manifests.ts';
import { declarationCode, withoutComments } from './declaration-code.ts';

const MANIFEST = manifestOf({
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/dragon': { kind: 'model', prompt: 'x', outputs: ['glb'] },
      rock: { kind: 'model', prompt: 'x', outputs: [{ format: 'glb', lods: [1, 0.5] }] },
      hero: { kind: 'image', prompt: 'x', outputs: ['webp'] },
      trailer: { kind: 'video', prompt: 'x' },
    },
  }),
});

/** A lock with what was found in the dragon. */
function lockWith(meta: OutputMeta): Parameters<typeof declarationCode>[2] {
  const output = { fingerprint: 'f', digest: 'd', bytes: 1, meta };
  const asset = { kind: 'model', recipe: 'r', fields: {}, jobs: [], variants: [] };
  return {
    assets: { 'props/dragon': { ...asset, outputs: { 'props/dragon.glb': output } } },
  } as unknown as Parameters<typeof declarationCode>[2];
}

const LOCK = lockWith({
  names: { nodes: ['Body', 'Wing_L'], meshes: ['Wing_L'], materials: ['Skin'] },
  animations: ['fly', ''],
  bounds: { min: [-1, 0, -0.5], max: [1, 1.25, 0.5] },
});

const ALL = new Set(['three', 'r3f', 'react', 'vue', 'svelte'] as const);

async function check(code: string, lock = LOCK): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'types-'));
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
  await symlink(modules, path.join(folder, 'node_modules'), 'junction');
  const [types, main] = [path.join(folder, 'assets.gen.d.ts'), path.join(folder, 'main.tsx')];
  await writeFile(types, declarationCode(MANIFEST, '@gen', lock, ALL));
  await writeFile(main, code);
  return typeErrors([types, main], { jsx: ts.JsxEmit.ReactJSX });
}

describe('the types of code for frameworks', () => {
  it('know what is in a model, and nothing else', async () => {
    const code = `import type { Mesh, Object3D, AnimationClip, LOD } from 'three';
import { load } from '@gen/props/dragon?three';
import { load as loadRock } from '@gen/rock?three';
import { Dragon } from '@gen/props/dragon?r3f';
import { Hero } from '@gen/hero?react';
import Trailer from '@gen/trailer?react';
import { Hero as VueHero } from '@gen/hero?vue';
import { Hero as SvelteHero } from '@gen/hero?svelte';
import SvelteTrailer from '@gen/trailer?svelte';
import { mount, type ComponentProps } from 'svelte';
export const attributes: InstanceType<typeof VueHero>['$props'] = { alt: 'x', sizes: '50vw' };
export const given: ComponentProps<typeof SvelteTrailer> = { muted: true, class: ['x'] };
const target = document.body;
export const image: HTMLImageElement = mount(SvelteHero, { target, props: { alt: 'x' } }).element;
const dragon = await load({ lodBias: 2 });
export const parts: [Mesh, Object3D, AnimationClip, AnimationClip, null] = [
  dragon.nodes.Wing_L, dragon.nodes.Body, dragon.animations.fly, dragon.animations.animation_1, dragon.lod];
export const size: [1.25, 1] = [dragon.bounds.max[1], dragon.levels];
const rock = await loadRock();
export const levels: [number, 2] = [rock.bounds.max[1], rock.levels];
export const others: [Object3D | undefined, LOD] = [rock.nodes['anything'], rock.lod];
export const page = <><Hero alt="x" sizes="50vw" /><Trailer muted loop />
  <Dragon position={[1, 2, 3]} nodes={{ Wing_L: { visible: false } }} materials={{ Skin: { color: 'red' } }} />
  <Dragon.Instances at={[[0, 0, 0], { position: [1, 0, 0], scale: 2 }]} /></>;
`;
    expect(await check(code)).toEqual([]);
    const wrong = `import { load } from '@gen/props/dragon?three';
import { Dragon } from '@gen/props/dragon?r3f';
const dragon = await load();
dragon.nodes.Wing_R;
dragon.materials.Scales;
dragon.animations.walk;
export const page = <Dragon nodes={{ Wing_R: { visible: false } }} />;
import { load as ofImage } from '@gen/hero?three';
import { Hero } from '@gen/props/dragon?react';
export { ofImage, Hero };
export const height: 2 = dragon.bounds.max[1];
export const nothing = dragon.bounds.max[3];
dragon.bounds.middle;
export const levels: 3 = dragon.levels;
import asset from '@gen/props/dragon';
export const wide: 4 = asset.bounds.max[0];
import { Hero as SvelteHero } from '@gen/hero?svelte';
import type { ComponentProps } from 'svelte';
export const given: ComponentProps<typeof SvelteHero> = { src: 'x' };
import { Rock } from '@gen/rock?svelte';
`;
    expect(await check(wrong)).toEqual([
      '4: TS2551',
      '5: TS2339',
      '6: TS2339',
      '7: TS2561',
      '8: TS2305',
      '9: TS2305',
      // Of bounds, numbers that are not there.
      '11: TS2322',
      '12: TS2493',
      '13: TS2339',
      '14: TS2322',
      '16: TS2322',
      // What a component sets itself, and of what there is no picture.
      '19: TS2353',
      '20: TS2305',
    ]);
  });

  it('are those of the manifest and of package.json; names in models come and go', async () => {
    const known = declarationCode(MANIFEST, '@gen', LOCK, ALL);
    const before = declarationCode(MANIFEST, '@gen', undefined, ALL);
    expect(known).not.toBe(before);
    expect(withoutComments(known)).toBe(withoutComments(before));
    expect(withoutComments(declarationCode(MANIFEST, '@gen'))).not.toBe(withoutComments(before));
  });

  it('of names that say more than names are texts', async () => {
    const name = '"; export const evil = 1; //\n*/ \u2028';
    const lock = lockWith({ names: { nodes: [name], meshes: [], materials: null } });
    expect(await check('export {};', lock)).toEqual([]);
  });
});

describe('the frameworks of a project', () => {
  it.each([
    ['{ "dependencies": { "three": "1" } }', ['three']],
    [
      '{ "devDependencies": { "react": "1" }, "peerDependencies": { "@react-three/fiber": "1" } }',
      ['r3f', 'react'],
    ],
    ['{ "dependencies": ["three"] }', []],
    ['{ no JSON', []],
    ['null', []],
  ])('%s', async (text, expected) => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'package-'));
    await writeFile(path.join(root, 'package.json'), text);
    expect([...(await frameworksOf(root))].sort()).toEqual(expected);
  });

  it('are also those of an Nx workspace above, and of no other folder above', async () => {
    const above = await mkdtemp(path.join(os.tmpdir(), 'workspace-'));
    const root = path.join(above, 'apps/web');
    await mkdir(root, { recursive: true });
    await writeFile(path.join(above, 'package.json'), '{ "dependencies": { "react": "1" } }');
    await writeFile(path.join(root, 'package.json'), '{ "dependencies": { "three": "1" } }');
    expect([...(await frameworksOf(root))]).toEqual(['three']);
    await writeFile(path.join(above, 'nx.json'), '{}');
    expect([...(await frameworksOf(root))].sort()).toEqual(['react', 'three']);
  });
});

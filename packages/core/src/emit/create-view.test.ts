import { AssetgenError } from '@assetgen/client/errors';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputMeta } from '../lock/lock.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import { codeFiles } from '../fs/code-files.ts';
import type { AssetView } from './asset-view.ts';
import { manifestOf } from '../testing/manifests.ts';
import { declarationCode } from './declaration-code.ts';
import type { MadeFile } from './made-file.ts';
import { createView } from './create-view.ts';

const META: Readonly<Record<string, OutputMeta>> = {
  model: {
    triangles: 12,
    vertices: 24,
    materials: 1,
    textures: 0,
    animations: ['idle'],
    extensions: [],
    bounds: { min: [0, 0, 0], max: [1, 2, 3] },
  },
  image: { width: 640, height: 360, placeholder: 'data:image/webp;base64,AAAA' },
  video: { width: 1280, height: 720, duration: 6.02, codec: 'avc1.64001f' },
  poster: { width: 64, height: 36, placeholder: 'data:image/webp;base64,BBBB' },
};

const manifest = (assets: Record<string, unknown>): Manifest =>
  manifestOf({ 'assets.gen.json': JSON.stringify({ assets }) });

const made = (asset: Asset): MadeFile[] =>
  asset.outputs.map((output) => ({
    output,
    file: {
      asset: asset.name,
      name: output.name,
      path: `/project/.assetgen/files/${output.name}`,
      bytes: 100,
      sha256: 'ab'.repeat(32),
      draft: false,
    },
    meta: META[output.step.type === 'convert' ? 'none' : output.step.type] ?? {},
  }));

function viewOf({ assets }: Manifest, failed: readonly string[] = [], prefix = '@gen'): AssetView {
  const good = assets.filter((asset) => !failed.includes(asset.name));
  const map = new Map(good.map((asset) => [asset.name, made(asset)]));
  return createView({ prefix, code: codeFiles('/nowhere'), watch: [], assets, made: map });
}

/** Runs the module of an object import; each import of its gives what `urls` says. */
async function run(view: AssetView, id: string): Promise<Record<string, unknown>> {
  const resolved = view.resolve(id);
  if (resolved?.type !== 'object') throw new Error('no object');
  const module = resolved.code.replaceAll(/from "([^"]+)"/g, (_all, name: string) => {
    expect(view.resolve(name)?.type).toBe('file');
    const code = `export default ${JSON.stringify(`/url/${name.slice(1)}`)}`;
    return `from "data:text/javascript,${encodeURIComponent(code)}"`;
  });
  const url = `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
  return ((await import(/* @vite-ignore */ url)) as { default: Record<string, unknown> }).default;
}

const ALL = manifest({
  'props/dragon': {
    kind: 'model',
    prompt: 'a red dragon',
    outputs: ['glb', { format: 'glb', suffix: 'lod1', simplify: 0.5 }, 'usdz'],
  },
  hero: {
    kind: 'image',
    prompt: 'a hero',
    outputs: [{ format: 'avif', width: 640 }, { format: 'avif', width: 320 }, 'webp'],
  },
  trailer: {
    kind: 'video',
    prompt: 'waves',
    outputs: ['mp4', { format: 'webp', poster: true, width: 64 }],
  },
  team: { kind: 'chibi', style: 'toy', images: ['./ann.png', './bob.png'] },
});

describe('an object import', () => {
  it.each(['props/dragon', 'hero', 'trailer', 'team'])('of %s is its module', async (name) => {
    expect(await run(viewOf(ALL), `@gen/${name}`)).toMatchSnapshot();
  });

  it('is the same text each time', () => {
    const code = (): string[] =>
      ALL.assets.map((asset) => {
        const resolved = viewOf(ALL).resolve(`@gen/${asset.name}`);
        return resolved?.type === 'object' ? resolved.code : '';
      });
    expect(code()).toEqual(code());
    expect(declarationCode(ALL, '@gen')).toBe(declarationCode(ALL, '@gen'));
  });

  it('takes another prefix', async () => {
    const asset = await run(viewOf(ALL, [], '~art/x'), '~art/x/hero');
    expect(asset['url']).toBe('/url/art/x/hero.640w.avif');
    expect(declarationCode(ALL, '~art/x')).toContain('declare module "~art/x/hero.webp"');
  });

  it('tells nothing of what was asked for, in code or types', () => {
    const words = fc
      .string({ minLength: 8, maxLength: 40 })
      .filter((text) => text.trim().length >= 8 && !/^[\sa-z:;,.{}[\]()"'/]*$/.test(text));
    fc.assert(
      fc.property(words, words, (prompt, style) => {
        const asked = manifest({
          a: { kind: 'image', prompt },
          b: { kind: 'model', prompt, outputs: ['glb', 'stl'] },
          c: { kind: 'video', prompt },
          d: { kind: 'chibi', style, images: ['./ann.png'] },
          e: { kind: 'image', prompt, model: 'p/n', extra: { style } },
        });
        const codes = asked.assets.map((asset) => {
          const resolved = viewOf(asked).resolve(`@gen/${asset.name}`);
          return resolved?.type === 'object' ? resolved.code : '';
        });
        const text = [...codes, declarationCode(asked, '@gen')].join('\n');
        const told = (secret: string): boolean =>
          text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1));
        return !told(prompt) && !told(style);
      }),
      { numRuns: 60 },
    );
  });
});

describe('resolve', () => {
  const view = viewOf(ALL, ['trailer']);
  const errorOf = (id: string): { code: string; message: string; hint: string | undefined } => {
    try {
      view.resolve(id);
    } catch (error) {
      if (error instanceof AssetgenError) {
        return { code: error.code, message: error.message, hint: error.hint };
      }
      throw error;
    }
    throw new Error('no error');
  };

  it('gives files by their names', () => {
    expect(view.resolve('@gen/props/dragon.lod1.glb')).toMatchObject({
      type: 'file',
      file: { asset: 'props/dragon', path: '/project/.assetgen/files/props/dragon.lod1.glb' },
    });
    expect(view.files.map((file) => file.name)).not.toContain('trailer.mp4');
  });

  it.each(['vue', './hero.webp', '@generic/x', '@ge', '@gen2/hero', '/@gen/hero', ''])(
    'leaves %j to others',
    (id) => {
      expect(view.resolve(id)).toBeNull();
    },
  );

  it.each([
    ['@gen/heor', 'Did you mean "@gen/hero"?'],
    ['@gen/hero.640.avif', 'Did you mean "@gen/hero.640w.avif"?'],
    ['@gen/props/dargon.glb', 'Did you mean "@gen/props/dragon.glb"?'],
    ['@gen/props/dragon.glbf', 'Did you mean "@gen/props/dragon.glb"?'],
    ['@gen/hero.avif', '"hero" has @gen/hero.640w.avif, @gen/hero.320w.avif, @gen/hero.webp.'],
    ['@gen/Hero', 'Did you mean "@gen/hero"?'],
    ['@gen/team/bop.glb', 'Did you mean "@gen/team/bob.glb"?'],
    [
      '@gen/hero.thumbnail.png',
      '"hero" has @gen/hero.640w.avif, @gen/hero.320w.avif, @gen/hero.webp.',
    ],
    ['@gen/something-else-entirely', 'Declare it in the manifest (assets.gen.json).'],
    ['@gen', 'Declare it in the manifest (assets.gen.json).'],
    ['@gen/__proto__', 'Declare it in the manifest (assets.gen.json).'],
    ['@gen/../hero', 'Declare it in the manifest (assets.gen.json).'],
  ])('refuses %s', (id, hint) => {
    expect(errorOf(id)).toEqual({
      code: 'ASSETGEN_UNKNOWN_IMPORT',
      message: `no asset or output "${id}"`,
      hint,
    });
  });

  it.each(['@gen/trailer', '@gen/trailer.mp4'])('says that %s was not made', (id) => {
    expect(errorOf(id)).toMatchObject({
      code: 'ASSETGEN_NOT_BUILT',
      hint: expect.stringContaining('assetgen build --only trailer'),
    });
  });
});

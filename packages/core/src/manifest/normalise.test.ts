import { describe, expect, it } from 'vitest';
import { assetOf, manifestOf } from '../testing/manifests.ts';
import type { Asset } from './manifest.ts';

const names = (asset: Asset): string[] => asset.outputs.map((output) => output.name);

describe('defaults', () => {
  it('fill in every key of a kind', () => {
    const { position: _position, ...model } = assetOf({ kind: 'model', prompt: 'a dragon' });
    expect(model).toMatchInlineSnapshot(`
      {
        "expect": {},
        "faces": 1000000,
        "frozen": false,
        "kind": "model",
        "meshOnly": false,
        "name": "a",
        "outputs": [
          {
            "format": "glb",
            "member": 0,
            "name": "a.glb",
            "public": null,
            "step": {
              "options": {},
              "type": "model",
            },
            "suffix": null,
          },
        ],
        "pbr": true,
        "pick": 1,
        "quality": "high",
        "revision": 0,
        "source": {
          "prompt": "a dragon",
          "type": "text",
        },
        "variants": 1,
      }
    `);
    const { position: _place, ...video } = assetOf({ kind: 'video', prompt: 'waves' });
    expect(video).toMatchInlineSnapshot(`
      {
        "expect": {},
        "frozen": false,
        "kind": "video",
        "name": "a",
        "outputs": [
          {
            "format": "mp4",
            "member": 0,
            "name": "a.mp4",
            "public": null,
            "step": {
              "type": "video",
            },
            "suffix": null,
          },
        ],
        "pick": 1,
        "revision": 0,
        "source": {
          "aspectRatio": "16:9",
          "duration": 5,
          "prompt": "waves",
          "references": [],
          "resolution": "720p",
          "type": "text",
        },
        "variants": 1,
      }
    `);
    expect(assetOf({ kind: 'image', prompt: 'x' })).toMatchObject({
      source: { type: 'picture', references: [], aspectRatio: '1:1', modelKey: 'image-2' },
      outputs: [{ name: 'a.webp', step: { type: 'image', format: 'webp', options: {} } }],
    });
  });

  it('of a kind hold for that kind alone, and an asset wins over them', () => {
    const defaults = { model: { quality: 'standard', pbr: false }, image: { aspectRatio: '16:9' } };
    expect(assetOf({ kind: 'model', prompt: 'x' }, defaults)).toMatchObject({
      quality: 'standard',
      faces: 500_000,
      pbr: false,
    });
    expect(assetOf({ kind: 'model', prompt: 'x', pbr: true }, defaults)).toMatchObject({
      quality: 'standard',
      pbr: true,
    });
    expect(assetOf({ kind: 'video', prompt: 'x' }, defaults)).toMatchObject({
      source: { aspectRatio: '16:9', duration: 5, resolution: '720p' },
    });
  });

  it('take 0, false and an empty list for values', () => {
    const defaults = { image: { revision: 3, frozen: true, references: ['./a.png'] } };
    const entry = { kind: 'image', prompt: 'x', revision: 0, frozen: false, references: [] };
    expect(assetOf(entry, defaults)).toMatchObject({
      revision: 0,
      frozen: false,
      source: { references: [] },
    });
  });

  it('give variants only to assets that are bought', () => {
    const defaults = { image: { variants: 4, pick: 3 }, model: { variants: 4, pick: 2 } };
    expect(assetOf({ kind: 'image', prompt: 'x' }, defaults)).toMatchObject({ pick: 3 });
    for (const entry of [
      { kind: 'image', source: './a.svg' },
      { kind: 'model', uuid: '6e2f' },
    ]) {
      expect(assetOf(entry, defaults)).toMatchObject({ variants: 1, pick: 1 });
    }
  });

  it('of one manifest do not reach into another', () => {
    const { assets } = manifestOf({
      one: '{"defaults":{"image":{"revision":7}},"assets":{"a":{"kind":"image","prompt":"x"}}}',
      two: '{"assets":{"b":{"kind":"image","prompt":"x"}}}',
    });
    expect(assets.map((asset) => asset.revision)).toEqual([7, 0]);
  });
});

describe('names of outputs', () => {
  const image = (...outputs: unknown[]) => names(assetOf({ kind: 'image', prompt: 'x', outputs }));
  const model = (...outputs: unknown[]) => names(assetOf({ kind: 'model', prompt: 'x', outputs }));

  it('follow width, size, poster, or the suffix that is given', () => {
    expect(
      image(
        'png',
        { format: 'avif', width: 640 },
        { format: 'avif', width: 1280, height: 720, quality: 60 },
        { format: 'webp', height: 200 },
        { format: 'jpeg', width: 64, suffix: 'thumb' },
      ),
    ).toEqual(['a.png', 'a.640w.avif', 'a.1280w.avif', 'a.webp', 'a.thumb.jpeg']);
    expect(
      model(
        'glb',
        'obj',
        { format: 'glb', suffix: 'lod1', simplify: 0.25 },
        { format: 'usdz', size: 120 },
        { format: 'glb', size: 40 },
      ),
    ).toEqual(['a.glb', 'a.obj', 'a.lod1.glb', 'a.120mm.usdz', 'a.40mm.glb']);
    const outputs = ['mp4', { format: 'webp', poster: true, width: 640 }];
    expect(names(assetOf({ kind: 'video', prompt: 'x', outputs }))).toEqual([
      'a.mp4',
      'a.poster.webp',
    ]);
  });

  it('of figures follow their files', () => {
    const images = ['./Ann B.png', 'x/bob.v2.JPG', { asset: 'concept' }];
    const chibi = assetOf({ kind: 'chibi', style: 'x', images, outputs: ['glb', 'stl'] });
    expect(names(chibi)).toEqual([
      'a/ann-b.glb',
      'a/bob.v2.glb',
      'a/concept.glb',
      'a/ann-b.stl',
      'a/bob.v2.stl',
      'a/concept.stl',
    ]);
    expect(chibi.outputs.map((output) => output.member)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('leave the conversion of size 2 to formats, and the local step to a plain glb', () => {
    const { outputs } = assetOf({
      kind: 'model',
      prompt: 'x',
      outputs: ['glb', 'fbx', { format: 'glb', size: 3 }],
    });
    expect(outputs.map((output) => output.step)).toEqual([
      { type: 'model', options: {} },
      { type: 'convert', format: 'fbx', size: 2 },
      { type: 'convert', format: 'glb', size: 3 },
    ]);
  });

  it('keep a public path without its first slash', () => {
    const outputs = [{ format: 'glb', public: '/models/Dragon@2x.glb' }];
    expect(assetOf({ kind: 'model', prompt: 'x', outputs }).outputs[0]?.public).toBe(
      'models/Dragon@2x.glb',
    );
  });
});

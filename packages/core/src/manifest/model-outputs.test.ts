import { describe, expect, it } from 'vitest';
import type { ModelStepOptions } from './manifest.ts';
import type { Digest } from '../brands.ts';
import { outputFingerprint } from '../plan/output-fingerprint.ts';
import { assetOf, errorOf, problemOf } from '../testing/manifests.ts';

const model = (...outputs: unknown[]) => assetOf({ kind: 'model', prompt: 'x', outputs }).outputs;
const wrong = (output: unknown) => problemOf({ kind: 'model', prompt: 'x', outputs: [output] });
const optionsOf = (output: object): ModelStepOptions => {
  const step = model({ format: 'glb', ...output })[0]?.step;
  if (step?.type !== 'model') throw new Error('no model step');
  return step.options;
};

describe('a preset', () => {
  it('is the options that it stands for, in the fingerprint too', () => {
    const written = {
      maxTriangles: 60_000,
      textures: { format: 'auto', maxSize: 1024 },
      compress: 'meshopt',
    };
    expect(optionsOf({ preset: 'web' })).toEqual(written);
    const digest = 'sha256-x' as Digest;
    const of = (output: object) => {
      const [made] = model({ format: 'glb', ...output });
      return made && outputFingerprint(made, digest);
    };
    expect(of({ preset: 'web' })).toBe(of(written));
    expect(of({ preset: 'web' })).not.toBe(of({ preset: 'mobile' }));
  });

  it.each<[string, object, object]>([
    ['a limit', { maxTriangles: 5 }, { maxTriangles: 5 }],
    ['a share, whose limit then has no say', { simplify: 0.5 }, { simplify: 0.5 }],
    ['no compression', { compress: 'none' }, {}],
    ['one of the texture options', { textures: { maxSize: 64 } }, {}],
  ])('gives way to %s', (_name, own, expected) => {
    const { textures, compress, maxTriangles, ...rest } = optionsOf({ preset: 'web', ...own });
    const found = {
      ...rest,
      ...('simplify' in own || maxTriangles === 60_000 ? {} : { maxTriangles }),
    };
    expect(found).toEqual(expected);
    expect(textures).toEqual({ format: 'auto', maxSize: 'textures' in own ? 64 : 1024 });
    expect(compress).toBe('compress' in own ? undefined : 'meshopt');
    expect(maxTriangles === undefined).toBe('simplify' in own);
  });
});

it('tells of a bound of error with nothing that it bounds', () => {
  expect(wrong({ format: 'glb', maxError: 0.1 })).toContain(
    'outputs[0].maxError: expected "simplify", "maxTriangles" or "lods"',
  );
  expect(wrong({ format: 'glb', maxError: 0.1, preset: 'web' })).toBe('no error');
  expect(wrong({ format: 'glb', maxError: 0.1, lods: [1, 0.5] })).toBe('no error');
});

describe('defaults of the options', () => {
  it('written out are left out', () => {
    expect(
      optionsOf({ simplify: 1, compress: 'none', center: false, ground: false, scale: 1 }),
    ).toEqual({});
    expect(optionsOf({ textures: {} })).toEqual({ textures: {} });
    expect(optionsOf({ center: true, ground: true, scale: { height: 1.8 } })).toEqual({
      center: true,
      ground: true,
      scale: { height: 1.8 },
    });
  });
});

describe('a chain of LODs', () => {
  it('is one file each, numbered from the finest', () => {
    const outputs = model({ format: 'glb', lods: [1, 0.5, 0.1], compress: 'meshopt' }, 'fbx');
    expect(outputs.map(({ name, lod }) => [name, lod])).toEqual([
      ['a.lod0.glb', 0],
      ['a.lod1.glb', 1],
      ['a.lod2.glb', 2],
      ['a.fbx', undefined],
    ]);
    expect(outputs.map(({ step }) => ('options' in step ? step.options : null))).toEqual([
      { compress: 'meshopt' },
      { compress: 'meshopt', lod: 0.5 },
      { compress: 'meshopt', lod: 0.1 },
      null,
    ]);
  });

  it('has names of its own beside others, for each figure, and at its public path', () => {
    const outputs = model(
      { format: 'glb', lods: [1, 0.5] },
      { format: 'glb', suffix: 'far', lods: [0.2], public: 'models/Hero.v2.glb' },
    );
    expect(outputs.map((each) => each.name)).toEqual([
      'a.lod0.glb',
      'a.lod1.glb',
      'a.far.lod0.glb',
    ]);
    expect(outputs[2]?.public).toBe('models/Hero.v2.lod0.glb');
    const team = assetOf({
      kind: 'chibi',
      style: 'x',
      images: ['./ann.png', './bob.png'],
      outputs: [{ format: 'glb', lods: [1, 0.5] }],
    });
    expect(team.outputs.map(({ name, member }) => [name, member])).toEqual([
      ['a/ann.lod0.glb', 0],
      ['a/ann.lod1.glb', 0],
      ['a/bob.lod0.glb', 1],
      ['a/bob.lod1.glb', 1],
    ]);
  });

  it('may not meet another output or asset', () => {
    expect(
      problemOf({
        kind: 'model',
        prompt: 'x',
        outputs: [
          { format: 'glb', lods: [1] },
          { format: 'glb', suffix: 'lod0', simplify: 0.5 },
        ],
      }),
    ).toContain('assets.a.outputs[1]: a second output of the name "a.lod0.glb"');
    const assets = {
      a: { kind: 'model', prompt: 'x', outputs: [{ format: 'glb', lods: [1] }] },
      'a.lod0.glb': { kind: 'image', prompt: 'x' },
    };
    expect(errorOf(JSON.stringify({ assets }))).toContain(
      'the output "a.lod0.glb" collides with asset "a.lod0.glb"',
    );
  });
});

describe('a collider', () => {
  it('is an output of its own, as json or glb, placed as its model is', () => {
    const [one, two] = model(
      { format: 'json', collider: 'hulls:8', ground: true, front: '+z' },
      { format: 'glb', collider: 'box', suffix: 'hit', front: '-x', pivot: [0.5, 0, 0.5] },
    );
    expect(one).toMatchObject({
      name: 'a.collider.json',
      step: { type: 'collider', format: 'json', shape: 'hulls:8', options: { ground: true } },
    });
    expect(one?.step).not.toHaveProperty('options.front');
    expect(two).toMatchObject({
      name: 'a.hit.glb',
      step: { shape: 'box', options: { front: '-x', pivot: [0.5, 0, 0.5] } },
    });
  });

  it.each([
    [{ format: 'json' }, 'outputs[0].format: json is a collider: expected "collider"'],
    [{ format: 'webp', collider: 'box' }, 'outputs[0].collider: expected the format "json" or'],
    [{ format: 'glb', collider: 'sphere' }, 'outputs[0].collider: a mesh is not a sphere'],
    [{ format: 'json', collider: 'hulls:65' }, '"hulls:2" to "hulls:64", found "hulls:65"'],
    [{ format: 'json', collider: 'box', simplify: 0.5 }, 'simplify: not for a collider'],
    [{ format: 'json', collider: 'box', size: 9 }, 'size: not for a collider'],
  ])('%j is told', (output, message) => {
    expect(problemOf({ kind: 'model', prompt: 'x', outputs: [output] })).toContain(message);
  });
});

describe('a place', () => {
  it('is no option where it is the default', () => {
    expect(optionsOf({ front: '+z', up: '+y', join: false, palette: false })).toEqual({});
    expect(optionsOf({ front: '-z', pivot: 'bottom', join: true, instance: true })).toEqual({
      front: '-z',
      pivot: 'bottom',
      join: true,
      instance: true,
    });
  });

  it.each([
    [{ format: 'glb', front: '+y' }, 'front: along the same line as "up", which is +y'],
    [{ format: 'glb', up: '-z' }, 'up: along the same line as "front", which is +z'],
    [{ format: 'glb', front: '+x', up: '-x' }, 'front: along the same line as "up", which is -x'],
    [{ format: 'glb', pivot: 'top', ground: true }, 'ground: not together with "pivot"'],
    [{ format: 'glb', pivot: [0, 2, 0] }, 'pivot[1]: expected "center", "bottom", "top"'],
    [{ format: 'fbx', front: '+x' }, 'front: only for glb without "size"'],
    [{ format: 'glb', join: { keep: 'x' } }, 'expected true, false, or { "keep"'],
    [
      { format: 'glb', textures: { format: 'webp', codec: 'uastc' } },
      'textures.codec: only for textures of the format "ktx2" or "auto", found "webp"',
    ],
    [
      { format: 'glb', preset: 'web', textures: { encoder: 'native' } },
      'textures.encoder: only for textures of the format "ktx2", found "auto"',
    ],
  ])('%j is told', (output, message) => {
    expect(problemOf({ kind: 'model', prompt: 'x', outputs: [output] })).toContain(message);
  });
});

describe('a thumbnail', () => {
  it('is an image output of a model', () => {
    const [one, two] = model(
      { format: 'webp', thumbnail: true, width: 512 },
      { format: 'png', thumbnail: true, width: 64, height: 32, background: 'studio', suffix: 'og' },
    );
    expect(one).toMatchObject({
      name: 'a.thumbnail.webp',
      step: { type: 'thumbnail', format: 'webp', options: {} },
    });
    expect(two).toMatchObject({
      name: 'a.og.png',
      step: { options: { width: 64, height: 32, background: 'studio' } },
    });
  });
});

describe('what makes no sense is told', () => {
  it.each<[object, string]>([
    [{ format: 'webp' }, 'assets.a.outputs[0]: an image of a model is its thumbnail'],
    [{ format: 'webp', thumbnail: false }, 'an image of a model is its thumbnail'],
    [{ format: 'webp', thumbnail: true, lods: [1] }, 'outputs[0].lods: not for a thumbnail'],
    [{ format: 'glb', thumbnail: true }, 'outputs[0].thumbnail: only for a thumbnail'],
    [{ format: 'glb', width: 3 }, 'outputs[0].width: only for a thumbnail'],
    [{ format: 'glb', lods: [] }, 'outputs[0].lods: expected at least one share, found'],
    [{ format: 'glb', lods: [1, 0] }, 'outputs[0].lods[1]: expected a number above 0, at most 1'],
    [{ format: 'glb', lods: [0.5, 0.5] }, 'outputs[0].lods[1]: expected less than the 0.5 before'],
    [{ format: 'glb', preset: 'desktop' }, 'outputs[0].preset: expected one of "web", "mobile"'],
    [{ format: 'stl', preset: 'web' }, 'outputs[0].preset: only for glb without "size"'],
    [{ format: 'glb', size: 9, lods: [1] }, 'outputs[0].lods: only for glb without "size"'],
    [{ format: 'glb', maxTriangles: 0 }, 'outputs[0].maxTriangles: expected an integer'],
    [{ format: 'glb', maxError: 2 }, 'outputs[0].maxError: expected a number above 0, at most 1'],
    [{ format: 'glb', scale: 0 }, 'outputs[0].scale: expected a number above 0, found 0'],
    [{ format: 'glb', scale: { hieght: 2 } }, 'outputs[0].scale'],
    [{ format: 'glb', scale: {} }, 'outputs[0].scale'],
    [{ format: 'glb', scale: { height: 1, width: 1 } }, 'outputs[0].scale'],
    [{ format: 'glb', textures: { format: 'gif' } }, 'textures.format: expected one of "png"'],
    [{ format: 'glb', textures: { maxcount: 1 } }, 'Did you mean "maxCount"?'],
    [{ format: 'glb', maxTriangels: 1 }, 'Did you mean "maxTriangles"?'],
    [{ format: 'webp', thumbnail: true, width: 9999 }, 'width: expected an integer from 1 to 4096'],
  ])('%j', (output, message) => {
    expect(wrong(output)).toContain(message);
  });
});

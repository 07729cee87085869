import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../brands.ts';
import type { Asset, ImageInput } from '../manifest/manifest.ts';
import { assetOf, manifestOf } from '../testing/manifests.ts';
import { canonicalJson, fingerprint } from './canonical-json.ts';
import { outputFingerprint } from './output-fingerprint.ts';
import { recipeFields, recipeFingerprint, recipeOf } from './recipe-fingerprint.ts';

/** The bytes of an input are, here, what its path ends in. */
const digests = (input: ImageInput): Digest =>
  digest(input.type === 'file' ? (input.path.split('/').at(-1) ?? '') : `asset ${input.name}`);
const digest = (text: string): Digest =>
  `sha256-${createHash('sha256').update(text).digest('hex')}` as Digest;
const of = (asset: Asset): string | null => recipeFingerprint(asset, digests);
const ofEntry = (entry: unknown, defaults?: unknown): string | null => of(assetOf(entry, defaults));
const ofText = (text: string, file = 'assets.gen.json'): string | null => {
  const asset = manifestOf({ [file]: text }).assets.find((each) => each.name === 'a');
  return asset === undefined ? null : of(asset);
};

const ENTRIES: Readonly<Record<string, Record<string, unknown>>> = {
  'model of a text': { kind: 'model', prompt: 'a small red dragon, game ready' },
  'model of an image': { kind: 'model', image: './chair.jpg' },
  'model of an asset': { kind: 'model', image: { asset: 'concept' } },
  'adopted model': { kind: 'model', uuid: '6e2f0b9a-0000-4000-8000-000000000001' },
  image: { kind: 'image', prompt: 'a misty valley', references: ['./a.png', './b.png'] },
  'image of group V1': {
    kind: 'image',
    prompt: 'a valley',
    model: 'provider/name',
    extra: { seed: 1 },
  },
  'local image': { kind: 'image', source: './logo.svg' },
  video: { kind: 'video', prompt: 'waves on a shore' },
  chibi: { kind: 'chibi', style: 'toy', images: ['./ann.png', './bob.png'] },
};

// A change here makes every lock and every cache of every user stale, and makes them pay again:
// raise RECIPE_VERSION on purpose, never change the hash by accident.
describe('golden fingerprints', () => {
  it.each(Object.entries(ENTRIES))('of a recipe: %s', (name, entry) => {
    expect({ [name]: ofEntry(entry) }).toMatchSnapshot();
  });

  it('of outputs', () => {
    const source = digest('source');
    const image = { kind: 'image', prompt: 'x' };
    const model = { kind: 'model', prompt: 'x' };
    const video = { kind: 'video', prompt: 'x' };
    const all = [
      { ...image, outputs: ['webp', { format: 'avif', width: 640, quality: 60 }] },
      { ...model, outputs: ['glb', 'usdz', { format: 'glb', suffix: 'l', simplify: 0.25 }] },
      { ...video, outputs: ['mp4', { format: 'webp', poster: 2, width: 640 }] },
    ].flatMap((entry) =>
      assetOf(entry).outputs.map((output) => [output.name, outputFingerprint(output, source)]),
    );
    expect(Object.fromEntries(all)).toMatchSnapshot();
  });
});

describe('a recipe is the same', () => {
  it('whatever the order of keys, the white space, the comments, the file and the name', () => {
    const plain = '{"assets":{"a":{"kind":"video","prompt":"waves","duration":6}}}';
    const other = `// c
    { "assets": { "a": { /* c */ "duration": 6, "prompt": "waves", "kind": "video", } } }`;
    expect(ofText(other)).toBe(ofText(plain));
    expect(ofText(plain, 'deep/in/assets.gen.json')).toBe(ofText(plain));
    const [one, two] = manifestOf({
      x: '{"assets":{"b":{"kind":"video","prompt":"w"},"c/d":{"kind":"video","prompt":"w"}}}',
    }).assets;
    expect(of(one as Asset)).toBe(of(two as Asset));
  });

  it('when an input file moves', () => {
    const before = { kind: 'image', prompt: 'x', references: ['./a.png'] };
    const after = { kind: 'image', prompt: 'x', references: ['./moved/to/a.png'] };
    expect(ofEntry(after)).toBe(ofEntry(before));
  });

  it.each<[string, Record<string, unknown>]>([
    ['model of a text', { quality: 'high', faces: 1_000_000, pbr: true, meshOnly: false }],
    ['model of an image', { enhanceImage: false, quality: 'high' }],
    ['image', { aspectRatio: '1:1', modelKey: 'image-2' }],
    ['image of group V1', { mode: 'text-to-image', references: [] }],
    ['video', { aspectRatio: '16:9', duration: 5, resolution: '720p', references: [] }],
    ['chibi', { requirePortrait: false }],
    ['image', { revision: 0, variants: 1, pick: 1, frozen: false, expect: {} }],
  ])('with the defaults of %s written out, or given by kind', (name, written) => {
    const entry = ENTRIES[name] ?? {};
    expect(ofEntry({ ...entry, ...written })).toBe(ofEntry(entry));
    expect(ofEntry(entry, { [String(entry['kind'])]: written })).toBe(ofEntry(entry));
  });

  it.each<[string, Record<string, unknown>]>([
    ['outputs', { outputs: ['png', { format: 'avif', width: 640, public: 'x.avif' }] }],
    ['variants and pick', { variants: 4, pick: 2 }],
    ['expect', { expect: { maxBytes: 1 } }],
    ['frozen', { frozen: true }],
  ])('whatever the %s', (_name, change) => {
    const entry = ENTRIES['image'] ?? {};
    expect(ofEntry({ ...entry, ...change })).toBe(ofEntry(entry));
  });
});

describe('a recipe changes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['model of a text', { prompt: 'a small red dragon, game ready ' }],
    ['model of a text', { quality: 'extra_high' }],
    ['model of a text', { faces: 999_999 }],
    ['model of a text', { pbr: false }],
    ['model of a text', { meshOnly: true }],
    ['model of a text', { revision: 1 }],
    ['model of an image', { image: './other.jpg' }],
    ['model of an image', { enhanceImage: true }],
    ['model of an asset', { image: { asset: 'a2' } }],
    ['adopted model', { uuid: 'other' }],
    ['image', { prompt: 'a misty Valley' }],
    ['image', { references: ['./b.png', './a.png'] }],
    ['image', { references: ['./a.png'] }],
    ['image', { aspectRatio: '9:16' }],
    ['image', { modelKey: 'image-3' }],
    ['image', { revision: 2 }],
    ['image of group V1', { model: 'provider/other' }],
    ['image of group V1', { mode: 'edit' }],
    ['image of group V1', { resolution: '2K' }],
    ['image of group V1', { extra: { seed: 2 } }],
    ['image of group V1', { aspectRatio: '1:1' }],
    ['local image', { source: './logo2.svg' }],
    ['video', { prompt: 'waves' }],
    ['video', { duration: 6 }],
    ['video', { resolution: '1080p' }],
    ['video', { aspectRatio: '1:1' }],
    ['video', { references: ['./a.png'] }],
    ['chibi', { style: 'clay' }],
    ['chibi', { images: ['./bob.png', './ann.png'] }],
  ])('%s with %j', (name, change) => {
    const entry = ENTRIES[name] ?? {};
    const recipe = (each: unknown): string | null => {
      const others = '"concept":{"kind":"image","prompt":"x"},"a2":{"kind":"image","prompt":"x"}';
      return ofText(`{"assets":{"a":${JSON.stringify(each)},${others}}}`);
    };
    expect(recipe({ ...entry, ...change })).not.toBe(recipe(entry));
  });

  it('from kind to kind, though all else is alike', () => {
    const all = Object.values(ENTRIES).map((entry) => ofEntry(entry));
    expect(new Set(all).size).toBe(all.length);
  });

  it('with any byte of an input', () => {
    const asset = assetOf({ kind: 'image', prompt: 'x', references: ['./a.png'] });
    const withBytes = (bytes: Uint8Array) =>
      recipeFingerprint(
        asset,
        () => `sha256-${createHash('sha256').update(bytes).digest('hex')}` as Digest,
      );
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (before, at, flip) => {
        const after = Uint8Array.from(before);
        const index = at % after.length;
        after[index] = (after[index] ?? 0) ^ flip;
        return withBytes(after) !== withBytes(before);
      }),
    );
  });

  it('and is unknown while an input is', () => {
    const asset = assetOf({ kind: 'model', image: { asset: 'concept' } });
    expect(recipeFingerprint(asset, () => null)).toBeNull();
  });
});

describe('an output changes', () => {
  const ofOutput = (output: unknown, source = 'source') => {
    const [made] = assetOf({ kind: 'image', prompt: 'x', outputs: [output] }).outputs;
    return made === undefined ? '' : outputFingerprint(made, digest(source));
  };
  const base = { format: 'webp', width: 64 };

  it.each([
    [{ ...base, width: 65 }],
    [{ ...base, quality: 80 }],
    [{ ...base, fit: 'contain' }],
    [{ ...base, lossless: true }],
    [{ ...base, format: 'avif' }],
  ])('with its options: %j', (output) => {
    expect(ofOutput(output)).not.toBe(ofOutput(base));
  });

  it('with its source, and not with its name or its public path', () => {
    expect(ofOutput(base, 'other')).not.toBe(ofOutput(base));
    expect(ofOutput({ ...base, suffix: 'thumb', public: 'a/b.webp' })).toBe(ofOutput(base));
    expect(ofOutput({ width: 64, format: 'webp' })).toBe(ofOutput(base));
  });

  it('not with a default that is written out', () => {
    const written = { ...base, fit: 'cover', position: 'centre', lossless: false };
    expect(ofOutput(written)).toBe(ofOutput(base));
    expect(ofOutput({ format: 'webp' })).toBe(ofOutput('webp'));
  });
});

describe('canonicalJson', () => {
  it('ignores the order of keys at any depth, and reads back as the same value', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([key, each]) => [key, shuffled(each)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves out what is undefined, and keeps null', () => {
    expect(canonicalJson({ b: undefined, a: null, c: [undefined] })).toBe('{"a":null,"c":[null]}');
    expect(fingerprint({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('recipeFields', () => {
  it('names the fields of a recipe, and says nothing of what they hold', () => {
    const fields = recipeFields(recipeOf(assetOf(ENTRIES['image']), digests) ?? {});
    expect(Object.keys(fields).sort()).toEqual([
      'aspectRatio',
      'modelKey',
      'prompt',
      'references',
      'revision',
    ]);
    for (const value of Object.values(fields)) expect(value).toMatch(/^[0-9a-f]{12}$/);
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { extentOf, modelSpec, openEdges, validated } from '../testing/model-facts.ts';
import { finishModel } from './finish-model.ts';
import { makeModel } from './make-model.ts';
import { thingFor, THINGS } from './things/catalogue.ts';
import { createKit } from './things/kit.ts';
import { readPrompt } from './words/read-prompt.ts';

/** Of a full model, where it is not about its pixels: they cost most of the time, and any size is of the same code. */
const TEXTURE = 256;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Nouns that are no models but reliefs of their drawings, some of several pieces, some of one colour. */
const FIGURES: readonly string[] = [
  'skull',
  'motorcycle',
  'sushi',
  'typewriter',
  'fireworks',
  'dna',
  'spider web',
  'voxel tree',
  'low-poly guitar',
  'low-poly dragon',
];
const WORDS: readonly string[] = [
  ...THINGS.flatMap((thing) => thing.words),
  'quantum feelings',
  ...FIGURES,
];

describe('makeModel', () => {
  it.each(WORDS)('makes a light, valid, closed draft of %s', async (prompt) => {
    const glb = await makeModel(modelSpec({ prompt, draft: true }));
    const facts = await validated(glb);
    expect(facts).toMatchObject({ errors: 0, warnings: 0, messages: [] });
    expect(glb.length).toBeLessThanOrEqual(300 * 1024);
    expect(await openEdges(glb)).toBe(0);
    const { size, low } = await extentOf(glb);
    expect(low[1]).toBeCloseTo(0, 4);
    expect(Math.min(...size) / Math.max(...size)).toBeGreaterThan(0.02);
  });

  it.each([
    ['three little pigs', 'a pig', 'a fox'],
    ['two horses', 'a horse', 'a fox'],
    ['a purple unicron', 'a unicorn', 'a fox'],
  ])('makes "%s" like %s, unlike %s', async (prompt, same, other) => {
    const shapeOf = async (text: string): Promise<number> => {
      const { size } = await extentOf(await makeModel(modelSpec({ prompt: text, draft: true })));
      return size[1]! / size[2]!;
    };
    const [asked, alike, unlike] = await Promise.all([prompt, same, other].map(shapeOf));
    expect(Math.abs(asked! / alike! - 1)).toBeLessThan(Math.abs(asked! / unlike! - 1) / 1.5);
  });

  it.each(THINGS)('makes $name of the faces asked for, valid and closed', async (thing) => {
    const wish = readPrompt(thing.words[0]!, (word) => thing.words.includes(word));
    const glb = await finishModel(thing.build(createKit(wish, 'test')), {
      name: thing.name,
      faces: 100_000,
      pbr: true,
      meshOnly: false,
      draft: false,
      metres: thing.metres,
      extras: {},
      texture: TEXTURE,
    });
    const facts = await validated(glb);
    expect(facts).toMatchObject({ errors: 0, warnings: 0, messages: [] });
    expect(Math.abs(facts.triangles / 100_000 - 1)).toBeLessThan(0.05);
    expect(await openEdges(glb)).toBe(0);
  });

  it('gives every word to one thing only', () => {
    const nouns = THINGS.flatMap((thing) => thing.words);
    expect(new Set(nouns).size).toBe(nouns.length);
  });

  it.each([
    ['a red dragon', 500_000],
    ['a wooden crate', 1_000_000],
    ['a camera', 100_000],
    ['a low-poly camera', 100_000],
    ['a low-poly fox', 100_000],
    ['a voxel guitar', 100_000],
  ])('holds the face count of %s at %i', async (prompt, faces) => {
    const { triangles } = await validated(await makeModel(modelSpec({ prompt, faces }), TEXTURE));
    expect(Math.abs(triangles / faces - 1)).toBeLessThan(0.05);
  });

  it.each(['a dragon for Zyx', 'a skull for Zyx', 'quantum Zyx'])(
    'leaves the prompt out of the file: %s',
    async (prompt) => {
      const glb = Buffer.from(await makeModel(modelSpec({ prompt, draft: true })));
      expect(glb.includes('Zyx')).toBe(false);
    },
  );

  it('gives the same bytes for the same spec, and others for another seed', async () => {
    const spec = modelSpec({ prompt: 'a mossy boulder', draft: true });
    const first = sha256(await makeModel(spec));
    expect(sha256(await makeModel(spec))).toBe(first);
    expect(sha256(await makeModel({ ...spec, seed: 'other' }))).not.toBe(first);
  });

  it.each(['a wooden chest', 'an oak tree', 'a lantern', 'a skull', 'a tank'])(
    'makes variants of %s that are told apart by eye, all of the same size',
    async (prompt) => {
      const shapes = new Set<string>();
      for (const seed of ['1', '2', '3', '4']) {
        const glb = await makeModel(modelSpec({ prompt, seed, draft: true }));
        const { size } = await extentOf(glb);
        const [x = 0, y = 0, z = 0] = size;
        expect(Math.max(x, y, z)).toBeCloseTo(thingFor(prompt.split(' ').at(-1)!)?.metres ?? 1, 3);
        // To within two parts of a hundred.
        shapes.add(`${Math.round((x / y) * 50)} ${Math.round((z / y) * 50)}`);
      }
      expect(shapes.size).toBeGreaterThan(2);
    },
  );

  it('leaves wheels round and dice even', async () => {
    const sizes = await Promise.all(
      ['1', '2'].map(async (seed) =>
        extentOf(await makeModel(modelSpec({ prompt: 'a cube', seed, draft: true }))),
      ),
    );
    for (const { size } of sizes) expect(Math.max(...size) / Math.min(...size)).toBeCloseTo(1, 2);
  });

  it('leaves textures out of a mesh-only model, and normals out of one without PBR', async () => {
    const json = async (
      change: Parameters<typeof modelSpec>[0],
    ): Promise<Record<string, unknown>> => {
      const glb = await makeModel(modelSpec({ prompt: 'a chair', ...change }), TEXTURE);
      const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
      return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as Record<
        string,
        unknown
      >;
    };
    expect(await json({ meshOnly: true })).not.toHaveProperty('images');
    expect((await json({ pbr: false }))['images']).toHaveLength(1);
    expect((await json({}))['images']).toHaveLength(3);
  });

  it('takes sizes from the prompt', async () => {
    const largest = async (prompt: string): Promise<number> =>
      Math.max(...(await extentOf(await makeModel(modelSpec({ prompt, draft: true })))).size);
    expect(await largest('a chair, 80 cm tall')).toBeCloseTo(0.8, 3);
    expect(await largest('a giant chair')).toBeCloseTo(3 * (await largest('a chair')), 2);
  });
});

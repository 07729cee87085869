import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generators/src/model/make-model.ts';
import type { OutputMeta } from '../lock/lock.ts';
import type { ModelStepOptions, Output } from '../manifest/manifest.ts';
import { assetOf } from '../testing/manifests.ts';
import { modelStep } from '../testing/model-step.ts';
import { orientationProblem } from './check-orientation.ts';

const OUTPUT: Output = {
  name: 'a.glb',
  format: 'glb',
  suffix: null,
  member: 0,
  step: { type: 'model', options: {} },
  public: null,
};
const model = (prompt: string) => assetOf({ kind: 'model', prompt });
const told = (prompt: string, meta: OutputMeta) =>
  orientationProblem(model(prompt), OUTPUT, { meta });
const size = (x: number, y: number, z: number): OutputMeta => ({
  bounds: { min: [0, 0, 0], max: [x, y, z] },
});

/** What the embedded service draws for words, which stands and looks along +z. */
const drawn = (prompt: string) =>
  makeModel({
    prompt,
    seed: 'stance',
    quality: 'standard',
    faces: 2000,
    pbr: false,
    meshOnly: true,
    enhance: false,
    draft: true,
  });

describe('a model of the embedded service', () => {
  it.each([
    'a knight in armour',
    'an old wizard with a staff',
    'a lighthouse on a rock',
    'a tall pine tree',
    'a snowman',
    'a stone tower',
    'a robot',
  ])('is noticed where it lies on its side, and only there: %s', async (prompt) => {
    const glb = await drawn(prompt);
    const facts = async (source: Uint8Array, options: ModelStepOptions) => {
      const { bytes, meta } = await modelStep(source, options);
      return { bytes: bytes ?? source, meta };
    };
    expect(told(prompt, (await facts(glb, {})).meta)).toBeNull();
    // As an exporter leaves it for which up is z: it came on its back.
    const lying = await facts(glb, { front: '+y', up: '-z' });
    expect(told(prompt, lying.meta)).toMatch(
      /^a\.glb seems to lie on its side: it is [\d.]+ high and [\d.]+ deep\. To turn it, set "up": "\+z" or "-z"/,
    );
    // The advice helps.
    const turned = await facts(lying.bytes, { front: '-y', up: '+z' });
    expect(told(prompt, turned.meta)).toBeNull();
  });

  it.each([
    'a palm tree',
    'an old oak tree',
    'a small red dragon',
    'a sailing ship',
    'a sword',
    'a wooden bench',
    'a fish',
  ])('may be longer than high: %s', async (prompt) => {
    const { meta } = await modelStep(await drawn(prompt), {});
    expect(told(prompt, meta)).toBeNull();
  });
});

describe('what a prompt says stands', () => {
  it.each([
    ['a red knight, low poly', true],
    ['A Knight holding a banner', true],
    ['lighthouse', true],
    ['a knight on a galloping horse', true],
    ['the sword of a knight', false],
    ["a wizard's hat", false],
    ['a tree stump', false],
    ['a fallen tree', false],
    ['a sleeping knight', false],
    ['a tower bridge', false],
    ['ein Ritter', false],
  ])('%s: %s', (prompt, stands) => {
    expect(told(prompt, size(1, 0.4, 3)) !== null).toBe(stands);
    expect(told(prompt, size(1, 2, 3))).toBeNull();
  });

  it('is a figure of a batch, too; a collider and a flat card are not asked', () => {
    const chibi = assetOf({ kind: 'chibi', style: 'x', images: ['./a.png'] });
    const problem = (meta: OutputMeta, output = OUTPUT) =>
      orientationProblem(chibi, output, { meta });
    expect(problem(size(0.5, 0.6, 1))).toContain('0.6 high and 1 deep');
    expect(problem(size(0.9, 1, 0.5))).toBeNull();
    expect(problem(size(1, 0, 3))).toBeNull();
    expect(problem({})).toBeNull();
    const step = { type: 'collider', format: 'json', shape: 'box', options: {} } as const;
    expect(problem(size(0.5, 0.6, 1), { ...OUTPUT, step })).toBeNull();
  });
});

it('bones say it of any model, with the options that turn it', () => {
  expect(told('a beast', { turned: { front: '-z' } })).toBe(
    'a.glb faces away: its bones look along -z, and glTF wants +z. To turn it, set "front": "-z" in its output.',
  );
  expect(told('a beast', { turned: { up: '+z', front: '-y' } })).toBe(
    'a.glb lies on its side: its bones have the head at +z. To turn it, set "up": "+z", "front": "-y" in its output.',
  );
  expect(told('a beast', { turned: { front: '+x' } })).toContain('faces aside');
  // What somebody wrote into a lock is no option.
  expect(told('a beast', { turned: { up: 'x' as '+x' } })).toBeNull();
});

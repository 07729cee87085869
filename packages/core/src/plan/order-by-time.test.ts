import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../testing/manifests.ts';
import type { AssetPlan, PlanAction } from './asset-plan.ts';
import { orderByTime } from './order-by-time.ts';

const ENTRIES = {
  image: { kind: 'image', prompt: 'x' },
  model: { kind: 'model', prompt: 'x' },
  video: { kind: 'video', prompt: 'x' },
};
const TIMES = new Map([
  ['createNormalPicture', 10_000],
  ['generateModelWithText', 90_000],
  ['generateModelWithImage', 80_000],
  ['createNormalVideo', 300_000],
]);

function planOf(
  name: string,
  kind: keyof typeof ENTRIES,
  inputs: readonly string[] = [],
  action: PlanAction = 'generate',
): AssetPlan {
  const asset = { ...assetOf(ENTRIES[kind]), name };
  const references = inputs.map((input) => ({
    type: 'asset',
    name: input,
    position: asset.position,
  }));
  const source =
    kind === 'model' && references.length > 0
      ? { type: 'image', input: references[0], enhance: false }
      : { ...asset.source, references };
  return { asset: { ...asset, source }, action } as unknown as AssetPlan;
}
const names = (plans: readonly AssetPlan[], times: ReadonlyMap<string, number> = TIMES): string =>
  orderByTime(plans, times)
    .map(({ asset }) => asset.name)
    .join(' ');

describe('orderByTime', () => {
  it('begins with what others wait for, then with what takes long', () => {
    const plans = [
      planOf('logo', 'image'),
      planOf('film', 'video'),
      planOf('rock', 'model'),
      planOf('sketch', 'image'),
      planOf('dragon', 'model', ['sketch']),
    ];
    expect(names(plans)).toBe('sketch film rock dragon logo');
  });

  it('of dependencies, the longest chain goes first', () => {
    const plans = [
      planOf('a', 'image'),
      planOf('a2', 'image', ['a']),
      planOf('b', 'image'),
      planOf('b2', 'model', ['b']),
      planOf('c', 'image'),
      planOf('c2', 'image', ['c']),
      planOf('c3', 'model', ['c2']),
    ];
    expect(names(plans)).toBe('c b c2 a b2 c3 a2');
  });

  it('leaves the order where nothing is learned; one that nobody has seen yet may be long', () => {
    const plans = [planOf('logo', 'image'), planOf('rock', 'model'), planOf('film', 'video')];
    expect(names(plans, new Map())).toBe('logo rock film');
    expect(
      names(
        plans,
        new Map([
          ['createNormalPicture', 10_000],
          ['createNormalVideo', 20_000],
        ]),
      ),
    ).toBe('rock film logo');
  });

  it('what waits for no job comes last', () => {
    const plans = [planOf('resized', 'image', [], 'process'), planOf('logo', 'image')];
    expect(names(plans)).toBe('logo resized');
  });

  it('loses and doubles none, and puts no dependency behind what waits for it', () => {
    const plan = fc.record({
      kind: fc.constantFrom<keyof typeof ENTRIES>('image', 'model', 'video'),
      inputs: fc.array(fc.nat(11), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 12 }), (drawn) => {
        const isImage = (index: number): boolean => drawn[index]?.kind === 'image';
        // Only of images before it, so that there is no cycle.
        const plans = drawn.map(({ kind, inputs }, index) =>
          planOf(
            `a${index}`,
            kind,
            inputs.filter((each) => each < index && isImage(each)).map((each) => `a${each}`),
          ),
        );
        const ordered = orderByTime(plans, TIMES);
        expect(new Set(ordered)).toEqual(new Set(plans));
        expect(ordered).toHaveLength(plans.length);
        const at = new Map(ordered.map(({ asset }, index) => [asset.name, index]));
        drawn.forEach(({ inputs, kind }, index) => {
          const fed = inputs.filter((each) => each < index && isImage(each));
          for (const each of kind === 'model' ? fed.slice(0, 1) : fed) {
            expect(at.get(`a${each}`)).toBeLessThan(at.get(`a${index}`) ?? -1);
          }
        });
      }),
    );
  });
});

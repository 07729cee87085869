import { describe, expect, it } from 'vitest';
import type { LockedAsset } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import type { Asset } from '../manifest/manifest.ts';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { addPoints, learnPrices } from './prices.ts';

const named = (name: string, entry: unknown): Asset => ({ ...assetOf(entry), name });
const bought = (asset: Asset, points: number | null): [string, LockedAsset] => {
  const locked = lockedOf(asset);
  return [asset.name, { ...locked, jobs: locked.jobs.map((job) => ({ ...job, points })) }];
};

describe('prices', () => {
  const video = (duration: number, prompt = 'x') => ({ kind: 'video', prompt, duration });
  const six = named('six', video(6));
  const four = named('four', video(4));
  const learn = (...entries: [string, LockedAsset][]) =>
    learnPrices({ assets: record(entries) }, 'remote');

  it('are unknown until something like it was bought', () => {
    expect(learn().create(six)).toEqual({ min: 0, max: null });
  });

  it('are learned from what the same operation with the same parameters was charged', () => {
    const prices = learn(bought(six, 60));
    expect(prices.create(named('other', video(6, 'other words')))).toEqual({ min: 60, max: 60 });
    expect(prices.create(four)).toEqual({ min: 0, max: null });
  });

  it('are of one variant, though four were bought at once', () => {
    const wide = named('six', { ...video(6), variants: 4 });
    const prices = learnPrices({ assets: record([bought(wide, 100)]) }, 'remote');
    expect(prices.create(six)).toEqual({ min: 25, max: 25 });
  });

  it('are a range where they differed, and skip what the service did not tell', () => {
    const twin = named('four', video(6));
    const of = (a: number | null, b: number | null) =>
      learnPrices({ assets: record([bought(six, a), bought(twin, b)]) }, 'remote');
    expect(of(20, 30).create(six)).toEqual({ min: 20, max: 30 });
    expect(of(20, null).create(six)).toEqual({ min: 20, max: 20 });
  });

  it('are of the service that took them: play points are no price, and nobody knows whose old ones are', () => {
    const [name, entry] = bought(six, 60);
    const by = (service: 'local' | 'remote' | undefined): [string, LockedAsset] => [
      name,
      {
        ...entry,
        jobs: entry.jobs.map(({ service: _service, ...job }) =>
          service === undefined ? job : { ...job, service },
        ),
      },
    ];
    const price = (made: 'local' | 'remote' | undefined, asked: 'local' | 'remote') =>
      learnPrices({ assets: record([by(made)]) }, asked).create(six).max;
    expect([price('remote', 'remote'), price('local', 'local')]).toEqual([60, 60]);
    expect([price('local', 'remote'), price('remote', 'local')]).toEqual([null, null]);
    expect([price(undefined, 'remote'), price(undefined, 'local')]).toEqual([null, null]);
  });

  it('are learned in the middle of a run', () => {
    const prices = learn(bought(six, 60));
    prices.learn(four, 40);
    prices.learn(six, 50);
    expect(prices.create(four)).toEqual({ min: 40, max: 40 });
    expect(prices.create(six)).toEqual({ min: 50, max: 60 });
  });

  it('are known though the asset is gone from every manifest', () => {
    expect(learn(bought(named('gone', video(6)), 60)).create(six)).toEqual({ min: 60, max: 60 });
  });

  it('of conversions and chibi figures are those of the specification', () => {
    const images = ['./ann.png', './bob.png', './cy.png'];
    const team = assetOf({ kind: 'chibi', style: 's', images });
    expect(learn().convert).toEqual({ min: 10, max: 10 });
    expect(learn().create(team)).toEqual({ min: 30, max: 90 });
  });

  it('add up; one that is unknown makes the sum unknown', () => {
    expect(addPoints({ min: 1, max: 2 }, { min: 10, max: 20 })).toEqual({ min: 11, max: 22 });
    expect(addPoints({ min: 1, max: 2 }, { min: 10, max: null })).toEqual({ min: 11, max: null });
  });
});

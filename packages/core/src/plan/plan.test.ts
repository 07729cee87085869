import type { ModelDescriptor } from '@assetgen/client';
import { describe, expect, it } from 'vitest';
import type { LockedAsset } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { lockedOf } from '../testing/locks.ts';
import { manifestOf } from '../testing/manifests.ts';
import { gather, joinFacts } from '../testing/plan.ts';
import { boughtIn } from './bought.ts';
import { modelProblem } from './model-problem.ts';
import { planManifest } from './plan.ts';
import { learnPrices } from './prices.ts';
import { parseSavedPlan, planDifferences, savePlan } from './saved-plan.ts';
import { selectShard } from './select-shard.ts';

const manifest = (assets: object): Manifest =>
  manifestOf({ 'assets.gen.json': JSON.stringify({ assets }) });
const plan = (assets: object, entries: Record<string, LockedAsset> = {}) => {
  const lock = { assets: record(Object.entries(entries)) };
  const gathered = manifest(assets).assets.map((asset) =>
    gather(asset, lock.assets[asset.name], {}, boughtIn(lock)),
  );
  const states = gathered.map(({ state }) => state);
  const facts = joinFacts(gathered.map((each) => each.facts));
  return planManifest(states, lock, facts, learnPrices(lock, 'remote'));
};
const image = (prompt: string, more: object = {}) => ({ kind: 'image', prompt, ...more });
const bought = (name: string, entry: object): Record<string, LockedAsset> => {
  const [asset] = manifest({ [name]: entry }).assets;
  return asset === undefined ? {} : { [name]: lockedOf(asset) };
};
/** Something of the same price is in the lock: 20 points. */
const PRICED = bought('priced', image('of the same price'));

describe('planManifest', () => {
  it('counts a recipe once, whoever shares it', () => {
    const { assets, points } = plan({ a: image('x'), b: image('x'), c: image('x') }, PRICED);
    expect(assets.map((each) => each.action)).toEqual(['generate', 'process', 'process']);
    expect(assets[1]?.reason).toBe('same recipe as "a": shares its purchase');
    expect(points).toEqual({ min: 20, max: 20 });
  });

  it('counts what a second asset wants beyond the first', () => {
    const more = plan({ a: image('x'), b: image('x', { variants: 3 }) }, PRICED);
    expect(more.points).toEqual({ min: 60, max: 60 });
  });

  it('takes a renamed asset for what it is', () => {
    const { assets, obsolete, points } = plan({ fresh: image('x') }, bought('old', image('x')));
    expect(assets[0]).toMatchObject({ action: 'process', points: { min: 0, max: 0 } });
    expect(obsolete).toEqual(['old']);
    expect(points).toEqual({ min: 0, max: 0 });
  });

  it('counts a conversion once that two assets want of one model', () => {
    const model = { kind: 'model', prompt: 'x', outputs: ['glb', { format: 'stl', size: 50 }] };
    const lock = bought('old', { ...model, outputs: ['glb'] });
    const { assets, points } = plan({ a: model, b: model }, lock);
    expect(assets.map((each) => each.action)).toEqual(['convert', 'convert']);
    expect(points).toEqual({ min: 10, max: 10 });
  });

  it('does not take a local file for bought', () => {
    const local = { kind: 'image', source: './logo.svg' };
    const [entry] = Object.values(bought('old', local));
    const lock = { old: { ...entry, jobs: [] } as LockedAsset };
    expect(plan({ fresh: local }, lock).assets[0]?.source).toEqual({ type: 'local' });
  });
});

describe('a saved plan', () => {
  const before = { a: image('x'), b: image('y') };

  it('is the same after being written and read', () => {
    const made = plan(before);
    const read = parseSavedPlan(JSON.parse(JSON.stringify(savePlan(made))));
    expect(read === null ? null : planDifferences(read, made)).toEqual([]);
    expect(JSON.stringify(savePlan(made))).not.toContain('prompt');
  });

  it.each<[string, object, Record<string, LockedAsset>, string]>([
    ['a recipe changed', { ...before, a: image('z') }, {}, 'a: its recipe changed'],
    ['an asset came', { ...before, c: image('z') }, {}, 'c: not in the plan, but needs generate'],
    ['an asset went', { a: image('x') }, {}, 'b: nothing left to do, or removed'],
    ['one was bought', before, bought('b', image('y')), 'b: nothing left to do, or removed'],
    ['more is wanted', { ...before, a: image('x', { variants: 2 }) }, {}, 'a: planned generate'],
    ['the lock has more', before, PRICED, 'other entries of the lock are obsolete'],
  ])('is stale when %s', (_name, now, lock, message) => {
    const differences = planDifferences(savePlan(plan(before)), plan(now, lock));
    expect(differences.join('\n')).toContain(message);
  });

  it.each([null, 1, {}, { version: 2 }, { version: 1, assets: [] }])('is not %j', (value) => {
    expect(parseSavedPlan(value)).toBeNull();
  });
});

describe('selectShard', () => {
  const split = (entries: object, count: number, lock: Record<string, LockedAsset> = {}) => {
    const { assets, prices } = plan(entries, lock);
    const locked = { assets: record(Object.entries(lock)) };
    return Array.from({ length: count }, (_each, index) => [
      ...selectShard(assets, locked, prices, { index: index + 1, count }),
    ]);
  };
  const five = {
    a: image('x'),
    b: { kind: 'model', image: { asset: 'a' } },
    c: image('y'),
    d: image('y'),
    e: image('z'),
  };

  it('of more parts than memory could count has nothing in the last ones', () => {
    const { assets, prices } = plan(five);
    const part = (index: number) =>
      selectShard(assets, { assets: record([]) }, prices, { index, count: 1e12 });
    expect([1, 2, 3, 4, 1e12].map((index) => part(index).size)).toEqual([2, 2, 1, 0, 0]);
  });

  it('keeps dependencies together, and assets that share a purchase', () => {
    expect(split(five, 3)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('gives each asset to exactly one part', () => {
    expect(split(five, 2).flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(split(five, 9).flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('spreads what costs, and counts what the lock has as cheap', () => {
    const models = Object.fromEntries(
      Array.from({ length: 4 }, (_each, at) => [`m${at}`, { kind: 'model', prompt: `m${at}` }]),
    );
    const images = Object.fromEntries(
      Array.from({ length: 20 }, (_each, at) => [`i${at}`, image(`i${at}`)]),
    );
    const parts = split({ ...images, ...models }, 2);
    const modelsIn = (part: readonly string[]) => part.filter((name) => name.startsWith('m'));
    expect(parts.map((part) => modelsIn(part).length)).toEqual([2, 2]);
    expect(parts.map((part) => part.length)).toEqual([12, 12]);
    const lock = Object.assign(
      {},
      ...['m0', 'm1', 'm2'].map((name) => bought(name, models[name]!)),
    );
    const [rich, poor] = split(models, 2, lock).sort((a, b) => a.length - b.length);
    expect([rich, poor]).toEqual([['m3'], ['m0', 'm1', 'm2']]);
  });
});

describe('modelProblem', () => {
  const model = {
    id: 'p/pixels-2',
    object: 'model',
    modality: 'image',
    owned_by: 'p',
    modes: ['text-to-image'],
    capabilities: { aspect_ratios: ['1:1'], resolutions: ['1K'], max_n: 2 },
  };
  const film = { ...model, id: 'p/film', modality: 'video' };
  const problem = (more: object): string | null => {
    const [asset] = manifest({ a: image('x', { model: model.id, ...more }) }).assets;
    return asset === undefined ? null : modelProblem(asset, [model, film]);
  };

  it.each<[object, string | null]>([
    [{}, null],
    [{ resolution: '1K', aspectRatio: '1:1', variants: 2 }, null],
    [{ model: 'p/pixel-2' }, 'Did you mean "p/pixels-2"?'],
    [{ model: 'other/thing' }, 'Image models: p/pixels-2.'],
    [{ model: 'p/film' }, 'makes no images'],
    [{ resolution: '4K' }, 'has no resolution "4K": it has 1K'],
    [{ aspectRatio: '16:9' }, 'has no aspectRatio "16:9": it has 1:1'],
    [{ mode: 'edit' }, 'has no mode "edit": it has text-to-image'],
    [{ variants: 3 }, 'at most 2 variants, found 3'],
    [{ references: ['./a.png'] }, 'has no mode "image-to-image"'],
  ])('of %j is %s', (more, message) => {
    if (message === null) expect(problem(more)).toBeNull();
    else expect(problem(more)).toContain(message);
  });

  it('lets pass what the service says nothing of, and tells that a list is empty', () => {
    const [asset] = manifest({ a: image('x', { model: model.id }) }).assets;
    const problemIn = (list: readonly ModelDescriptor[]): string | null =>
      asset === undefined ? null : modelProblem(asset, list);
    expect(problemIn([{ ...model, modality: '', modes: [], capabilities: {} }])).toBeNull();
    expect(problemIn([])).toBe('the service has no model "p/pixels-2". It lists none.');
  });
});

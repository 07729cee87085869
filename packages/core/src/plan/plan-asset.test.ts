import { describe, expect, it } from 'vitest';
import type { JournalState } from './journal-state.ts';
import type { LockedAsset } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import { digest, lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import type { World } from '../testing/plan.ts';
import { gather } from '../testing/plan.ts';
import { planAsset } from './plan-asset.ts';
import type { Prices } from './prices.ts';

const PRICES: Prices = {
  create: (asset) => (asset.kind === 'chibi' ? { min: 30, max: 90 } : { min: 20, max: 20 }),
  learn: () => undefined,
  convert: { min: 10, max: 10 },
};
const journal = (state: JournalState): World => ({ journal: state });
const ACCEPTED: JournalState = { status: 'accepted', uuids: ['u'], points: 20 };

const IMAGE = { kind: 'image', prompt: 'a hero', outputs: ['webp'] };
const MODEL = { kind: 'model', prompt: 'a dragon', outputs: ['glb', { format: 'usdz', size: 9 }] };

interface Case {
  /** The entry in the manifest now, and the one that the lock was written for. */
  readonly now: Record<string, unknown>;
  readonly was?: Record<string, unknown>;
  readonly lock?: (locked: LockedAsset) => LockedAsset;
  readonly facts?: World;
}

const CASES: Readonly<Record<string, Case>> = {
  new: { now: IMAGE },
  'new, four variants': { now: { ...IMAGE, variants: 4 } },
  'new, with conversions': { now: MODEL },
  'new chibi': { now: { kind: 'chibi', style: 's', images: ['./ann.png', './bob.png'] } },
  'new adopted model': { now: { ...MODEL, prompt: undefined, uuid: 'u' } },
  'new local image': { now: { kind: 'image', source: './logo.svg' } },
  'up to date': { now: IMAGE, was: IMAGE },
  'a new output': { now: { ...IMAGE, outputs: ['webp', 'avif'] }, was: IMAGE },
  'an output whose options changed': {
    now: { ...IMAGE, outputs: [{ format: 'webp', quality: 50 }] },
    was: IMAGE,
  },
  'a preset that stands for other options than it did': {
    now: {
      ...MODEL,
      outputs: [
        { format: 'glb', preset: 'mobile' },
        { format: 'usdz', size: 9 },
      ],
    },
    was: {
      ...MODEL,
      outputs: [
        {
          format: 'glb',
          maxTriangles: 25_000,
          maxError: 0.03,
          textures: { format: 'webp', maxSize: 512 },
          compress: 'meshopt',
        },
        { format: 'usdz', size: 9 },
      ],
    },
  },
  'a new conversion': { now: MODEL, was: { ...MODEL, outputs: ['glb'] } },
  'an edited file': { now: IMAGE, was: IMAGE, facts: { file: () => 'edited' } },
  'a missing file': { now: IMAGE, was: IMAGE, facts: { file: () => 'missing' } },
  'a missing file and its blob': {
    now: IMAGE,
    was: IMAGE,
    facts: { file: () => 'missing', hasBlob: (each) => each !== digest('a.webp bytes') },
  },
  'nothing but the lock': {
    now: IMAGE,
    was: IMAGE,
    facts: { file: () => 'missing', hasBlob: () => false },
  },
  'nothing but the lock, of a conversion': {
    now: MODEL,
    was: MODEL,
    facts: { file: () => 'missing', hasBlob: () => false },
  },
  'blobs gone, files there': { now: IMAGE, was: IMAGE, facts: { hasBlob: () => false } },
  'a conversion made again with other bytes': {
    now: MODEL,
    was: MODEL,
    facts: {
      file: (name) => (name.endsWith('.usdz') ? 'edited' : 'ok'),
      hasBlob: () => false,
      remade: ['a.9mm.usdz'],
    },
  },
  'a conversion made again, its locked bytes in the cache': {
    now: MODEL,
    was: MODEL,
    facts: {
      file: (name) => (name.endsWith('.usdz') ? 'edited' : 'ok'),
      remade: ['a.9mm.usdz'],
    },
  },
  'a new output, its source gone': {
    now: { ...IMAGE, outputs: ['webp', 'avif'] },
    was: IMAGE,
    facts: { hasBlob: () => false },
  },
  'another prompt': { now: { ...IMAGE, prompt: 'a villain' }, was: IMAGE },
  'two fields changed': { now: { ...IMAGE, prompt: 'x', revision: 1 }, was: IMAGE },
  'a reference added': { now: { ...IMAGE, references: ['./a.png'] }, was: IMAGE },
  'another file of a local image': {
    now: { kind: 'image', source: './b.svg' },
    was: { kind: 'image', source: './a.svg' },
  },
  'frozen, the recipe changed': { now: { ...IMAGE, prompt: 'x', frozen: true }, was: IMAGE },
  'frozen, changed, its file gone': {
    now: { ...IMAGE, prompt: 'x', frozen: true },
    was: IMAGE,
    facts: { file: () => 'missing' },
  },
  'frozen, and never made': { now: { ...IMAGE, frozen: true } },
  'frozen, more variants': { now: { ...IMAGE, frozen: true, variants: 3 }, was: IMAGE },
  'more variants': { now: { ...IMAGE, variants: 3 }, was: IMAGE },
  'fewer variants': { now: { ...IMAGE, variants: 1 }, was: { ...IMAGE, variants: 3 } },
  'another pick': {
    now: { ...IMAGE, variants: 2, pick: 2 },
    was: { ...IMAGE, variants: 2 },
  },
  'a pick that failed': {
    now: { ...IMAGE, variants: 2, pick: 2 },
    was: { ...IMAGE, variants: 2 },
    lock: (locked) => ({
      ...locked,
      variants: [...locked.variants.slice(0, 1), { uuid: 'f', failed: true }],
    }),
  },
  'paid for, not fetched': { now: IMAGE, facts: journal(ACCEPTED) },
  'paid for, with a conversion to come': { now: MODEL, facts: journal(ACCEPTED) },
  'more variants, paid for': {
    now: { ...IMAGE, variants: 2 },
    was: IMAGE,
    facts: journal(ACCEPTED),
  },
  'of unknown outcome': {
    now: IMAGE,
    facts: journal({ status: 'ambiguous', asset: 'a', ids: [] }),
  },
  'an input that is yet to be made': {
    now: { kind: 'model', image: { asset: 'concept' } },
    facts: { digests: () => null },
  },
  'an input to be made, and conversions': {
    now: { kind: 'model', image: { asset: 'concept' }, outputs: ['glb', 'usdz'] },
    facts: { digests: () => null },
  },
  'an input that changed since': {
    now: { kind: 'model', image: { asset: 'concept' } },
    was: { kind: 'model', image: { asset: 'concept' } },
    facts: { digests: () => digest('another picture') },
  },
};

function plan({ now, was, lock = (locked) => locked, facts = {} }: Case) {
  const locked = was === undefined ? undefined : lock(lockedOf(assetOf(was)));
  const gathered = gather(assetOf(now), locked, facts);
  return planAsset(gathered.state, gathered.facts, PRICES);
}

describe('planAsset', () => {
  it('decides, says why, and what it costs', () => {
    const table = Object.entries(CASES).map(([name, each]) => {
      const { action, source, outputs, points, reason } = plan(each);
      const price = points.min === points.max ? points.min : `${points.min}–${points.max ?? '?'}`;
      const steps = outputs.map((output) => output.action).join('+');
      return `${name}: ${action} (${source.type}, ${steps}), ${price} points: ${reason}`;
    });
    expect(`\n${table.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      new: generate (create, fetch), 20 points: new
      new, four variants: generate (create, fetch), 80 points: new
      new, with conversions: generate (create, fetch+fetch), 30 points: new
      new chibi: generate (create, fetch+fetch), 30–90 points: new
      new adopted model: download (adopt, fetch+fetch), 10 points: a.glb not retrieved yet; a.9mm.usdz not retrieved yet
      new local image: process (local, fetch), 0 points: a.webp not converted yet
      up to date: none (locked, none), 0 points: up to date
      a new output: process (locked, none+process), 0 points: new output a.avif
      an output whose options changed: process (locked, process), 0 points: a.webp changed
      a preset that stands for other options than it did: process (locked, process+none), 0 points: a.glb changed
      a new conversion: convert (locked, none+convert), 10 points: new output a.9mm.usdz
      an edited file: process (locked, copy), 0 points: a.webp was edited: restored
      a missing file: process (locked, copy), 0 points: a.webp missing
      a missing file and its blob: process (locked, process), 0 points: a.webp missing
      nothing but the lock: download (locked, fetch), 0 points: a.webp missing, blob missing from the cache, downloads again by UUID
      nothing but the lock, of a conversion: download (locked, fetch+fetch), 0–10 points: a.glb missing, blob missing from the cache, downloads again by UUID; a.9mm.usdz missing, requested again by UUID
      blobs gone, files there: none (locked, none), 0 points: up to date
      a conversion made again with other bytes: process (locked, none+remade), 0 points: a.9mm.usdz was made again here, with other bytes than the lock records
      a conversion made again, its locked bytes in the cache: process (locked, none+copy), 0 points: a.9mm.usdz was edited: restored
      a new output, its source gone: download (locked, none+fetch), 0 points: new output a.avif, blob missing from the cache, downloads again by UUID
      another prompt: generate (create, fetch), 20 points: prompt changed: "a villain"
      two fields changed: generate (create, fetch), 20 points: prompt changed: "x", revision changed: 1
      a reference added: generate (create, fetch), 20 points: references changed
      another file of a local image: process (local, fetch), 0 points: source changed; a.webp not converted yet
      frozen, the recipe changed: none (locked, none), 0 points: frozen: the recipe changed, the locked result stays
      frozen, changed, its file gone: process (locked, copy), 0 points: frozen: the recipe changed, the locked result stays; a.webp missing
      frozen, and never made: generate (create, fetch), 20 points: new
      frozen, more variants: none (locked, none), 0 points: up to date
      more variants: generate (create, fetch), 40 points: 2 more variants
      fewer variants: none (locked, none), 0 points: up to date
      another pick: process (locked, process), 0 points: a.webp changed
      a pick that failed: blocked (locked, blocked), 0 points: variant 2 failed at the service: pick another, or reroll
      paid for, not fetched: download (create, fetch), 0 points: accepted already: resumes
      paid for, with a conversion to come: download (create, fetch+fetch), 10 points: accepted already: resumes
      more variants, paid for: download (create, fetch), 0 points: accepted already: resumes
      of unknown outcome: blocked (create, fetch), 0 points: a submission whose outcome is unknown waits for a decision (--resubmit)
      an input that is yet to be made: generate (waits, fetch), 20 points: waits for "concept"
      an input to be made, and conversions: generate (waits, fetch+fetch), 30 points: waits for "concept"
      an input that changed since: generate (create, fetch), 20 points: image changed
      "
    `);
  });

  it('counts the purchases of a recipe: the next is the next ordinal', () => {
    expect(plan(CASES['new'] as Case).source).toMatchObject({ ordinal: 0, count: 1, locked: null });
    expect(plan(CASES['more variants'] as Case).source).toMatchObject({ ordinal: 1, count: 2 });
    expect(plan(CASES['another prompt'] as Case).source).toMatchObject({
      ordinal: 0,
      locked: null,
    });
  });

  it('tells of the drift of a frozen asset, and only of that', () => {
    const drifting = Object.entries(CASES).filter(([, each]) => plan(each).drift);
    expect(drifting.map(([name]) => name)).toEqual([
      'frozen, the recipe changed',
      'frozen, changed, its file gone',
    ]);
  });

  it('shows no more of a prompt than its beginning', () => {
    const long = 'a word '.repeat(40);
    const made = plan({ now: { ...IMAGE, prompt: long }, was: IMAGE });
    expect(made.reason.length).toBeLessThan(70);
    expect(JSON.stringify([made.fields(), made.recipe])).not.toContain('word');
  });

  describe('what was bought before', () => {
    const bought = (from: string, entry: Record<string, unknown>) => {
      const { jobs, variants, outputs } = lockedOf(assetOf(entry));
      return { from, jobs, variants, outputs };
    };

    it('under another name is taken over, with the outputs that are the same', () => {
      const made = plan({ now: MODEL, facts: { bought: bought('"old"', MODEL) } });
      expect(made).toMatchObject({ action: 'process', points: { min: 0, max: 0 } });
      expect(made.reason).toBe('bought before ("old"): nothing is bought');
      expect(made.source).toMatchObject({ type: 'locked', from: '"old"' });
    });

    it('with fewer variants is added to', () => {
      const made = plan({
        now: { ...IMAGE, variants: 3 },
        facts: { bought: bought('"old"', { ...IMAGE, variants: 2 }) },
      });
      expect(made.source).toMatchObject({ type: 'create', ordinal: 1, count: 1 });
    });

    it('is left alone by an asset that has enough itself, and by one that drifts', () => {
      const other = { bought: bought('"old"', { ...IMAGE, variants: 4 }) };
      expect(plan({ now: IMAGE, was: IMAGE, facts: other }).source).toMatchObject({ from: null });
      const drifting = { now: { ...IMAGE, prompt: 'x', frozen: true }, was: IMAGE, facts: other };
      expect(plan(drifting)).toMatchObject({ drift: true, source: { from: null } });
    });
  });

  it('takes a lock whose outputs are all gone', () => {
    const lock = (locked: LockedAsset): LockedAsset => ({ ...locked, outputs: record<never>([]) });
    expect(plan({ now: IMAGE, was: IMAGE, lock }).action).toBe('process');
  });
});

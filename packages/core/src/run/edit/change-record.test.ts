import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeText } from './change-text.ts';
import type { Change, ChangeKind } from './change-record.ts';
import { parseChanges, redoTarget, undoTarget } from './change-record.ts';
import { parseReviews, setReview, setReviews } from './review-file.ts';
import { applySplice, revertSplice, spliceOf } from './text-splice.ts';

const change = (id: number, what: ChangeKind = 'edit', undoes: number | null = null): Change => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  what,
  assets: ['a'],
  files: [],
  undoes,
});
const line = (value: object): string => `${JSON.stringify(value)}\n`;
const logged = (...changes: readonly Change[]): string =>
  changes
    .map((each) => line({ type: 'change', ...each }) + line({ type: 'done', id: each.id }))
    .join('');

describe('the log of changes', () => {
  it('undoes the newest first, and redoes what was undone until something else is changed', () => {
    const [a, b] = [change(1), change(2)];
    const targets = (...more: readonly Change[]) => {
      const { changes } = parseChanges(logged(a, b, ...more));
      return [undoTarget(changes)?.id ?? null, redoTarget(changes)?.id ?? null];
    };
    expect(targets()).toEqual([2, null]);
    expect(targets(change(3, 'undo', 2))).toEqual([1, 3]);
    expect(targets(change(3, 'undo', 2), change(4, 'undo', 1))).toEqual([null, 4]);
    expect(targets(change(3, 'undo', 2), change(4, 'redo', 3))).toEqual([2, null]);
    expect(targets(change(3, 'undo', 2), change(4, 'redo', 3), change(5, 'undo', 2))).toEqual([
      1, 5,
    ]);
    expect(targets(change(3, 'undo', 2), change(4))).toEqual([4, null]);
  });

  it('knows the one that a killed process left open, and skips what is torn', () => {
    const text = `${logged(change(1))}{"type":"chan\n${line({ type: 'change', ...change(2) })}`;
    expect(parseChanges(text)).toMatchObject({ open: { id: 2 }, next: 3 });
    const dropped = parseChanges(text + line({ type: 'dropped', id: 2 }));
    expect(dropped).toMatchObject({ open: null, next: 3 });
    expect(dropped.changes.map(({ id }) => id)).toEqual([1]);
  });

  it('never throws, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
        const { changes } = parseChanges(lines.join('\n'));
        changes.forEach(changeText);
      }),
    );
  });
});

it('a splice leads from one text to the other, and back', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const kept = JSON.parse(JSON.stringify(spliceOf(before, after)));
      expect(applySplice(before, kept)).toBe(after);
      expect(revertSplice(after, kept)).toBe(before);
    }),
  );
});

it.each([
  ['edit', { prompt: 'x' }, { prompt: 'y' }, 'a: prompt'],
  ['reroll', { prompt: 'x' }, { prompt: 'x', revision: 1 }, 'a: revision 0 → 1'],
  ['pick', { pick: 2, variants: 3 }, { pick: 3, variants: 3 }, 'a: pick 2 → 3'],
  ['add', null, { prompt: 'x' }, 'a added'],
  [
    'edit',
    { expect: { maxBytes: 10, minWidth: 4 } },
    { expect: { maxBytes: 1214, minWidth: 4 } },
    'a: largest file 10 → 1214 bytes',
  ],
  ['edit', {}, { expect: { maxTriangles: 9 } }, 'a: most triangles none → 9'],
  ['edit', {}, { expect: { valid: false } }, 'a: errors of a GLB accepted'],
  [
    'edit',
    { outputs: ['webp', 'png'] },
    { outputs: [{ format: 'webp', quality: 40 }, 'png'] },
    'a: webp output: quality none → 40',
  ],
  [
    'edit',
    { outputs: [{ format: 'glb', textures: { format: 'ktx2' } }] },
    { outputs: [{ format: 'glb', textures: { format: 'webp' } }] },
    'a: glb output: textures.format ktx2 → webp',
  ],
  ['edit', { outputs: ['webp', 'png'] }, { outputs: ['webp'] }, 'a: png output left out'],
  ['edit', {}, { outputs: ['webp'] }, 'a: outputs'],
  ['remove', { prompt: 'x' }, null, 'a removed'],
  ['review', null, { state: 'needs-work' }, 'a: needs work'],
  ['review', { state: 'needs-work' }, null, 'a: no decision'],
] as const)('%s in words', (what, before, after, text) => {
  const file = { file: 'f', before: '', after: '', at: 0, removed: '', inserted: '' };
  const files = [{ ...file, entries: { a: [before, after] as const } }];
  expect(changeText({ ...change(1, what), files })).toBe(text);
});

describe('the file of decisions', () => {
  const review = { state: 'approved', digest: 'd1', by: 'Ann', at: '2026-01-02' } as const;

  it('has one line an asset, by name, and changes one of them', () => {
    const two = setReview(setReview('', 'b', review), 'a', { ...review, note: 'fine' });
    expect(two.split('\n')).toEqual([
      '{"asset":"a","state":"approved","digest":"d1","by":"Ann","at":"2026-01-02","note":"fine"}',
      '{"asset":"b","state":"approved","digest":"d1","by":"Ann","at":"2026-01-02"}',
      '',
    ]);
    expect(setReview(two, 'a', null)).toBe(`${two.split('\n')[1]}\n`);
  });

  it('takes the newer of two lines that a merge left, and no marks of it', () => {
    const old = setReview('', 'a', { ...review, at: '2026-01-01', state: 'rejected' });
    const merged = `<<<<<<< ours\n${setReview('', 'a', review)}=======\n${old}>>>>>>> theirs\n`;
    expect([...parseReviews(merged)]).toEqual([['a', review]]);
  });

  it('keeps a line that cannot be read, and no marks of a conflict', () => {
    const torn = '{"asset":"b","state":"appro';
    const text = `<<<<<<< HEAD\n${torn}\n||||||| base\n=======\n>>>>>>> theirs\n\n`;
    const once = setReview(text, 'c', review);
    expect(once).toBe(`${setReview('', 'c', review)}${torn}\n`);
    expect(setReviews(once, new Map([['c', null]]))).toBe(`${torn}\n`);
  });

  it('takes no line that is no decision', () => {
    const texts = ['null', '[]', '{"asset":"a","state":"maybe"}', '{"state":"approved"}'];
    expect(parseReviews(texts.join('\n')).size).toBe(0);
  });
});

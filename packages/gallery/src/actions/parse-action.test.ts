import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from './parse-action.ts';

describe('parseAction', () => {
  it.each([
    { type: 'pick', asset: 'hero', pick: 2, points: 0 },
    { type: 'reroll', asset: 'hero', points: 20 },
    { type: 'another', asset: 'hero', points: null },
    { type: 'generate', asset: 'hero', points: 1.5, asks: 'ab12' },
    { type: 'generate', asset: null, points: null },
    { type: 'draft' },
    { type: 'edit', asset: 'hero', prompt: 'a', before: 'b' },
    { type: 'stop' },
    { type: 'undo', change: null },
    { type: 'undo', change: 3 },
    { type: 'redo' },
    { type: 'review', assets: ['hero'], state: 'rejected', note: 'dark' },
    { type: 'review', assets: ['hero'], state: null, note: '', made: 'ab12' },
    { type: 'many', what: 'words', assets: ['a', 'b'], points: 0, find: 'x', put: 'y' },
    { type: 'use', asset: 'hero', recipe: 'abc', pick: null },
    { type: 'add', asset: 'a', kind: 'image', prompt: 'b', style: '', references: ['./c.png'] },
    { type: 'duplicate', asset: 'hero', name: 'hero-2' },
    { type: 'rename', asset: 'hero', name: 'heroine' },
    { type: 'remove', asset: 'hero' },
    { type: 'set', asset: 'hero', output: null, key: 'expect.maxBytes', value: 1000 },
    { type: 'set', asset: 'hero', output: 'hero.webp', key: 'format', value: 'avif' },
    { type: 'set', asset: 'hero', output: 'hero.webp', key: '', value: null },
    { type: 'open', asset: 'hero' },
  ] as const)('takes %j', (action) => {
    expect(parseAction(action)).toEqual(action);
    expect(parseAction({ ...action, more: 1 })).toEqual(action);
  });

  it.each([
    undefined,
    null,
    'pick',
    [],
    {},
    { type: 'constructor' },
    { type: 'add', asset: 'a', kind: 'song', prompt: 'b', style: '', references: [] },
    { type: 'add', asset: 'a', kind: 'image', prompt: 'b', style: '', references: [1] },
    {
      type: 'add',
      asset: 'a',
      kind: 'image',
      prompt: 'b',
      style: '',
      references: Array(101).fill('a'),
    },
    { type: 'rename', asset: 'hero' },
    { type: 'remove', asset: null },
    { type: 'set', asset: 'hero', output: null, key: '__proto__.a', value: 1000 },
    { type: 'set', asset: 'hero', output: null, key: 'expect.maxBytes', value: [1000] },
    { type: 'set', asset: 'hero', output: null, key: 'a.b.c', value: 1 },
    // No page takes a whole asset out by this.
    { type: 'set', asset: 'hero', output: null, key: '', value: null },
    { type: 'set', asset: 'hero', key: 'quality', value: 1 },
    { type: 'open', asset: ['/etc/passwd'] },
    { type: 'pick', asset: 'hero', pick: 1.5, points: 0 },
    { type: 'pick', asset: 'hero', pick: 1 },
    { type: 'reroll', asset: 'hero', points: -1 },
    { type: 'reroll', asset: null, points: 1 },
    // A page that does not say what it showed has shown nothing.
    { type: 'reroll', asset: 'hero' },
    { type: 'generate', asset: 'hero' },
    { type: 'generate', asset: 'hero', points: 'all' },
    { type: 'generate', asset: 'hero', points: 1, asks: null },
    { type: 'edit', asset: 'hero', prompt: 'a' },
    { type: 'undo' },
    { type: 'review', assets: [], state: 'rejected', note: '' },
    { type: 'review', assets: ['hero'], state: 'maybe', note: '' },
    { type: 'review', assets: ['hero'], state: null, note: '', made: 1 },
    { type: 'many', what: 'remove', assets: ['hero'], points: 0, find: '', put: '' },
    { type: 'many', what: 'reroll', assets: ['hero'], find: '', put: '' },
    { type: 'many', what: 'reroll', assets: [1], points: 0, find: '', put: '' },
    { type: 'undo', change: 'all' },
    { type: 'use', asset: 'hero', recipe: 'abc' },
  ])('refuses %j', (value) => {
    expect(parseAction(value)).toBeNull();
  });

  it('takes 10,000 names, and says how many are too many', () => {
    const review = (count: number): unknown =>
      parseAction({ type: 'review', assets: Array(count).fill('a'), state: null, note: '' });
    expect(review(10_000)).not.toBeNull();
    expect(() => review(10_001)).toThrow('expected at most 10,000 assets, found 10,001');
  });

  it('never throws for anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        parseAction(value);
      }),
    );
  });
});

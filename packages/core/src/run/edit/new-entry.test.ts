import { describe, expect, it } from 'vitest';
import { assetOf } from '../../testing/manifests.ts';
import { newEntry } from './new-entry.ts';

describe('newEntry', () => {
  it.each([
    [
      { kind: 'image', prompt: ' a lamp ' },
      { kind: 'image', prompt: 'a lamp' },
    ],
    [
      { kind: 'video', prompt: 'waves', style: 'as a watercolour', references: ['./sea.png'] },
      { kind: 'video', prompt: 'waves, as a watercolour', references: ['./sea.png'] },
    ],
    [
      { kind: 'model', prompt: 'a lamp' },
      { kind: 'model', prompt: 'a lamp', outputs: [{ format: 'glb', preset: 'web' }] },
    ],
    [
      { kind: 'model', prompt: '', references: ['./lamp.png'] },
      { kind: 'model', image: './lamp.png', outputs: [{ format: 'glb', preset: 'web' }] },
    ],
    [
      { kind: 'chibi', prompt: '', style: 'toy', references: ['./ann.png', './bob.png'] },
      { kind: 'chibi', style: 'toy', images: ['./ann.png', './bob.png'] },
    ],
    [
      { kind: 'image', prompt: 'a', outputs: [{ format: 'png' }] },
      { kind: 'image', prompt: 'a', outputs: [{ format: 'png' }] },
    ],
  ] as const)('%j', (wanted, entry) => {
    expect(newEntry(wanted)).toEqual(entry);
    // A manifest takes it as it is.
    expect(assetOf(newEntry(wanted)).kind).toBe(wanted.kind);
  });

  it('refuses a model of words and an image', () => {
    const both = { kind: 'model', prompt: 'a lamp', references: ['./lamp.png'] } as const;
    expect(() => newEntry(both)).toThrow('from words or from one image');
  });
});

import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thingFor } from '../things/catalogue.ts';
import { COLORS } from './colors.ts';
import { MATERIALS } from './materials.ts';
import { readPrompt } from './read-prompt.ts';

const read = (prompt: string) => readPrompt(prompt, (word) => thingFor(word) !== undefined);

describe('readPrompt', () => {
  it('gives colours to the noun that they stand before', () => {
    const { colors } = read('a red dragon with blue wings and golden horns');
    expect(colors.get('main')).toBe(COLORS['red']);
    expect(colors.get('wing')).toBe(COLORS['blue']);
    expect(read('a red dragon with golden horns').materials.get('horn')).toBe(MATERIALS['golden']);
  });

  it('keeps a second colour, and one that is said last', () => {
    const { colors } = read('a house, white and blue');
    expect(colors.get('main')).toBe(COLORS['white']);
    expect(colors.get('second')).toBe(COLORS['blue']);
  });

  it('gives materials to the thing and to its parts', () => {
    const { materials } = read('a wooden chair with a velvet seat');
    expect(materials.get('main')?.stuff).toBe('wood');
    expect(materials.get('seat')?.stuff).toBe('cloth');
    expect(read('a chest full of gold').materials.size).toBe(0);
    expect(readPrompt('a pine tree', (word) => word === 'tree', ['pine']).materials.size).toBe(0);
  });

  it.each([
    ['a tiny chair', 0.4, undefined],
    ['a huge chair', 2.4, undefined],
    ['a chair, 80 cm high', 1, 0.8],
    ['a 2m chair', 1, 2],
    ['a chair of 120mm', 1, 0.12],
    ['a chair, 5000 m', 1, undefined],
  ])('reads the size of "%s"', (prompt, scale, metres) => {
    expect(read(prompt)).toMatchObject({ scale, metres });
  });

  it('reads any text', () => {
    assert(property(string({ unit: 'binary' }), (prompt) => read(prompt).scale > 0));
  });
});

import { describe, expect, it } from 'vitest';
import { COLORS } from '../../model/words/colors.ts';
import { MATERIALS } from '../../model/words/materials.ts';
import { seededRandom } from '../art/random.ts';
import type { Wish } from './read-wish.ts';
import { readWish } from './read-wish.ts';

const read = (prompt: string): Wish => readWish(prompt, seededRandom('s'));

describe('readWish', () => {
  it.each([
    ['a red dragon at night', { biome: 'mountains', daytime: 'night' }],
    ['wolves in the snow', { weather: 'snow', biome: 'forest' }],
    ['a lighthouse in a storm', { weather: 'storm', biome: 'sea' }],
    ['ROBOTS in Neon City!', { daytime: 'night', biome: 'city' }],
    ['golden hour in the desert', { daytime: 'golden', biome: 'desert' }],
    ['two astronauts at night', { biome: 'space' }],
    ['zyxw', { biome: 'abstract' }],
    ['', { biome: 'abstract', subjects: [] }],
  ] satisfies [string, Partial<Wish>][])('understands "%s"', (prompt, expected) => {
    expect(read(prompt)).toMatchObject(expected);
  });

  it('gives a colour to the subject it stands before, and others to the picture', () => {
    const wish = read('a red dragon over a pale blue sea of green');
    expect(wish.subjects).toMatchObject([{ word: 'dragon', coloring: { main: COLORS['red'] } }]);
    expect(wish.colours).toEqual(
      [COLORS['blue'], COLORS['green']].map((color) => color!.map((value) => value * 255)),
    );
  });

  it('leaves out what the prompt does, and takes two emoji for many', () => {
    const subjects = (prompt: string) =>
      read(prompt).subjects.map(({ word, many }) => [word, many]);
    expect(subjects('a tower without windows or doors')).toEqual([['tower', false]]);
    expect(subjects('no people, an empty street')).toEqual([]);
    expect(subjects('🍎🍎')).toEqual([['red apple', true]]);
  });

  it('takes what is behind a thing for no picture, and its colour for the backdrop', () => {
    const white = read('a knight on a white background');
    expect([white.biome, white.colours.length]).toEqual(['studio', 1]);
    expect(read('a dark background').biome).toBe('abstract');
  });

  it.each(['a pine tree', 'an ice cream', 'a golden eagle'])(
    'takes no material from the name of "%s"',
    (prompt) => {
      expect(read(prompt).subjects[0]?.coloring).not.toHaveProperty('material');
    },
  );

  it('gives the colour of a part to no picture', () => {
    expect(read('a woman with red hair').colours).toEqual([]);
  });

  it('takes golden light for a time of day, and a golden skull for one of gold', () => {
    expect(read('golden light, a chair')).toMatchObject({ daytime: 'golden', colours: [] });
    expect(read('a golden skull')).toMatchObject({
      biome: 'studio',
      subjects: [{ coloring: { material: MATERIALS['golden']!.color } }],
    });
  });

  it('knows one from many, names each subject once, and takes a palm tree for a palm', () => {
    const subjects = (prompt: string) =>
      read(prompt).subjects.map(({ word, many }) => [word, many]);
    expect(subjects('boats and a truck and boats')).toEqual([
      ['boat', true],
      ['truck', false],
    ]);
    expect(subjects('palm trees on a beach')).toEqual([['palm tree', true]]);
    expect(subjects('a forest of pine trees with a bear').map(([word]) => word)).toEqual(['bear']);
  });

  it('gives a thing without a place a studio, and ice cream no ice', () => {
    expect(read('a motorcycle').biome).toBe('studio');
    expect(read('an ice cream').biome).toBe('studio');
    expect(read('a dark knight').biome).toBe('studio');
    expect(read('a camera at night').biome).not.toBe('studio');
  });

  it('reads a very long prompt at once', () => {
    const start = performance.now();
    read('a castle '.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

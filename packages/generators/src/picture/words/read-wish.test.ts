import { describe, expect, it } from 'vitest';
import { rgb } from '../art/colour.ts';
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
    ['two astronauts', { biome: 'space' }],
    ['zyxw', { biome: 'abstract' }],
    ['', { biome: 'abstract', subjects: [] }],
  ] satisfies [string, Partial<Wish>][])('understands "%s"', (prompt, expected) => {
    expect(read(prompt)).toMatchObject(expected);
  });

  it('gives a colour to the subject it stands before, and others to the picture', () => {
    const wish = read('a red dragon over a pale blue sea of green');
    expect(wish.subjects).toEqual([{ name: 'dragon', colour: rgb('#c8322b'), many: false }]);
    expect(wish.colours).toEqual([rgb('#2f68c8'), rgb('#4a9a45')]);
  });

  it('lets a word bring its own colour, unless one is named', () => {
    expect(read('a fox').subjects[0]?.colour).toEqual(rgb('#d9772e'));
    expect(read('a white fox').subjects[0]?.colour).toEqual(rgb('#f1efe9'));
    expect(read('golden light, a chair').colours).toEqual([]);
  });

  it('knows one from many, names each subject once, and takes a palm tree for a palm', () => {
    expect(
      read('boats and a ship and boats').subjects.map(({ name, many }) => [name, many]),
    ).toEqual([
      ['boat', true],
      ['ship', false],
    ]);
    expect(read('palm trees on a beach').subjects.map(({ name }) => name)).toEqual(['palm']);
    expect(read('a forest of pine trees with a bear').subjects.map(({ name }) => name)).toEqual([
      'bear',
    ]);
  });

  it('reads a very long prompt at once', () => {
    const start = performance.now();
    read('a castle '.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

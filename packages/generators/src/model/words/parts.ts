import { wordList } from '../../word-list.ts';

/** Nouns of parts, so that "a red roof" paints the roof. Plural and kindred words give the same part. */
const KINDRED: Readonly<Record<string, readonly string[]>> = {
  roof: ['roofs', 'shingles'],
  wall: ['walls', 'bricks'],
  door: ['doors', 'gate'],
  window: ['windows'],
  wing: ['wings'],
  eye: ['eyes'],
  horn: ['horns', 'antlers'],
  belly: ['underbelly', 'chest-plate'],
  spike: ['spikes', 'spines', 'fins', 'fin'],
  claw: ['claws', 'talons', 'hooves'],
  hair: ['beard', 'mane'],
  hat: ['helmet', 'hood', 'crown', 'bow'],
  cap: ['caps'],
  stem: ['stalk', 'stems'],
  leaf: wordList('leaves foliage needles crown-of-leaves petals blossoms blossom flowers'),
  trunk: ['bark', 'branches'],
  handle: ['grip', 'hilt', 'shaft', 'haft'],
  guard: ['crossguard', 'pommel'],
  blade: ['blades', 'edge', 'head'],
  gem: ['gems', 'jewel', 'jewels', 'orb', 'rubies', 'emeralds'],
  lid: ['cover', 'cork'],
  band: wordList('bands strap straps fittings hinges corners lock locks trim hoops buckle'),
  seat: ['cushion', 'cushions', 'upholstery', 'pillow', 'blanket', 'mattress'],
  leg: ['legs', 'feet', 'paws'],
  sail: ['sails'],
  hull: ['deck'],
  flag: ['flags', 'banner', 'banners'],
  wheel: ['wheels', 'tires', 'tyres', 'tracks'],
  shirt: ['armor', 'armour', 'tunic', 'jacket', 'coat', 'dress', 'suit', 'robe', 'robes'],
  cape: ['cloak', 'scarf', 'pants', 'trousers'],
  shade: ['lampshade'],
  base: ['pedestal', 'stand', 'foot', 'ground'],
  flame: ['fire', 'light', 'lights', 'glow', 'liquid', 'drink', 'potion-liquid'],
  spot: ['spots', 'dots', 'stripes', 'patches'],
  icing: ['glaze', 'frosting', 'glazing', 'topping'],
  nose: ['beak', 'snout'],
  tail: ['tails'],
};

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDRED).flatMap(([name, words]) => [
    [name, name] as const,
    ...words.map((word) => [word, name] as const),
  ]),
);

/** The part that a word names, or undefined. */
export function partNamed(word: string): string | undefined {
  return BY_WORD.get(word);
}

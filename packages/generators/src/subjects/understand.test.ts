import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thingFor, THINGS } from '../model/things/catalogue.ts';
import { layersOf, rasterOf } from './draw-glyph.ts';
import { lexicon } from './lexicon.ts';
import { singular } from './singular.ts';
import { phrasesOf, subjectOf, understand } from './understand.ts';

const subject = (prompt: string): string | undefined => understand(prompt, 'model').subject;

describe('understand', () => {
  it.each([
    ['a skull', 'skull'],
    ['a rusty steampunk submarine', 'submarine'],
    ['a slice of pizza', 'pizza'],
    ['statue of a lion', 'lion'],
    ['a bottle of wine', 'wine'],
    ['an orange cat', 'cat'],
    ['a coffee cup on a table', 'coffee cup'],
    ['two motorcycles in the rain', 'motorcycle'],
    ['hot-air balloon', 'hot air balloon'],
    ['a small red dragon, game ready', 'dragon'],
    ['an apple tree', 'apple tree'],
    ['a chest full of gold', 'chest'],
    ['low poly wooden treasure chest', 'treasure chest'],
    ['a purple unicron', 'unicorn'],
    ['a motorcylce', 'motorcycle'],
    ['a skelleton warrior', 'warrior'],
    ['two elephnats', 'elephant'],
    ['an espresso machine', 'espresso machine'],
    ['a frisbee', 'frisbee'],
    ['a red car and a green truck', 'car'],
    ['fire place', 'fireplace'],
    ['a tower without windows or doors', 'tower'],
    ['no people, a bench', 'bench'],
    ['a blue cone left of a yellow cylinder', 'cone'],
    ['a crate, top-down', 'crate'],
    ['sprite of a knight', 'knight'],
    ['a house painted blue', 'house'],
    ['a knight dressed in red', 'knight'],
    ['a tree twisted by the wind', 'tree'],
    ['dramatic lighting on a vase', 'vase'],
    ['a photograph of a fox', 'fox'],
    ['a knight fighting a dragon', 'knight'],
    ['a cat chasing the mouse', 'cat'],
    ['a steam locomotive crossing a viaduct', 'steam locomotive'],
    ['a red hunting rifle', 'rifle'],
    ['painting the fence', 'fence'],
    ['a lamp that looks better', 'lamp'],
    ['a friend of a robot', 'robot'],
    ['a wodden chest', 'chest'],
    ['a pianter', 'painter'],
    ['a 🦊 in the snow', 'fox'],
    ['❤️', 'red heart'],
    ['👩🏽‍🚀', 'astronaut'],
    ['the sound of forgetting', undefined],
    ['', undefined],
  ])('takes the head noun of "%s"', (prompt, noun) => {
    expect(subject(prompt)).toBe(noun);
  });

  it('says what it does not know, and that there is a stand-in', () => {
    expect(understand('a red flux capacitor', 'model')).toEqual({
      subject: undefined,
      drawnAs: undefined,
      style: undefined,
      known: ['red'],
      unknown: ['flux', 'capacitor'],
      standIn: true,
    });
    expect(understand('a guitar of zyxw', 'image')).toMatchObject({
      standIn: false,
      unknown: ['zyxw'],
    });
    expect(understand('', 'model').standIn).toBe(false);
  });

  it('has a form for a place in pictures and videos only', () => {
    expect(understand('a foggy meadow at dawn', 'image').standIn).toBe(false);
    expect(understand('a foggy meadow at dawn', 'video').standIn).toBe(false);
    expect(understand('a foggy meadow at dawn', 'model').standIn).toBe(true);
  });

  it.each([
    ['cod', 'fish'],
    ['railing', 'fence'],
    ['frisbee', 'frisbee'],
    ['parking meter', 'parking-meter'],
    ['airship', 'airship'],
    ['hot chocolate', 'hot-beverage'],
    ['ghostwriter', undefined],
    ['chargeman', undefined],
    ['scrap', undefined],
    ['derriere', undefined],
    ['tv set', 'television'],
    ['dungeon', 'tower'],
  ])('draws "%s" by its usual sense', (word, glyph) => {
    expect(lexicon().words.get(word)?.glyph).toBe(glyph);
  });

  it.each([
    ['a tiger', 'tiger'],
    ['an astronaut', 'astronaut'],
    ['a strawberry', 'strawberry'],
    ['a zebra', 'zebra'],
    ['a parrot', 'parrot'],
    ['a fountain', 'fountain'],
    ['a drum', 'drum'],
  ])('has a figure of its drawing, and no likeness of another thing, for "%s"', (prompt, glyph) => {
    const found = subjectOf(phrasesOf(prompt))!;
    expect([found.glyph, thingFor(found.word)]).toEqual([glyph, undefined]);
  });

  it('says what a kind is drawn as', () => {
    expect(understand('a beagle', 'image')).toMatchObject({ subject: 'beagle', drawnAs: 'dog' });
    expect(understand('a dog', 'image').drawnAs).toBeUndefined();
  });

  it.each([
    ['pixel art knight', 'pixel art'],
    ['a low-poly fox', 'low-poly'],
    ['a watercolour of a fox', 'watercolor'],
    ['line art of an owl', 'line art'],
    ['a flat rocket', 'flat'],
    ['a fox', undefined],
  ])('reads the style of "%s"', (prompt, style) => {
    expect(understand(prompt, 'image').style).toBe(style);
  });

  it('reads any text, and a very long one at once', () => {
    assert(
      property(
        string({ unit: 'binary' }),
        (prompt) => understand(prompt, 'model').known.length >= 0,
      ),
    );
    const start = performance.now();
    understand('a castle '.repeat(100_000), 'image');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('the vocabulary', () => {
  const { words, glyph } = lexicon();

  it('has a form of its own for at least 1,000 nouns, in their plurals too', () => {
    const own = [...words].filter(([, { exact }]) => exact).map(([word]) => word);
    expect(own.length).toBeGreaterThan(2500);
    expect(new Set(own.map((word) => words.get(word)!.glyph)).size).toBeGreaterThan(1000);
    for (const word of [
      'skulls',
      'cherries',
      'wolves',
      'boxes',
      'knives',
      'buses',
      'mice',
      'potatoes',
    ]) {
      expect([word, words.has(singular(word))]).toEqual([word, true]);
    }
  });

  it('has a drawing for every word, of shapes alone', () => {
    for (const name of new Set([...words.values()].map((entry) => entry.glyph))) {
      const { body, size } = glyph(name);
      expect(size).toBeGreaterThanOrEqual(24);
      expect(body).toMatch(/<(?:path|circle|ellipse|rect|g)\b/);
      expect(body).not.toMatch(/<(?:script|image|foreignObject)\b|href="(?!#)|url\((?!#)/i);
    }
  });

  it('can draw every word, in its colours and in the greys of a relief', async () => {
    const names = [...new Set([...words.values()].map((entry) => entry.glyph))];
    const bare: string[] = [];
    for (const name of names) {
      const own = glyph(name);
      for (const each of [own, layersOf(own)]) {
        const pixels = await rasterOf(each, { side: 12 });
        if (!pixels.some((value, at) => at % 4 === 3 && value > 40)) bare.push(name);
      }
    }
    expect(bare).toEqual([]);
  });

  it.each(THINGS)('finds the model of $name by each of its nouns', (thing) => {
    const other = thing.words.filter((word) => {
      const found = subjectOf(phrasesOf(word));
      return found === undefined || thingFor(found.word) !== thing;
    });
    expect(other).toEqual([]);
  });

  it('has no word that insults', () => {
    for (const word of ['wetback', 'greaser', 'git', 'slut', 'bitch', 'whore', 'shit']) {
      expect([word, words.has(word)]).toEqual([word, false]);
    }
  });
});

it.each([
  ['seamless texture of grass', 'image', [], false],
  ['seamless blue roof tiles', 'image', [], false],
  ['a potion on a transparent background', 'image', [], false],
  ['seamless xyzzy', 'image', ['xyzzy'], true],
  ['seamless blue roof tiles', 'model', ['seamless', 'tiles'], true],
] as const)('of "%s" for an %s, the words %j have no effect', (prompt, kind, unknown, standIn) => {
  expect(understand(prompt, kind)).toMatchObject({ unknown, standIn });
});

it.each([
  'slime',
  'a magic portal',
  'spike trap',
  'iron ore',
  'lever',
  'a red cape',
  'a minecart full of gold',
  'a stone gargoyle',
  'a neon arcade cabinet',
  'bagpipes',
  'an egyptian sarcophagus',
  'a wooden raft',
  'a cannonball',
  'a shipping container',
  'an easel',
  'a winding road',
])('a "%s" has a form of its own', (prompt) => {
  expect(understand(prompt, 'model')).toMatchObject({ standIn: false, drawnAs: undefined });
});

it.each([
  ['a pink axolotl', 'axolotl', 'lizard'],
  ['a rocket launcher', 'rocket launcher', 'rocket'],
  ['a rune sword', 'sword', undefined],
  ['a dragon to match the logo', 'dragon', undefined],
  ['a stagecoach', 'stagecoach', 'wagon'],
])('"%s" is a %s, drawn as: %s', (prompt, subject, drawnAs) => {
  expect(understand(prompt, 'model')).toMatchObject({ subject, drawnAs });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lexicographer files whose nouns have a form: animals, artifacts, bodies, food, objects, people, plants, … */
const THINGS = new Set(['05', '06', '08', '13', '17', '18', '19', '20', '25', '27']);

/** Bodies, natural objects, people, plants, substances. */
const LIVING = new Set(['08', '17', '18', '20', '27']);

const SOLID = new Set(['05', '06', '13', '17', '20']);

/** The nouns of WordNet: which have a form, which mean the same, which are kinds of another. */
export function readWordNet(folder) {
  const senses = new Map();
  for (const line of lines(join(folder, 'index.noun'))) {
    const fields = line.trim().split(' ');
    const count = Number(fields[2]);
    senses.set(fields[0].replaceAll('_', ' '), fields.slice(-count));
  }
  const sets = new Map();
  for (const line of lines(join(folder, 'data.noun'))) {
    const [head, gloss = ''] = line.split(' | ');
    const fields = head.trim().split(' ');
    const count = parseInt(fields[3], 16);
    // Names with a capital are of persons, places and species in Latin.
    const names = Array.from({ length: count }, (_, i) =>
      fields[4 + i * 2].replaceAll('_', ' '),
    ).filter((name) => /^[a-z]+(?:[ -][a-z]+)*$/.test(name));
    const pointers = fields.slice(5 + count * 2);
    const to = (kind) =>
      pointers.filter((_, i) => i > 0 && i % 4 === 1 && pointers[i - 1] === kind);
    const rude = /slur|offensive|obscen|vulgar|disparag|derogat|insult|contempt|profan/.test(gloss);
    sets.set(fields[0], {
      file: fields[1],
      names: rude ? [] : names,
      rude,
      hyponyms: to('~'),
      above: to('@'),
    });
  }
  const isForm = (offset) => THINGS.has(sets.get(offset).file) && !sets.get(offset).rude;
  const isPerson = (offset) => sets.get(offset).file === '18';
  /** The most usual sense of a word that has a form, among its first three; of a person only where there is no other. */
  const sense = (word) => {
    const forms = senses.get(word)?.slice(0, 3).filter(isForm);
    return forms?.find((offset) => !isPerson(offset)) ?? forms?.[0];
  };
  const within = (offset, other, steps) =>
    offset === other ||
    (steps > 0 &&
      sets.get(offset).above.some((up) => sets.has(up) && within(up, other, steps - 1)));
  return {
    isThing: (word) => sense(word) !== undefined,
    areSame(one, other) {
      const set = sense(one);
      return set !== undefined && (senses.get(other) ?? []).slice(0, 3).includes(set);
    },
    /** True where the word's most usual sense is an artifact, an animal, a plant, food or a part of the land. */
    isSolid: (word) =>
      SOLID.has(sets.get(senses.get(word)?.[0])?.file) && sense(word) === senses.get(word)[0],
    /** True where one is a kind of the other, a step or two below. */
    areKin(one, other) {
      const [a, b] = [sense(one), sense(other)];
      return a !== undefined && b !== undefined && (within(a, b, 2) || within(b, a, 1));
    },
    /** Other names of the word's first sense, of which that is the first sense too. */
    synonyms(word) {
      const set = sense(word);
      if (set === undefined) return [];
      // A seat is a chair, and no part of the body; a ghost is no writer.
      if (set !== senses.get(word)[0] && LIVING.has(sets.get(set).file)) return [];
      return sets.get(set).names.filter((name) => name !== word && senses.get(name)?.[0] === set);
    },
    /** Names of what is a kind of the word, with how far below it they stand. */
    kinds(word, most) {
      const start = sense(word);
      const found = new Map();
      let level = start === undefined ? [] : [start];
      for (let depth = 1; depth <= most; depth++) {
        level = level.flatMap((offset) => sets.get(offset).hyponyms);
        for (const offset of level) {
          for (const name of sets.get(offset).names) {
            if (senses.get(name)?.[0] === offset && !found.has(name)) found.set(name, depth);
          }
        }
      }
      return found;
    },
  };
}

function lines(path) {
  return readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));
}

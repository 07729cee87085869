const IRREGULAR: Readonly<Record<string, string>> = {
  wolves: 'wolf',
  knives: 'knife',
  leaves: 'leaf',
  loaves: 'loaf',
  shelves: 'shelf',
  bookshelves: 'bookshelf',
  scarves: 'scarf',
  elves: 'elf',
  dwarves: 'dwarf',
  calves: 'calf',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  men: 'man',
  women: 'woman',
  children: 'child',
  oxen: 'ox',
  people: 'person',
  cacti: 'cactus',
  fungi: 'fungus',
  octopi: 'octopus',
  dice: 'die',
};

/** One of what a plural names; a word that is no plural comes back as it is. */
export function singular(word: string): string {
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z|[^aeiou]o|[^o]us)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

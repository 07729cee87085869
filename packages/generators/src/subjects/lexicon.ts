import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A flat drawing of a noun. */
export interface Glyph {
  readonly name: string;
  /** Side of its view box, whose corner is 0, 0. */
  readonly size: number;
  /** What stands within `<svg>`. */
  readonly body: string;
}

/** What a word asks for. */
export interface Entry {
  /** The name of its glyph. */
  readonly glyph: string;
  /** False where the glyph shows what the word is a kind of: a beagle is drawn as a dog. */
  readonly exact: boolean;
}

/** The words of `data/pictograms.bin`, which `npm run pictograms` writes, and their drawings. */
export interface Lexicon {
  /** All words and phrases that have a drawing, the exact ones first asked by `exact`. */
  readonly words: ReadonlyMap<string, Entry>;
  glyph(name: string): Glyph;
}

interface Header {
  readonly group: number;
  readonly glyphs: readonly (readonly [name: string, size: number])[];
  /** Each with the number of its glyph from 1 on, below 0 where it is not exact. */
  readonly words: readonly (readonly [word: string, glyph: number])[];
  /** Where each group of glyphs ends after the header. Unit: bytes. */
  readonly ends: readonly number[];
}

let opened: Lexicon | undefined;

/** Opens the file at the first call, in about 10 ms; a glyph is inflated when it is asked for. */
export function lexicon(): Lexicon {
  opened ??= openLexicon(readFileSync(new URL('../../data/pictograms.bin', import.meta.url)));
  return opened;
}

function openLexicon(bytes: Buffer): Lexicon {
  const start = 4 + bytes.readUInt32LE(0);
  const { group, glyphs, words, ends } = parsed<Header>(bytes.subarray(4, start));
  const places = new Map(glyphs.map(([name], index) => [name, index]));
  const nameOf = (number: number): string => glyphs[Math.abs(number) - 1]![0];
  return {
    words: new Map(
      words.map(([word, number]) => [word, { glyph: nameOf(number), exact: number > 0 }]),
    ),
    glyph(name) {
      const index = places.get(name);
      if (index === undefined) throw new RangeError(`No glyph is named ${name}`);
      const at = Math.floor(index / group);
      const bodies = parsed<string[]>(
        bytes.subarray(start + (ends[at - 1] ?? 0), start + ends[at]!),
      );
      return { name, size: glyphs[index]![1], body: bodies[index % group]! };
    },
  };
}

function parsed<T>(bytes: Uint8Array): T {
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as T;
}

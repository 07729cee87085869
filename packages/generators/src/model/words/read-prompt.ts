import type { Rgb } from '../paint/finish.ts';
import { COLORS } from './colors.ts';
import { MATERIALS, type MaterialWord } from './materials.ts';
import { partNamed } from './parts.ts';
import { measureIn, sizeNamed } from './sizes.ts';

/** What a prompt asks for. */
export interface Wish {
  /** Colours in the order in which they are said, by part; `main` is the thing itself, `second` its next colour. */
  readonly colors: ReadonlyMap<string, Rgb>;
  readonly materials: ReadonlyMap<string, MaterialWord>;
  /** All words, for the traits that a thing knows ("spiky", "mossy", "broken"). */
  readonly words: ReadonlySet<string>;
  /** Against the thing's usual size. */
  readonly scale: number;
  /** The largest dimension, where the prompt gives a measure. Unit: metres. */
  readonly metres: number | undefined;
}

/**
 * Reads a prompt from left to right. A colour or a material waits for the next noun: a part's name takes it for that
 * part, the thing's name takes it for the thing; at the end the thing takes what is left.
 *
 * @param named words that are no materials here
 */
export function readPrompt(
  prompt: string,
  isThing: (word: string) => boolean,
  named: readonly string[] = [],
): Wish {
  const tokens = prompt.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? [];
  const words = tokens.flatMap((token) => [
    token,
    ...(token.includes('-') ? token.split('-') : []),
  ]);
  const colors = new Map<string, Rgb>();
  const materials = new Map<string, MaterialWord>();
  let waitingColors: Rgb[] = [];
  let waitingMaterial: MaterialWord | undefined;
  let found = false;
  let scale = 1;

  function settle(owner: string): void {
    const [first, next] = waitingColors;
    if (first && !colors.has(owner)) colors.set(owner, first);
    else if (first && owner === 'main' && !colors.has('second')) colors.set('second', first);
    if (next && owner === 'main' && !colors.has('second')) colors.set('second', next);
    if (waitingMaterial && !materials.has(owner)) materials.set(owner, waitingMaterial);
    waitingColors = [];
    waitingMaterial = undefined;
  }

  words.forEach((word, i) => {
    const size = sizeNamed(word);
    if (size !== undefined && scale === 1) scale = size;
    const known = !found && isThing(word);
    const next = words[i + 1] ?? '';
    // "An oak tree", "a stone roof": a noun right before another tells of that one.
    const describes =
      isThing(next) || (MATERIALS[word] !== undefined && partNamed(next) !== undefined);
    if (known && !describes) {
      found = true;
      settle('main');
      return;
    }
    const part = partNamed(word);
    if (part !== undefined && found) return settle(part);
    const color = COLORS[word];
    if (color) return void waitingColors.push(color);
    const material = named.includes(word) ? undefined : MATERIALS[word];
    // "A chest full of gold" is not a golden chest.
    const content = words.slice(Math.max(0, i - 3), i).some((w) => w === 'full' || w === 'filled');
    if (material && !content) {
      // Of two materials in a row ("wooden bench, leather seat") the first has found no noun but the thing.
      if (waitingMaterial && found) settle('main');
      waitingMaterial = material;
    }
  });
  settle('main');
  return { colors, materials, words: new Set(words), scale, metres: measureIn(prompt) };
}

import type { Mesh } from '../mesh/build-mesh.ts';

/** Linear RGB of a draft that has no texture. */
export const DRAFT_TINT = [0.8, 0.42, 0.12] as const;

// Five by seven dots a letter, a row a number, the leftmost dot the highest bit.
const LETTERS: readonly (readonly number[])[] = [
  [30, 17, 17, 17, 17, 17, 30],
  [30, 17, 17, 30, 20, 18, 17],
  [14, 17, 17, 31, 17, 17, 17],
  [31, 16, 16, 30, 16, 16, 16],
  [31, 4, 4, 4, 4, 4, 4],
];

/** Dots from the start of one DRAFT to the next. */
const REPEAT = 44;

/** A slanted stripe with the word DRAFT, thrown on the model along Z. */
export function draftMark(
  mesh: Mesh,
): (x: number, y: number, z: number, texel: { r: number; g: number; b: number }) => void {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  let [z0, z1] = [Infinity, -Infinity];
  for (let i = 0; i < mesh.position.length; i += 3) {
    x0 = Math.min(x0, mesh.position[i]!);
    x1 = Math.max(x1, mesh.position[i]!);
    y0 = Math.min(y0, mesh.position[i + 1]!);
    y1 = Math.max(y1, mesh.position[i + 1]!);
    z0 = Math.min(z0, mesh.position[i + 2]!);
    z1 = Math.max(z1, mesh.position[i + 2]!);
  }
  const middle = (z0 + z1) / 2;
  const height = y1 - y0;
  const dot = Math.max(height, (x1 - x0) * 0.6) / 72;
  return function mark(x, y, z, texel) {
    const side = z >= middle ? x - x0 : x1 - x;
    const line = (y - y0 - height * 0.36 - (side - (x1 - x0) / 2) * 0.3) / dot;
    if (line < -2 || line > 9) return;
    const column = Math.floor(side / dot) % REPEAT;
    const letter = LETTERS[Math.floor(column / 7)];
    const row = 6 - Math.floor(line);
    const inLetter = column % 7;
    const ink =
      letter !== undefined &&
      inLetter < 5 &&
      row >= 0 &&
      row < 7 &&
      ((letter[row]! >> (4 - inLetter)) & 1) === 1;
    texel.r = ink ? 0.16 : texel.r * 0.25 + 0.96 * 0.75;
    texel.g = ink ? 0.13 : texel.g * 0.25 + 0.62 * 0.75;
    texel.b = ink ? 0.1 : texel.b * 0.25 + 0.13 * 0.75;
  };
}

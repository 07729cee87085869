import type { FaceMaps } from './face-maps.ts';
import { createFaceMaps, meanAround } from './face-maps.ts';

/** The longer side of the picture that is searched. Unit: pixels. */
const WORKING_SIZE = 128;

/**
 * Tells whether a JPEG or PNG shows a human portrait: one upright face, seen from the front, at
 * least a fifth of the picture high.
 *
 * A detector of a simple, fixed kind, without a trained model. It slides an oval over the picture
 * in several sizes and asks of each place: is the oval filled with the colours of skin, and what
 * is beside it not; are there two dark places where eyes are, darker than the cheeks under them
 * and the bridge between them; is there a mouth; is the left like the right? `docs/background/local-service.md`
 * names its limits.
 *
 * @throws {Error} Where the bytes are no image that sharp reads.
 */
export async function detectPortrait(image: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { data, info } = await sharp(image)
    .rotate()
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize(WORKING_SIZE, WORKING_SIZE, { fit: 'inside', kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A grey image has one channel: it has no colours of skin.
  if (info.channels !== 3) return false;
  return findFace(createFaceMaps(data, info.width, info.height));
}

/** A face answers at several places next to each other; a chance likeness at one. */
const NEIGHBOURS = 7;

function findFace(maps: FaceMaps): boolean {
  const largest = Math.min(maps.height * 0.96, maps.width / 0.66);
  const found: Oval[] = [];
  for (let tall = Math.max(18, maps.height * 0.2); tall <= largest; tall *= 1.1) {
    const step = Math.max(1, tall / 20);
    const wide = tall * 0.74;
    for (let y = tall * 0.46; y <= maps.height - tall * 0.42; y += step) {
      for (let x = wide * 0.42; x <= maps.width - wide * 0.42; x += step) {
        const oval = { x, y, wide, tall };
        if (isFace(maps, oval)) found.push(oval);
      }
    }
  }
  return found.some((one) => found.filter((other) => isNear(one, other)).length >= NEIGHBOURS);
}

function isNear(one: Oval, other: Oval): boolean {
  return (
    Math.hypot(one.x - other.x, one.y - other.y) < one.tall * 0.12 &&
    Math.abs(Math.log(one.tall / other.tall)) < 0.25
  );
}

/** A place where a face may be: the centre and the size of its oval. */
interface Oval {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

function isFace(maps: FaceMaps, oval: Oval): boolean {
  return (
    isSkinOval(maps, oval) && hasEyes(maps, oval) && hasMouth(maps, oval) && isSymmetric(maps, oval)
  );
}

/** Skin inside; beside the cheeks and at the corners of the box much less of it. */
function isSkinOval(maps: FaceMaps, { x, y, wide, tall }: Oval): boolean {
  if (meanAround(maps, 'skin', x, y, wide * 0.66, tall * 0.7) < 0.62) return false;
  // The lower half has no hair over it.
  if (meanAround(maps, 'skin', x, y + tall * 0.14, wide * 0.6, tall * 0.3) < 0.7) return false;
  const pair = (out: number, down: number): number =>
    (meanAround(maps, 'skin', x - wide * out, y + tall * down, wide * 0.16, tall * 0.16) +
      meanAround(maps, 'skin', x + wide * out, y + tall * down, wide * 0.16, tall * 0.16)) /
    2;
  // An oval leaves the corners of its box: a crate fills them.
  return pair(0.66, -0.1) < 0.5 && pair(0.52, -0.42) < 0.5 && pair(0.5, 0.42) < 0.5;
}

/**
 * Two dark places at one height, alike: each darker than the cheek under it, the temple beside it,
 * the bridge between them and the forehead above.
 */
function hasEyes(maps: FaceMaps, { x, y, wide, tall }: Oval): boolean {
  const face = meanAround(maps, 'luma', x, y, wide * 0.7, tall * 0.7);
  const least = face * 0.1;
  for (const up of [0.04, 0.07, 0.1, 0.13, 0.16]) {
    const row = y - tall * up;
    const bridge = meanAround(maps, 'luma', x, row + tall * 0.02, wide * 0.12, tall * 0.08);
    const forehead = meanAround(maps, 'luma', x, row - tall * 0.18, wide * 0.3, tall * 0.08);
    for (const apart of [0.18, 0.22]) {
      const at = (side: number, out: number, down: number): number =>
        meanAround(
          maps,
          'luma',
          x + side * wide * (apart + out),
          row + tall * down,
          wide * 0.16,
          tall * 0.07,
        );
      const left = at(-1, 0, 0);
      const right = at(1, 0, 0);
      if (Math.abs(left - right) > face * 0.3) continue;
      const dark = Math.max(left, right);
      if (Math.min(bridge, forehead) - dark < least * 0.8) continue;
      const lit = [-1, 1].every((side) => {
        const eye = side < 0 ? left : right;
        return (
          at(side, 0, 0.19) - eye > least &&
          at(side, 0.16, 0.03) - eye > least * 0.3 &&
          meanAround(
            maps,
            'skin',
            x + side * wide * apart,
            row + tall * 0.2,
            wide * 0.2,
            tall * 0.12,
          ) > 0.8
        );
      });
      if (lit) return true;
    }
  }
  return false;
}

/** A place under the nose that is redder or darker than the lip above it and the chin below. */
function hasMouth(maps: FaceMaps, { x, y, wide, tall }: Oval): boolean {
  const face = meanAround(maps, 'luma', x, y, wide * 0.7, tall * 0.7);
  for (const down of [0.2, 0.24, 0.28, 0.32]) {
    const at = (map: 'luma' | 'redness', move: number): number =>
      meanAround(maps, map, x, y + tall * (down + move), wide * 0.3, tall * 0.055);
    const darker = Math.min(at('luma', -0.085), at('luma', 0.09)) - at('luma', 0);
    const redder = at('redness', 0) - Math.max(at('redness', -0.085), at('redness', 0.09));
    if (darker > face * 0.035 || redder > 2.5) return true;
  }
  return false;
}

/** Left and right differ little, also where light comes from one side. */
function isSymmetric(maps: FaceMaps, { x, y, wide, tall }: Oval): boolean {
  const cell = wide / 9;
  const pairs: [number, number][] = [];
  for (let row = -4; row <= 4; row++) {
    for (let column = 1; column <= 3; column++) {
      const at = (side: number): number =>
        meanAround(maps, 'luma', x + side * column * cell, y + (row * tall) / 11, cell, tall / 11);
      pairs.push([at(-1), at(1)]);
    }
  }
  const mean = (side: 0 | 1): number =>
    pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [left, right] = [mean(0), mean(1)];
  const difference =
    pairs.reduce((sum, pair) => sum + Math.abs(pair[0] / left - pair[1] / right), 0) / pairs.length;
  return difference < 0.16 && Math.abs(left - right) < 0.45 * Math.max(left, right);
}

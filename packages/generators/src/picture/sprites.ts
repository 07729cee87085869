import { rasterOf } from '../subjects/draw-glyph.ts';
import { lexicon } from '../subjects/lexicon.ts';
import { isPortrait, portraitGlyph } from '../subjects/portrait-glyph.ts';
import { recolored } from '../subjects/recolor.ts';
import type { Random } from './art/random.ts';
import type { Style } from '../subjects/styles.ts';
import type { Sprite } from './sprite.ts';
import { shadeSprite } from './styles/shade-sprite.ts';
import type { Wish, WishedSubject } from './words/read-wish.ts';

/** The sprites of a wish, by its subjects. Drawn before the scene is composed: drawing waits for a library. */
export type Sprites = ReadonlyMap<WishedSubject, Sprite>;

/**
 * @param side Of the drawing, with what is clear around it. Unit: pixels.
 */
export async function makeSprites(
  wish: Wish,
  prompt: string,
  side: number,
  random: Random,
): Promise<Sprites> {
  const made = wish.subjects.map(async (subject) => {
    const source = random.fork(subject.glyph);
    return [
      subject,
      await makeSprite(subject, prompt, Math.max(16, Math.round(side)), wish.style, source),
    ] as const;
  });
  return new Map(await Promise.all(made));
}

async function makeSprite(
  subject: WishedSubject,
  prompt: string,
  side: number,
  style: Style | undefined,
  random: Random,
): Promise<Sprite> {
  const face = isPortrait(prompt, subject.glyph);
  const coloring = {
    ...subject.coloring,
    turn: random.range(-0.035, 0.035),
    light: random.range(0.9, 1.12),
  };
  const glyph = face
    ? portraitGlyph(prompt, () => random.next())
    : await recolored(lexicon().glyph(subject.glyph), coloring);
  const view = {
    side,
    margin: 0.1,
    mirror: random.chance(0.5),
    // Who sits for a portrait sits upright.
    tilt: random.range(-7, 7) * (face ? 0.3 : 1),
    stretch: [random.range(0.86, 1), random.range(0.86, 1)] as const,
  };
  const pixels = await rasterOf(glyph, view);
  const data = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!;
    for (let k = 0; k < 3; k++) data[at + k] = (pixels[at + k]! * alpha) / 255;
    data[at + 3] = alpha;
  }
  return cropped(shadeSprite({ width: side, height: side, data }, style));
}

function cropped(sprite: Sprite): Sprite {
  const { width, data } = sprite;
  let [left, top, right, bottom] = [width, sprite.height, 0, 0];
  for (let y = 0; y < sprite.height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 24) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right <= left) return sprite;
  const out = new Uint8ClampedArray((right - left) * (bottom - top) * 4);
  for (let y = top; y < bottom; y++) {
    const row = data.subarray((y * width + left) * 4, (y * width + right) * 4);
    out.set(row, (y - top) * (right - left) * 4);
  }
  return { width: right - left, height: bottom - top, data: out };
}

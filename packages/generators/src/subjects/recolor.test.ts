import { describe, expect, it } from 'vitest';
import { COLORS } from '../model/words/colors.ts';
import { MATERIALS } from '../model/words/materials.ts';
import { layersOf, rasterOf } from './draw-glyph.ts';
import { lexicon } from './lexicon.ts';
import { recolored, type Coloring } from './recolor.ts';

const PLAIN: Coloring = { turn: 0, light: 1 };

/** The mean colour of what is drawn. */
async function mean(name: string, coloring: Partial<Coloring>): Promise<number[]> {
  const glyph = await recolored(lexicon().glyph(name), { ...PLAIN, ...coloring });
  const pixels = await rasterOf(glyph, { side: 48 });
  const sum = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    for (let k = 0; k < 3; k++) sum[k]! += (pixels[at + k]! * pixels[at + 3]!) / 255;
    sum[3]! += pixels[at + 3]! / 255;
  }
  return sum.slice(0, 3).map((value) => value / sum[3]!);
}

describe('recolored', () => {
  it('gives the leading colour of a drawing the hue that is said', async () => {
    const [red, , redBlue] = await mean('guitar', { main: COLORS['red']! });
    const [blueRed, , blue] = await mean('guitar', { main: COLORS['blue']! });
    expect(red).toBeGreaterThan(redBlue! + 20);
    expect(blue).toBeGreaterThan(blueRed! + 20);
    const [, green, left] = await mean('mdi-typewriter', { main: COLORS['green']! });
    expect(green).toBeGreaterThan(left! + 20);
  });

  it('makes all of a drawing of a material, light and dark as before', async () => {
    const gold = MATERIALS['golden']!.color!;
    const [r, , b] = await mean('skull', { material: gold });
    expect(r).toBeGreaterThan(b! + 40);
  });

  it('leaves a drawing as it is where nothing is said, and turns open colours by chance', async () => {
    const glyph = lexicon().glyph('motorcycle');
    expect(await mean('motorcycle', {})).toEqual(await mean('motorcycle', {}));
    expect((await recolored(glyph, { ...PLAIN, turn: 0.04 })).body).not.toBe(glyph.body);
  });
});

describe('layersOf', () => {
  it('makes what is painted later lighter', async () => {
    const drawn = await rasterOf(layersOf(lexicon().glyph('camera')), { side: 32 });
    const at = (x: number, y: number): number => drawn[(y * 32 + x) * 4]!;
    // The lens lies on the body.
    expect(at(16, 17)).toBeGreaterThan(at(5, 24));
  });
});

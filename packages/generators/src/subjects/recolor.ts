import type { Rgb } from '../model/paint/finish.ts';
import { rgb, shade } from '../model/paint/finish.ts';
import type { Glyph } from './lexicon.ts';
import { rasterOf } from './draw-glyph.ts';

/** What becomes of a glyph's colours. */
export interface Coloring {
  /** The colour said for the thing, and the next said. */
  readonly main?: Rgb;
  readonly second?: Rgb;
  /** The colour of a material: the whole glyph is made of it, light and dark as before. */
  readonly material?: Rgb;
  /** A second tone of it in the shades, as rust has. */
  readonly other?: Rgb;
  /** Colours that the prompt leaves open are turned by this. Unit: turns of the circle of hues. */
  readonly turn: number;
  /** And made lighter above 1, darker below. */
  readonly light: number;
}

type Hsl = readonly [hue: number, saturation: number, lightness: number];

const COLOR = /((?:fill|stroke|stop-color)=["'])(#[\da-f]{3,6})/gi;

/** The glyph in other colours. Its most seen colour, and all of nearly its hue, becomes the one said. */
export async function recolored(glyph: Glyph, coloring: Coloring): Promise<Glyph> {
  const shares = await sharesOf(glyph);
  if (shares.size === 0) return glyph;
  const change = changeOf(shares, coloring);
  const body = glyph.body.replaceAll(
    COLOR,
    (_, attribute: string, hex: string) => `${attribute}${hexOf(change(rgbOf(hex)))}`,
  );
  return { ...glyph, body };
}

function changeOf(
  shares: ReadonlyMap<string, number>,
  { main, second, material, other, turn, light }: Coloring,
): (color: Rgb) => Rgb {
  const tones = [...shares.keys()].map((hex) => luma(rgbOf(hex)));
  const [low, high] = [Math.min(...tones), Math.max(...tones)];
  if (material !== undefined) {
    const base = main ?? material;
    return (color) => {
      const t = high - low < 0.05 ? 0.5 : (luma(color) - low) / (high - low);
      return ramp(other !== undefined && t < 0.45 ? other : base, t);
    };
  }
  const groups = groupsOf(shares);
  const targets = [main, second];
  return (color) => {
    const hsl = hslOf(color);
    const group = groups.findIndex((lead) => isKin(hsl, lead));
    const target = group < 0 ? undefined : targets[group];
    if (target !== undefined) return like(target, hsl, groups[group]!);
    return rgbOfHsl([hsl[0] + turn, hsl[1], clamp(hsl[2] * light)]);
  };
}

/** The leading colours of a glyph: the most seen, and those that are not nearly it. Grey leads only what is all grey. */
function groupsOf(shares: ReadonlyMap<string, number>): Hsl[] {
  const order = [...shares]
    .map(([hex, share]) => ({ hsl: hslOf(rgbOf(hex)), share }))
    .map(({ hsl, share }) => ({ hsl, weight: share * (0.25 + hsl[1]) }))
    .sort((a, b) => b.weight - a.weight);
  const groups: Hsl[] = [];
  for (const { hsl } of order) if (!groups.some((lead) => isKin(hsl, lead))) groups.push(hsl);
  return groups;
}

function isKin(one: Hsl, lead: Hsl): boolean {
  const grey = lead[1] < 0.16;
  if (grey !== one[1] < 0.16) return false;
  if (grey) return Math.abs(one[2] - lead[2]) < 0.4;
  const apart = Math.abs(one[0] - lead[0]);
  return Math.min(apart, 1 - apart) < 0.11;
}

/** `target`, as much lighter or darker as the colour is against its lead. */
function like(target: Rgb, color: Hsl, lead: Hsl): Rgb {
  const [hue, saturation, lightness] = hslOf(target);
  const share = lead[1] > 0.05 ? Math.min(1.25, Math.max(0.7, color[1] / lead[1])) : 1;
  return rgbOfHsl([hue, clamp(saturation * share), clamp(lightness + (color[2] - lead[2]) * 0.8)]);
}

function ramp(base: Rgb, t: number): Rgb {
  return t < 0.5 ? shade(base, 0.5 + t) : shade(base, 1 + (t - 0.5) * 0.7);
}

/** How much of the glyph each of its colours covers. */
async function sharesOf(glyph: Glyph): Promise<Map<string, number>> {
  const palette = [...new Set([...glyph.body.matchAll(COLOR)].map(([, , hex]) => hex!))];
  const shares = new Map(palette.map((hex) => [hex, 0]));
  const colors = palette.map((hex) => rgbOf(hex).map((value) => value * 255));
  const pixels = await rasterOf(glyph, { side: 32 });
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 128) continue;
    let [best, least] = [0, Infinity];
    colors.forEach(([r, g, b], index) => {
      const far =
        Math.abs(pixels[at]! - r!) +
        Math.abs(pixels[at + 1]! - g!) +
        Math.abs(pixels[at + 2]! - b!);
      if (far < least) [best, least] = [index, far];
    });
    const hex = palette[best];
    if (hex !== undefined) shares.set(hex, shares.get(hex)! + 1);
  }
  return shares;
}

function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1, 7);
  return rgb(parseInt(digits, 16));
}

export function hexOf(color: Rgb): string {
  return `#${color
    .map((value) =>
      Math.round(clamp(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function luma([r, g, b]: Rgb): number {
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

function hslOf([r, g, b]: Rgb): Hsl {
  const high = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  const light = (high + low) / 2;
  const span = high - low;
  if (span < 1e-6) return [0, 0, light];
  const hue = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return [(hue / 6 + 1) % 1, span / (1 - Math.abs(2 * light - 1)), light];
}

function rgbOfHsl([hue, saturation, light]: Hsl): Rgb {
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (n: number): number => {
    const k = (((n + hue * 12) % 12) + 12) % 12;
    return light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** What a finish knows of the place it paints. One object is used again for every texel. */
export interface Sample {
  /** In the part, before it is placed. Unit: model units (a model is about 2 high). */
  x: number;
  y: number;
  z: number;
  u: number;
  v: number;
  /** The Y of the normal in the model: 1 looks up. */
  up: number;
  /** 1 in the open, towards 0 in corners. */
  light: number;
}

/** What a finish paints. Colours are sRGB from 0 to 1. */
export interface Texel {
  r: number;
  g: number;
  b: number;
  rough: number;
  metal: number;
  /** 0 to 1 of the colour is given off as light. */
  glow: number;
  /** Height of the fine grain. Unit: model units. */
  bump: number;
}

/** A material: its colours and, for full detail, its relief. */
export interface Finish {
  paint(sample: Sample, texel: Texel): void;
  /** How far the surface stands out. Unit: model units. */
  readonly relief?: (sample: Sample) => number;
}

export function createSample(): Sample {
  return { x: 0, y: 0, z: 0, u: 0, v: 0, up: 0, light: 1 };
}

export function createTexel(): Texel {
  return { r: 0, g: 0, b: 0, rough: 1, metal: 0, glow: 0, bump: 0 };
}

/** sRGB from 0 to 1. */
export type Rgb = readonly [number, number, number];

export function rgb(hex: number): Rgb {
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}

export function blend(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Lighter for `by` above 1, darker below. */
export function shade(color: Rgb, by: number): Rgb {
  if (by <= 1) return [color[0] * by, color[1] * by, color[2] * by];
  return blend(color, [1, 1, 1], Math.min(1, by - 1));
}

/** Writes a mix of two colours into a texel. */
export function tint(texel: Texel, a: Rgb, b: Rgb, t: number): void {
  const k = t < 0 ? 0 : t > 1 ? 1 : t;
  texel.r = a[0] + (b[0] - a[0]) * k;
  texel.g = a[1] + (b[1] - a[1]) * k;
  texel.b = a[2] + (b[2] - a[2]) * k;
}

/** Lays a colour, `lit` times as bright, over a texel. */
export function cover(texel: Texel, color: Rgb, share: number, lit = 1): void {
  texel.r += (color[0] * lit - texel.r) * share;
  texel.g += (color[1] * lit - texel.g) * share;
  texel.b += (color[2] * lit - texel.b) * share;
}

/** A finish with something painted over it; `paint` finds what the finish below has painted. */
export function overpainted(below: Finish, paint: Finish['paint']): Finish {
  return {
    ...below,
    paint(sample, texel) {
      below.paint(sample, texel);
      paint(sample, texel);
    },
  };
}

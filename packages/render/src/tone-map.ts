/** A filmic curve, then sRGB by square roots. */
function toneMap(value: number): number {
  const x = Math.max(0, value) * 0.72;
  const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  const c = Math.min(1, film);
  const s1 = Math.sqrt(c);
  const s2 = Math.sqrt(s1);
  const s3 = Math.sqrt(s2);
  return Math.max(0, 0.662002687 * s1 + 0.68412206 * s2 - 0.323583601 * s3 - 0.022541147 * c);
}

/** Steps of a {@link toneCurve} for a light of 1. */
export const TONES = 512;

/** The tones of lights from 0 to where all is white, which a picture asks for a million times. */
export function toneCurve(): Float32Array {
  const last = 11 * TONES;
  return Float32Array.from({ length: last + 2 }, (_, at) => toneMap(at / TONES));
}

/** The light that the filmic curve turns into `value`: what no lamp lights shows its own colour. */
export function beforeFilm(value: number): number {
  const y = Math.min(0.99, Math.max(0, value));
  const a = 2.51 - 2.43 * y;
  const b = 0.03 - 0.59 * y;
  const root = Math.sqrt(b * b + 4 * a * 0.14 * y);
  return (root - b) / (2 * a) / 0.72;
}

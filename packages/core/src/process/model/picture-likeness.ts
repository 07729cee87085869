import type { Pixels } from './basis-encoder.ts';

/** More than an eye, or eight bits, could tell. Unit: decibels. */
const MOST = 99;

/**
 * How close one picture is to another of its size: the peak signal to noise ratio over red, green and
 * blue, and alpha where it counts. Unit: decibels, at most 99.
 */
export function pictureLikeness(one: Pixels, other: Pixels, alpha: boolean): number {
  const channels = alpha ? 4 : 3;
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    for (let k = 0; k < channels; k++) {
      const difference = (one.data[at + k] ?? 0) - (other.data[at + k] ?? 0);
      sum += difference * difference;
    }
  }
  const mean = sum / (one.width * one.height * channels);
  return mean === 0 ? MOST : Math.min(MOST, 10 * Math.log10((255 * 255) / mean));
}

import type { Pixels } from './textures/basis-encoder.ts';

/** More than an eye, or eight bits, could tell. Unit: decibels. */
const MOST = 99;

/**
 * How close one picture is to another of its size: the peak signal to noise ratio over red, green and
 * blue. Where alpha counts it is one channel more, and colours count as much as they are seen: encoders are free
 * to put anything where nothing is. Unit: decibels, at most 99.
 */
export function pictureLikeness(one: Pixels, other: Pixels, alpha: boolean): number {
  const mean = (alpha ? seenError(one.data, other.data) : error(one.data, other.data)) / 255 ** 2;
  return mean === 0 ? MOST : Math.min(MOST, -10 * Math.log10(mean));
}

/** The mean square of the differences. */
function error(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 4) {
    for (let k = 0; k < 3; k++) sum += ((one[at + k] ?? 0) - (other[at + k] ?? 0)) ** 2;
  }
  return sum / ((one.length / 4) * 3);
}

function seenError(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [one[at + 3] ?? 0, other[at + 3] ?? 0];
    for (let k = 0; k < 3; k++) {
      sum += (((one[at + k] ?? 0) * a - (other[at + k] ?? 0) * b) / 255) ** 2;
    }
    sum += (a - b) ** 2;
  }
  return sum / one.length;
}

import type { Film } from './film.ts';

interface Size {
  /** Unit: pixels. */
  readonly width: number;
  /** Unit: pixels. */
  readonly height: number;
}

/** A film at another size, every plane interpolated: a draft is drawn small. Sizes are even. */
export function enlargeFilm(film: Film, from: Size, to: Size): Film {
  const frame = new Uint8Array((to.width * to.height * 3) / 2);
  const luma = createScaler(from, to);
  const halfFrom = { width: from.width / 2, height: from.height / 2 };
  const halfTo = { width: to.width / 2, height: to.height / 2 };
  const chroma = createScaler(halfFrom, halfTo);
  const small = from.width * from.height;
  const large = to.width * to.height;
  return {
    frameAt(time) {
      const source = film.frameAt(time);
      luma(source.subarray(0, small), frame.subarray(0, large));
      chroma(source.subarray(small, small * 1.25), frame.subarray(large, large * 1.25));
      chroma(source.subarray(small * 1.25), frame.subarray(large * 1.25));
      return frame;
    },
  };
}

/** Bilinear, with the places and weights of all columns worked out once. */
function createScaler(from: Size, to: Size): (source: Uint8Array, target: Uint8Array) => void {
  const columns = new Int32Array(to.width);
  const weights = new Int32Array(to.width);
  for (let x = 0; x < to.width; x++) [columns[x], weights[x]] = placeOf(x, from.width, to.width);
  const row = new Int32Array(from.width);
  return (source, target) => {
    for (let y = 0; y < to.height; y++) {
      const [line, weight] = placeOf(y, from.height, to.height);
      const upper = line * from.width;
      for (let x = 0; x < from.width; x++) {
        const value = source[upper + x] as number;
        const below = source[upper + from.width + x] ?? value;
        row[x] = value * 256 + (below - value) * weight;
      }
      const start = y * to.width;
      for (let x = 0; x < to.width; x++) {
        const column = columns[x] as number;
        const value = row[column] as number;
        const next = row[column + 1] ?? value;
        target[start + x] = (value + (((next - value) * (weights[x] as number)) >> 8) + 128) >> 8;
      }
    }
  };
}

/** The source pixel before the middle of a target pixel, and the share of the one after it in 256ths. */
function placeOf(target: number, from: number, to: number): [number, number] {
  const place = Math.max(0, Math.min(from - 1, ((target + 0.5) * from) / to - 0.5));
  const whole = Math.floor(place);
  return [whole, whole >= from - 1 ? 0 : Math.round((place - whole) * 256)];
}

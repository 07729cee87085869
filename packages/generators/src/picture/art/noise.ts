import type { Random } from './random.ts';

/** Smooth noise over the plane. */
export interface Noise {
  /** Gradient noise, about −1 to 1; features one unit wide. */
  at(x: number, y: number): number;
  /** Sum of octaves, about −1 to 1. */
  fbm(x: number, y: number, octaves: number): number;
  /** Sum of folded octaves, 0 to 1, with sharp crests. */
  ridge(x: number, y: number, octaves: number): number;
}

const GRADIENTS = Float64Array.from([
  1, 0, 0.7071, 0.7071, 0, 1, -0.7071, 0.7071, -1, 0, -0.7071, -0.7071, 0, -1, 0.7071, -0.7071,
]);

/** Gradient noise with a shuffled lattice. */
export function createNoise(random: Random): Noise {
  const lattice = new Uint8Array(512);
  for (let index = 0; index < 256; index++) lattice[index] = index;
  for (let index = 255; index > 0; index--) {
    const other = random.integer(0, index);
    const kept = lattice[index] as number;
    lattice[index] = lattice[other] as number;
    lattice[other] = kept;
  }
  lattice.copyWithin(256, 0, 256);

  const corner = (hash: number, x: number, y: number): number => {
    const slot = (hash & 7) << 1;
    return (GRADIENTS[slot] as number) * x + (GRADIENTS[slot + 1] as number) * y;
  };
  const at = (x: number, y: number): number => {
    const floorX = Math.floor(x);
    const floorY = Math.floor(y);
    const dx = x - floorX;
    const dy = y - floorY;
    const column = floorX & 255;
    const row = floorY & 255;
    const left = (lattice[column] as number) + row;
    const right = (lattice[column + 1] as number) + row;
    const sx = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const sy = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const a = corner(lattice[left] as number, dx, dy);
    const b = corner(lattice[right] as number, dx - 1, dy);
    const c = corner(lattice[left + 1] as number, dx, dy - 1);
    const d = corner(lattice[right + 1] as number, dx - 1, dy - 1);
    const upper = a + (b - a) * sx;
    return (upper + (c + (d - c) * sx - upper) * sy) * 1.5;
  };
  return {
    at,
    fbm(x, y, octaves) {
      let sum = 0;
      let weight = 0.5;
      let scale = 1;
      for (let octave = 0; octave < octaves; octave++) {
        sum += weight * at(x * scale + octave * 17.3, y * scale - octave * 9.1);
        weight *= 0.5;
        scale *= 2.03;
      }
      return sum;
    },
    ridge(x, y, octaves) {
      let sum = 0;
      let weight = 0.5;
      let scale = 1;
      let carry = 1;
      for (let octave = 0; octave < octaves; octave++) {
        const fold = 1 - Math.abs(at(x * scale + octave * 31.7, y * scale + octave * 5.9));
        const crest = fold * fold * carry;
        sum += weight * crest;
        carry = Math.min(1, crest * 1.6);
        weight *= 0.5;
        scale *= 2.1;
      }
      return sum;
    },
  };
}

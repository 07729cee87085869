/** Noise that begins again after `across` and `down` whole units. */
export interface RepeatingNoise {
  /** A number of a cell, 0 to 1. */
  cell(column: number, row: number, layer: number): number;
  /** Sum of octaves, 0 to 1. */
  fbm(x: number, y: number, across: number, down: number, octaves: number): number;
  /** How far the next point of a shaken grid is, how much farther the one after it, and a number of the next one. */
  points(x: number, y: number, across: number, down: number): readonly [number, number, number];
}

export function createRepeatingNoise(seed: number): RepeatingNoise {
  function cell(column: number, row: number, layer: number): number {
    let hash = Math.imul(column + 1, 0x27d4eb2d) ^ Math.imul(row + 1, 0x165667b1) ^ seed;
    hash = Math.imul(hash ^ Math.imul(layer + 1, 0x85ebca6b), 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
  }
  function smooth(x: number, y: number, across: number, down: number, layer: number): number {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - column, y - row];
    const [sx, sy] = [dx * dx * (3 - 2 * dx), dy * dy * (3 - 2 * dy)];
    const at = (i: number, j: number): number =>
      cell(wrap(column + i, across), wrap(row + j, down), layer);
    const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
    const lower = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
    return upper + (lower - upper) * sy;
  }
  return {
    cell,
    fbm(x, y, across, down, octaves) {
      let [sum, weight, all, scale] = [0, 1, 0, 1];
      for (let octave = 0; octave < octaves; octave++) {
        sum += weight * smooth(x * scale, y * scale, across * scale, down * scale, octave);
        all += weight;
        weight /= 2;
        scale *= 2;
      }
      return sum / all;
    },
    points(x, y, across, down) {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      let [near, next, own] = [9, 9, 0];
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) {
          const [c, r] = [wrap(column + i, across), wrap(row + j, down)];
          const px = column + i + 0.5 + (cell(c, r, 90) - 0.5) * 0.8;
          const py = row + j + 0.5 + (cell(c, r, 91) - 0.5) * 0.8;
          const far = Math.sqrt((px - x) * (px - x) + (py - y) * (py - y));
          if (far < near) [near, next, own] = [far, near, cell(c, r, 92)];
          else if (far < next) next = far;
        }
      }
      return [near, next - near, own];
    },
  };
}

export function wrap(value: number, period: number): number {
  return ((value % period) + period) % period;
}

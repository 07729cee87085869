import { cosTurn, sinTurn } from '../exact-math.ts';
import type { Mesh } from './build-mesh.ts';

/** How open a place is: 1 in the open, towards 0 in corners and under things. */
export type Openness = (
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
) => number;

const STEPS: readonly number[] = [1, 1.9, 3, 4.6, 7, 10];
const WEIGHTS: readonly number[] = [0.34, 0.26, 0.2, 0.14, 0.1, 0.07];

/** Cells a side and rays a place: fewer do for a draft's small textures. */
const FINENESS = { draft: { cells: 32, rays: 18 }, full: { cells: 56, rays: 40 } } as const;

/** Marks the cells that the mesh passes through, and looks along rays from a place to see how many it meets. */
export function createOpenness(mesh: Mesh, fineness: keyof typeof FINENESS): Openness {
  const { cells: side, rays: count } = FINENESS[fineness];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < mesh.position.length; i++) {
    const value = mesh.position[i]!;
    const axis = i % 3;
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  const span = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!, 1e-6);
  const cell = span / (side - 4);
  const [ox, oy, oz] = [low[0]! - 2 * cell, low[1]! - 2 * cell, low[2]! - 2 * cell];
  const filled = fill(mesh, side, ox, oy, oz, cell);
  const rays = directions(count);
  const ground = low[1]!;

  return function openness(x, y, z, nx, ny, nz) {
    let total = 0;
    let hit = 0;
    for (const ray of rays) {
      const facing = ray[0] * nx + ray[1] * ny + ray[2] * nz;
      if (facing < 0.15) continue;
      total += facing;
      let sum = 0;
      for (let s = 0; s < STEPS.length; s++) {
        const reach = STEPS[s]! * cell;
        const px = x + nx * cell * 1.25 + ray[0] * reach;
        const py = y + ny * cell * 1.25 + ray[1] * reach;
        const pz = z + nz * cell * 1.25 + ray[2] * reach;
        if (py < ground) {
          sum += WEIGHTS[s]! * 0.6;
          continue;
        }
        const cx = Math.floor((px - ox) / cell);
        const cy = Math.floor((py - oy) / cell);
        const cz = Math.floor((pz - oz) / cell);
        if (cx < 0 || cy < 0 || cz < 0 || cx >= side || cy >= side || cz >= side) continue;
        sum += WEIGHTS[s]! * filled[(cz * side + cy) * side + cx]!;
      }
      hit += facing * Math.min(1, sum * 1.5);
    }
    return total === 0 ? 1 : 1 - hit / total;
  };
}

function fill(
  mesh: Mesh,
  side: number,
  ox: number,
  oy: number,
  oz: number,
  cell: number,
): Float32Array {
  const { position: p, index } = mesh;
  const filled = new Float32Array(side * side * side);
  for (let t = 0; t < index.length; t += 3) {
    const a = index[t]! * 3;
    const b = index[t + 1]! * 3;
    const c = index[t + 2]! * 3;
    let longest = 0;
    for (let axis = 0; axis < 3; axis++) {
      const ab = Math.abs(p[a + axis]! - p[b + axis]!);
      const ac = Math.abs(p[a + axis]! - p[c + axis]!);
      longest = Math.max(longest, ab, ac);
    }
    const n = Math.min(side, Math.ceil(longest / cell));
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n - i; j++) {
        const s = n === 0 ? 0 : i / n;
        const r = n === 0 ? 0 : j / n;
        const q = 1 - s - r;
        const x = Math.floor((p[a]! * q + p[b]! * s + p[c]! * r - ox) / cell);
        const y = Math.floor((p[a + 1]! * q + p[b + 1]! * s + p[c + 1]! * r - oy) / cell);
        const z = Math.floor((p[a + 2]! * q + p[b + 2]! * s + p[c + 2]! * r - oz) / cell);
        filled[(z * side + y) * side + x] = 1;
      }
    }
  }
  return filled;
}

/** Evenly spread unit vectors (Fibonacci). */
function directions(count: number): (readonly [number, number, number])[] {
  const out: (readonly [number, number, number])[] = [];
  for (let i = 0; i < count; i++) {
    const y = 1 - (2 * (i + 0.5)) / count;
    const r = Math.sqrt(1 - y * y);
    out.push([r * cosTurn(i * 0.618034), y, r * sinTurn(i * 0.618034)]);
  }
  return out;
}

import { boundsOf, convexHull, hullVolume } from './convex-hull.ts';

/** Points of a part, and its triangles by the index of their corners. */
export interface Part {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
}

/** Places of a cut along an axis, as shares of the part. */
const CUTS = [0.2, 0.35, 0.5, 0.65, 0.8];
/** Vertices of a hull that only its volume is wanted of. */
const ROUGH = 24;
/** Points, and triangles, of a part that is tried. */
const TRIED = 1500;
/** A cut that saves less than this share of the volume is none. */
const WORTH = 0.02;

/**
 * Cuts a surface into at most so many parts, each of which its convex hull fits better: the part and the plane along an
 * axis that save most of the hulls' volume, again and again. Triangles on a plane are cut by it, so that the
 * hulls together enclose the whole surface.
 */
export function splitParts(whole: Part, most: number): Part[] {
  const parts = [{ part: whole, cut: bestCut(whole) }];
  while (parts.length < most) {
    let best = -1;
    parts.forEach(({ cut }, index) => {
      if (cut !== null && cut.saved > (parts[best]?.cut?.saved ?? 0)) best = index;
    });
    const found = parts[best];
    if (found === undefined || found.cut === null) break;
    const halves = cutAt(found.part, found.cut.axis, found.cut.at);
    parts.splice(best, 1, ...halves.map((part) => ({ part, cut: bestCut(part) })));
  }
  return parts.map(({ part }) => part);
}

interface Cut {
  readonly axis: number;
  readonly at: number;
  /** Volume. */
  readonly saved: number;
}

function bestCut(whole: Part): Cut | null {
  const part = sampled(whole);
  const { min, max, size } = boundsOf(part.points);
  const volume = roughVolume(part.points);
  let best: Cut | null = null;
  for (let axis = 0; axis < 3; axis++) {
    const [low = 0, high = 0] = [min[axis], max[axis]];
    if (high - low < size * 0.05) continue;
    for (const share of CUTS) {
      const at = low + (high - low) * share;
      const halves = cutAt(part, axis, at);
      if (halves.length < 2) continue;
      const saved = volume - halves.reduce((sum, { points }) => sum + roughVolume(points), 0);
      if (saved > volume * WORTH && saved > (best?.saved ?? 0)) best = { axis, at, saved };
    }
  }
  return best;
}

/** Some of the triangles, spread over all of them. */
function sampled({ points, triangles }: Part): Part {
  const count = triangles.length / 3;
  if (count <= TRIED) return { points, triangles };
  const few = new Uint32Array(TRIED * 3);
  for (let i = 0; i < TRIED; i++) {
    const from = Math.floor((i * count) / TRIED) * 3;
    few.set(triangles.subarray(from, from + 3), i * 3);
  }
  const builder = new PartBuilder(points);
  for (let i = 0; i < few.length; i += 3) builder.whole([...few.subarray(i, i + 3)]);
  return builder.part();
}

function roughVolume(points: Float64Array): number {
  const count = points.length / 3;
  if (count <= TRIED) return hullVolume(convexHull(points, ROUGH));
  const few = new Float64Array(TRIED * 3);
  for (let i = 0; i < TRIED; i++) {
    const from = Math.floor((i * count) / TRIED) * 3;
    few.set(points.subarray(from, from + 3), i * 3);
  }
  return hullVolume(convexHull(few, ROUGH));
}

/** The parts on either side of a plane, those that are not empty. */
function cutAt({ points, triangles }: Part, axis: number, at: number): Part[] {
  const sides = [new PartBuilder(points), new PartBuilder(points)];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t] ?? 0, triangles[t + 1] ?? 0, triangles[t + 2] ?? 0];
    const heights = corners.map((corner) => (points[corner * 3 + axis] ?? 0) - at);
    for (const [sign, side] of [
      [-1, sides[0]],
      [1, sides[1]],
    ] as const) {
      if (heights.every((height) => height * sign < 0)) continue;
      if (heights.every((height) => height * sign >= 0)) side?.whole(corners);
      else side?.clipped(corners, heights, sign);
    }
  }
  return sides.map((side) => side.part()).filter((part) => part.triangles.length > 0);
}

class PartBuilder {
  readonly #from: Float64Array;
  readonly #numbers = new Map<number, number>();
  readonly #points: number[] = [];
  readonly #triangles: number[] = [];

  constructor(from: Float64Array) {
    this.#from = from;
  }

  whole(corners: readonly number[]): void {
    for (const corner of corners) this.#triangles.push(this.#corner(corner));
  }

  /** What of a triangle is on one side of the plane: three or four corners. */
  clipped(corners: readonly number[], heights: readonly number[], sign: number): void {
    const kept: number[] = [];
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const [from = 0, to = 0] = [corners[i], corners[j]];
      const [here = 0, there = 0] = [heights[i], heights[j]];
      if (here * sign >= 0) kept.push(this.#corner(from));
      if (here * there < 0) kept.push(this.#between(from, to, here / (here - there)));
    }
    for (let i = 2; i < kept.length; i++) {
      this.#triangles.push(kept[0] ?? 0, kept[i - 1] ?? 0, kept[i] ?? 0);
    }
  }

  part(): Part {
    return {
      points: Float64Array.from(this.#points),
      triangles: Uint32Array.from(this.#triangles),
    };
  }

  #corner(index: number): number {
    const known = this.#numbers.get(index);
    if (known !== undefined) return known;
    const number = this.#points.length / 3;
    this.#numbers.set(index, number);
    for (let axis = 0; axis < 3; axis++) this.#points.push(this.#from[index * 3 + axis] ?? 0);
    return number;
  }

  #between(from: number, to: number, share: number): number {
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [this.#from[from * 3 + axis] ?? 0, this.#from[to * 3 + axis] ?? 0];
      this.#points.push(a + (b - a) * share);
    }
    return this.#points.length / 3 - 1;
  }
}

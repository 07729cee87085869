import type { Document } from '@gltf-transform/core';
import { AssetgenError } from '@assetgen/client/errors';
import type { ColliderShape } from '../../../manifest/manifest.ts';
import { mainScene } from '../model-bounds.ts';
import type { ConvexHull } from './convex-hull.ts';
import { boundsOf, convexHull } from './convex-hull.ts';
import type { Part } from './split-parts.ts';
import { splitParts } from './split-parts.ts';

type Vector = [number, number, number];

/** A shape for a physics engine, in the units of the model; each encloses every vertex. */
export type Collider =
  | { readonly shape: 'box'; readonly center: Vector; readonly halfExtents: Vector }
  | { readonly shape: 'sphere'; readonly center: Vector; readonly radius: number }
  /** Along `axis`; the half height is that of the part between the two half spheres. */
  | {
      readonly shape: 'capsule';
      readonly center: Vector;
      readonly axis: 'x' | 'y' | 'z';
      readonly halfHeight: number;
      readonly radius: number;
      /** Turns a capsule that stands upright so, as a quaternion: x, y, z, w. */
      readonly rotation: [number, number, number, number];
    }
  | { readonly shape: 'hulls'; readonly hulls: readonly ConvexHull[] };

/** What physics engines take: PhysX no more than 255, and fewer are quicker. */
const MOST_VERTICES = 64;
/** No side of a box, and no radius, is smaller than this share of the model's size: an engine would fall through. */
const THIN = 1e-4;

/**
 * The collider of the main scene at rest.
 * @throws AssetgenError `ASSETGEN_CONTENT` for a model without a vertex
 */
export async function makeCollider(document: Document, shape: ColliderShape): Promise<Collider> {
  const part = await surfaceOf(document);
  if (part.points.length === 0) {
    throw new AssetgenError('ASSETGEN_CONTENT', 'expected a model with vertices for its collider');
  }
  if (shape === 'box') return box(part);
  if (shape === 'sphere') return sphere(part);
  if (shape === 'capsule') return capsule(part);
  const most = shape === 'hull' ? 1 : Number(shape.slice('hulls:'.length));
  const parts = most > 1 && part.triangles.length > 0 ? splitParts(part, most) : [part];
  return { shape: 'hulls', hulls: parts.map(({ points }) => convexHull(points, MOST_VERTICES)) };
}

/** All that is drawn, where it is drawn. */
async function surfaceOf(document: Document): Promise<Part> {
  const { posePrimitive } = await import('@assetgen/render');
  const places: Float32Array[] = [];
  const corners: Uint32Array[] = [];
  let count = 0;
  mainScene(document)?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const { position } = posePrimitive(node, primitive);
      const vertices = position.length / 3;
      if (primitive.getMode() === 4) {
        const indices = primitive.getIndices()?.getArray();
        const all = indices ?? new Uint32Array(vertices).map((_, at) => at);
        const whole = Uint32Array.from(all).subarray(0, Math.floor(all.length / 3) * 3);
        corners.push(whole.map((index) => index + count));
      }
      places.push(position);
      count += vertices;
    }
  });
  const points = new Float64Array(count * 3);
  let offset = 0;
  for (const each of places) {
    points.set(each, offset);
    offset += each.length;
  }
  const triangles = new Uint32Array(corners.reduce((sum, each) => sum + each.length, 0));
  offset = 0;
  for (const each of corners) {
    triangles.set(each, offset);
    offset += each.length;
  }
  return { points, triangles };
}

function box({ points }: Part): Collider {
  const { min, max, size } = boundsOf(points);
  const halfExtents = vector((axis) =>
    Math.max(((max[axis] ?? 0) - (min[axis] ?? 0)) / 2, size * THIN),
  );
  return { shape: 'box', center: middleOf(min, max), halfExtents };
}

/** Ritter's sphere, then pulled towards what is farthest with ever smaller steps. */
function sphere({ points }: Part): Collider {
  const { min, max, size } = boundsOf(points);
  let center = middleOf(min, max);
  let best = { center, radius: farthest(points, center).distance };
  let step = 0.2;
  for (let round = 0; round < 60; round++) {
    const { index } = farthest(points, center);
    const now = center;
    center = vector(
      (axis) => (now[axis] ?? 0) + ((points[index * 3 + axis] ?? 0) - (now[axis] ?? 0)) * step,
    );
    const { distance } = farthest(points, center);
    if (distance < best.radius) best = { center, radius: distance };
    step *= 0.9;
  }
  return { shape: 'sphere', center: best.center, radius: Math.max(best.radius, size * THIN) };
}

const AXES = ['x', 'y', 'z'] as const;
const HALF = Math.SQRT1_2;
/** A quarter turn about z, none, and one about x. */
const ROTATIONS: Readonly<Record<(typeof AXES)[number], [number, number, number, number]>> = {
  x: [0, 0, -HALF, HALF],
  y: [0, 0, 0, 1],
  z: [HALF, 0, 0, HALF],
};

/** Along the longest side, around the middle of the two others. */
function capsule({ points }: Part): Collider {
  const { min, max, size } = boundsOf(points);
  const sides = vector((axis) => (max[axis] ?? 0) - (min[axis] ?? 0));
  const along = sides.indexOf(Math.max(...sides));
  const center = middleOf(min, max);
  const off = (from: number): number => {
    const [a, b] = [(along + 1) % 3, (along + 2) % 3];
    return Math.hypot(
      (points[from + a] ?? 0) - (center[a] ?? 0),
      (points[from + b] ?? 0) - (center[b] ?? 0),
    );
  };
  let radius = size * THIN;
  for (let from = 0; from < points.length; from += 3) radius = Math.max(radius, off(from));
  let halfHeight = 0;
  for (let from = 0; from < points.length; from += 3) {
    const height = Math.abs((points[from + along] ?? 0) - (center[along] ?? 0));
    halfHeight = Math.max(
      halfHeight,
      height - Math.sqrt(Math.max(0, radius ** 2 - off(from) ** 2)),
    );
  }
  const axis = AXES[along] ?? 'y';
  return { shape: 'capsule', center, axis, halfHeight, radius, rotation: ROTATIONS[axis] };
}

function farthest(points: Float64Array, [x, y, z]: Vector): { index: number; distance: number } {
  let index = 0;
  let most = -1;
  for (let from = 0; from < points.length; from += 3) {
    const dx = (points[from] ?? 0) - x;
    const dy = (points[from + 1] ?? 0) - y;
    const dz = (points[from + 2] ?? 0) - z;
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance > most) [index, most] = [from / 3, distance];
  }
  return { index, distance: Math.sqrt(most) };
}

function middleOf(min: readonly number[], max: readonly number[]): Vector {
  return vector((axis) => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2);
}

function vector(value: (axis: number) => number): Vector {
  return [value(0), value(1), value(2)];
}

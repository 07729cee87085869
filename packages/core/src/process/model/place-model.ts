import type { Document } from '@gltf-transform/core';
import type { Direction, ModelPlacement, ModelScale } from '../../manifest/manifest.ts';
import { mainScene, modelBounds } from './model-bounds.ts';

type Bounds = NonNullable<Awaited<ReturnType<typeof modelBounds>>>;

/**
 * Turns and scales the main scene and stands it over the origin, on the ground, or where `pivot` says: by one
 * node above all others, so that skins, animations and the nodes that they name stay as they are.
 */
export async function placeModel(document: Document, options: ModelPlacement): Promise<void> {
  const { scale } = options;
  const scene = mainScene(document);
  if (scene === null || Object.keys(options).every((key) => !PLACES.has(key))) return;
  const unturned = await modelBounds(document);
  if (unturned === null) return;
  const turn = turnOf(options);
  const bounds = turned(unturned, turn);
  const factor = factorOf(scale, bounds);
  const [x, y, z] = pivotOf(options);
  const at = (axis: number, share: number | null): number => {
    const [low = 0, high = 0] = [bounds.min[axis], bounds.max[axis]];
    return share === null ? 0 : 0 - (low + (high - low) * share) * factor;
  };
  const pivot = document
    .createNode('placed')
    .setRotation(quaternion(turn))
    .setScale([factor, factor, factor])
    .setTranslation([at(0, x), at(1, y), at(2, z)]);
  const children = scene.listChildren();
  // Another scene may show some of the same nodes: it goes on showing them.
  for (const other of document.getRoot().listScenes()) {
    const shared = other.listChildren().filter((node) => children.includes(node));
    for (const node of shared) other.removeChild(node);
    if (shared.length > 0) other.addChild(pivot);
  }
  for (const node of children) pivot.addChild(node);
}

const PLACES: ReadonlySet<string> = new Set(['center', 'ground', 'scale', 'front', 'up', 'pivot']);

type Vector = readonly [number, number, number];

/** Which share of each side stands at the origin; null: it stays where it is. */
function pivotOf({ center, ground, pivot }: ModelPlacement) {
  if (typeof pivot === 'object') return pivot;
  if (pivot !== undefined) return [0.5, { center: 0.5, bottom: 0, top: 1 }[pivot], 0.5] as const;
  const middle = center === true ? 0.5 : null;
  return [middle, ground === true ? 0 : middle, middle] as const;
}

/** The rows of the rotation: what becomes x (its right side, seen by itself, is -x), y (up) and z (front). */
function turnOf({ front = '+z', up = '+y' }: ModelPlacement): readonly [Vector, Vector, Vector] {
  const [y, z] = [vectorOf(up), vectorOf(front)];
  const x: Vector = [
    y[1] * z[2] - y[2] * z[1],
    y[2] * z[0] - y[0] * z[2],
    y[0] * z[1] - y[1] * z[0],
  ];
  return [x, y, z];
}

function vectorOf(direction: Direction): Vector {
  const sign = direction.startsWith('-') ? -1 : 1;
  const along = (axis: string): number => (direction.endsWith(axis) ? sign : 0);
  return [along('x'), along('y'), along('z')];
}

/** Exact: a turn onto axes takes a box to a box. */
function turned({ min, max }: Bounds, turn: readonly [Vector, Vector, Vector]): Bounds {
  const corner = (from: readonly number[]): number[] =>
    turn.map((row) => row.reduce((sum, value, axis) => sum + value * (from[axis] ?? 0), 0));
  const [one, other] = [corner(min), corner(max)];
  const pick = (choose: (...values: number[]) => number): number[] =>
    one.map((value, axis) => choose(value, other[axis] ?? 0));
  return { min: pick(Math.min), max: pick(Math.max) };
}

/** Of a rotation by its rows: x, y, z, w. */
function quaternion([a, b, c]: readonly [Vector, Vector, Vector]): [
  number,
  number,
  number,
  number,
] {
  const w = Math.sqrt(Math.max(0, 1 + a[0] + b[1] + c[2])) / 2;
  const x = Math.sqrt(Math.max(0, 1 + a[0] - b[1] - c[2])) / 2;
  const y = Math.sqrt(Math.max(0, 1 - a[0] + b[1] - c[2])) / 2;
  const z = Math.sqrt(Math.max(0, 1 - a[0] - b[1] + c[2])) / 2;
  // Half a turn has no w to tell its signs by: they are those of the products.
  if (w > 1e-9) {
    const signed = (value: number, difference: number): number => (difference < 0 ? -value : value);
    return [signed(x, c[1] - b[2]), signed(y, a[2] - c[0]), signed(z, b[0] - a[1]), w];
  }
  if (x > 1e-9) return [x, b[0] + a[1] < 0 ? -y : y, c[0] + a[2] < 0 ? -z : z, 0];
  return y > 1e-9 ? [0, y, c[1] + b[2] < 0 ? -z : z, 0] : [0, 0, 1, 0];
}

function factorOf(scale: number | ModelScale | undefined, { min, max }: Bounds): number {
  if (scale === undefined) return 1;
  if (typeof scale === 'number') return scale;
  const [width = 0, height = 0, depth = 0] = max.map((high, axis) => high - (min[axis] ?? 0));
  const sizes = { width, height, depth, longest: Math.max(width, height, depth) };
  const [side, metres] = Object.entries(scale)[0] as [keyof typeof sizes, number];
  const size = sizes[side];
  // A model that is flat in that direction has no size to scale.
  return size > 0 ? metres / size : 1;
}

import type { Document, Mesh, Scene } from '@gltf-transform/core';
import { withoutInstances } from './instances.ts';

/** Axis-aligned, three numbers each. */
interface Bounds {
  readonly min: number[];
  readonly max: number[];
}

/** The scene that a viewer shows. */
export function mainScene(document: Document): Scene | null {
  const root = document.getRoot();
  return root.getDefaultScene() ?? root.listScenes()[0] ?? null;
}

/** Axis-aligned, of the main scene at rest: skins by their joints, morph targets by their weights, all instances. */
export async function modelBounds(document: Document): Promise<Bounds | null> {
  const shown = await withoutInstances(document);
  const scene = mainScene(shown);
  if (scene === null) return null;
  const root = shown.getRoot();
  const isPosed =
    root.listSkins().length > 0 ||
    root
      .listMeshes()
      .some((mesh) => mesh.listPrimitives().some((each) => each.listTargets().length > 0));
  const bounds = isPosed ? await posedBounds(scene) : await restBounds(scene);
  // Of an empty scene they are none that JSON could say.
  return [...bounds.min, ...bounds.max].every(Number.isFinite) ? bounds : null;
}

/**
 * What getBounds of glTF-Transform gives, a tenth as long: that one asks the graph for each corner,
 * which for 500,000 triangles takes longer than all else that is done to a model without options.
 */
async function restBounds(scene: Scene): Promise<Bounds> {
  const { getBounds } = await import('@gltf-transform/functions');
  const all = none();
  let isPlain = true;
  scene.traverse((node) => {
    const mesh = node.getMesh();
    if (mesh === null || !isPlain) return;
    const one = plainBounds(mesh, node.getWorldMatrix());
    if (one === null) isPlain = false;
    else if ([...one.min, ...one.max].every(Number.isFinite)) {
      grow(all, one.min);
      grow(all, one.max);
    }
  });
  return isPlain ? all : getBounds(scene);
}

/** Null for a mesh whose positions are no plain floats. */
function plainBounds(mesh: Mesh, m: ArrayLike<number>): Bounds | null {
  const bounds = none();
  for (const primitive of mesh.listPrimitives()) {
    const array = primitive.getAttribute('POSITION')?.getArray();
    if (!array) continue;
    if (!(array instanceof Float32Array)) return null;
    const index = primitive.getIndices()?.getArray() ?? null;
    for (let axis = 0; axis < 3; axis++) growAlong(bounds, axis, m, array, index);
  }
  return bounds;
}

/** Grows bounds by all corners along one axis of the world. */
function growAlong(
  { min, max }: Bounds,
  axis: number,
  m: ArrayLike<number>,
  positions: Float32Array,
  index: ArrayLike<number> | null,
): void {
  const [mx = 0, my = 0, mz = 0, move = 0] = [m[axis], m[axis + 4], m[axis + 8], m[axis + 12]];
  let low = min[axis]!;
  let high = max[axis]!;
  const count = index?.length ?? positions.length / 3;
  for (let i = 0; i < count; i++) {
    const from = (index === null ? i : index[i]!) * 3;
    const value =
      mx * positions[from]! + my * positions[from + 1]! + mz * positions[from + 2]! + move;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  min[axis] = low;
  max[axis] = high;
}

async function posedBounds(scene: Scene): Promise<Bounds> {
  const { posePrimitive } = await import('@assetgen/render');
  const bounds = none();
  scene.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const { position } = posePrimitive(node, primitive);
      for (let i = 0; i < position.length; i++) growOn(bounds, i % 3, position[i] ?? 0);
    }
  });
  return bounds;
}

function none(): Bounds {
  return { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
}

function grow(bounds: Bounds, point: readonly number[]): void {
  for (let axis = 0; axis < 3; axis++) growOn(bounds, axis, point[axis] ?? 0);
}

function growOn({ min, max }: Bounds, axis: number, value: number): void {
  if (value < (min[axis] ?? 0)) min[axis] = value;
  if (value > (max[axis] ?? 0)) max[axis] = value;
}

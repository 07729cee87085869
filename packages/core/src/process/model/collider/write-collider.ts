import type { ConvexHull } from './convex-hull.ts';
import { boxHull } from './convex-hull.ts';
import type { Collider } from './make-collider.ts';

/** Seven digits: what a float of a physics engine holds. */
const round = (value: number): number => Number(value.toPrecision(7)) || 0;

/** A collider as JSON, in one line a shape. */
export function colliderJson(collider: Collider): Uint8Array {
  const text = JSON.stringify(collider, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? round(value) : value,
  );
  return new TextEncoder().encode(`${text}\n`);
}

/**
 * A collider as a GLB: a node and a mesh for each hull, `collider_0` and on, without a material.
 * @param collider a box or hulls; a mesh is no sphere
 */
export async function colliderGlb(collider: Collider): Promise<Uint8Array> {
  const { Document, NodeIO } = await import('@gltf-transform/core');
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene('collider');
  document.getRoot().setDefaultScene(scene);
  hullsOf(collider).forEach(({ vertices, indices }, at) => {
    const accessor = () => document.createAccessor().setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor().setType('VEC3').setArray(Float32Array.from(vertices)))
      .setIndices(accessor().setType('SCALAR').setArray(Uint16Array.from(indices)));
    const name = `collider_${at}`;
    const mesh = document.createMesh(name).addPrimitive(primitive);
    scene.addChild(document.createNode(name).setMesh(mesh));
  });
  return new NodeIO().writeBinary(document);
}

function hullsOf(collider: Collider): readonly ConvexHull[] {
  if (collider.shape === 'hulls') return collider.hulls;
  if (collider.shape !== 'box') throw new TypeError(`no mesh of a ${collider.shape}`);
  const { center, halfExtents } = collider;
  const corner = (sign: number): number[] =>
    center.map((value, axis) => value + sign * (halfExtents[axis] ?? 0));
  return [boxHull(corner(-1), corner(1), 0)];
}

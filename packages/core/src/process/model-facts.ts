import type { Document, Primitive, Scene } from '@gltf-transform/core';
import type { OutputMeta } from '../lock/types.ts';

interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** The scene that a viewer shows. */
export function mainScene(document: Document): Scene | null {
  const root = document.getRoot();
  return root.getDefaultScene() ?? root.listScenes()[0] ?? null;
}

/** What is in a model; lengths in the units of the model, metres by glTF 2.0, section 3.4. */
export async function describeModel(document: Document): Promise<OutputMeta> {
  const { getSceneVertexCount, VertexCountMethod } = await import('@gltf-transform/functions');
  const root = document.getRoot();
  const scene = mainScene(document);
  const bounds = await modelBounds(document);
  const short = (values: readonly number[]): number[] =>
    values.map((value) => Math.round(value * 1e4) / 1e4);
  return {
    triangles: countTriangles(document),
    vertices: scene === null ? 0 : getSceneVertexCount(scene, VertexCountMethod.UPLOAD),
    materials: root.listMaterials().length,
    textures: root.listTextures().length,
    animations: root.listAnimations().map((animation) => animation.getName()),
    extensions: neededExtensions(document),
    ...(bounds === null ? {} : { bounds: { min: short(bounds.min), max: short(bounds.max) } }),
  };
}

/** Those that a loader has to know to read the file at all, sorted. */
export function neededExtensions(document: Document): string[] {
  const used = document.getRoot().listExtensionsUsed();
  return used
    .filter((extension) => extension.isRequired())
    .map((extension) => extension.extensionName)
    .sort();
}

/** Of the main scene, each mesh as often as it is drawn. */
export function countTriangles(document: Document): number {
  let count = 0;
  mainScene(document)?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) count += triangles(primitive);
  });
  return count;
}

function triangles(primitive: Primitive): number {
  const corners =
    primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0;
  switch (primitive.getMode()) {
    case 4:
      return Math.floor(corners / 3);
    case 5:
    case 6:
      return Math.max(0, corners - 2);
    default:
      // Points and lines.
      return 0;
  }
}

/** Axis-aligned, of the main scene at rest: skins by their joints, morph targets by their weights. */
export async function modelBounds(document: Document): Promise<Bounds | null> {
  const scene = mainScene(document);
  if (scene === null) return null;
  const { getBounds } = await import('@gltf-transform/functions');
  const root = document.getRoot();
  const isPosed =
    root.listSkins().length > 0 ||
    root
      .listMeshes()
      .some((mesh) => mesh.listPrimitives().some((each) => each.listTargets().length > 0));
  const bounds = isPosed ? await posedBounds(scene) : getBounds(scene);
  // Of an empty scene they are none that JSON could say.
  return [...bounds.min, ...bounds.max].every(Number.isFinite) ? bounds : null;
}

async function posedBounds(scene: Scene): Promise<Bounds> {
  const { posePrimitive } = await import('@assetgen/service/draw');
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  scene.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const { position } = posePrimitive(node, primitive);
      for (let i = 0; i < position.length; i++) {
        const value = position[i] ?? 0;
        const axis = i % 3;
        if (value < (min[axis] ?? 0)) min[axis] = value;
        if (value > (max[axis] ?? 0)) max[axis] = value;
      }
    }
  });
  return { min, max };
}

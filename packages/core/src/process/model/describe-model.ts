import type { Document, Primitive } from '@gltf-transform/core';
import type { OutputMeta } from '../../lock/lock.ts';
import { instancesOf } from './instances.ts';
import { mainScene, modelBounds } from './model-bounds.ts';
import { readStance } from './read-stance.ts';

/** What is in a model; lengths in the units of the model, metres by glTF 2.0, section 3.4. */
export async function describeModel(document: Document): Promise<OutputMeta> {
  const { getSceneVertexCount, VertexCountMethod } = await import('@gltf-transform/functions');
  const root = document.getRoot();
  const scene = mainScene(document);
  const bounds = await modelBounds(document);
  const turned = readStance(document);
  const short = (values: readonly number[]): number[] =>
    values.map((value) => Math.round(value * 1e4) / 1e4 + 0);
  return {
    triangles: countTriangles(document),
    vertices: scene === null ? 0 : getSceneVertexCount(scene, VertexCountMethod.UPLOAD),
    materials: root.listMaterials().length,
    textures: root.listTextures().length,
    animations: root.listAnimations().map((animation) => animation.getName()),
    extensions: neededExtensions(document),
    names: namesOf(document),
    ...(turned === undefined ? {} : { turned }),
    ...(bounds === null ? {} : { bounds: { min: short(bounds.min), max: short(bounds.max) } }),
  };
}

/** Longer lists, and longer names, are no help in an editor; types leave them open. */
const MOST_NAMES = 200;
const LONGEST_NAME = 100;

/** What code calls the parts of a model. */
function namesOf(document: Document): NonNullable<OutputMeta['names']> {
  const root = document.getRoot();
  const list = (values: readonly { getName(): string }[]): string[] | null => {
    const names = [...new Set(values.map((value) => value.getName()))].filter(
      (name) => name !== '',
    );
    const isShort =
      names.length <= MOST_NAMES && names.every((name) => name.length <= LONGEST_NAME);
    return isShort ? names.sort() : null;
  };
  const nodes = root.listNodes();
  // A mesh of several materials is a group of meshes to a framework.
  const meshes = nodes.filter((node) => node.getMesh()?.listPrimitives().length === 1);
  return { nodes: list(nodes), meshes: list(meshes) ?? [], materials: list(root.listMaterials()) };
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
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      count += triangles(primitive) * instancesOf(node);
    }
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

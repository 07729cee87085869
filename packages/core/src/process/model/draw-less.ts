import type { Document, Node } from '@gltf-transform/core';
import type { ModelStepOptions } from '../../manifest/manifest.ts';
import { keepOptions } from './keep-options.ts';

/** Materials that a palette is made for, and meshes that are worth an instance. */
const LEAST = 2;

/**
 * Makes draw calls fewer: materials of flat colours become one, then meshes of one material. Nodes with
 * animations or bones stay as they are, and so do nodes that `join.keep` names, with all below them. A node
 * whose mesh went into another stays as an empty one: code finds it by its name.
 */
export async function drawLess(document: Document, options: ModelStepOptions): Promise<void> {
  const { join: joins, palette: flat } = options;
  if (joins === undefined && flat === undefined) return;
  const { dedup, flatten, join, palette, prune } = await import('@gltf-transform/functions');
  await document.transform(dedup());
  if (flat !== undefined) await document.transform(palette({ min: LEAST }));
  if (joins !== undefined) {
    const kept = keptNodes(document, joins === true ? [] : joins.keep);
    // The children of a kept node have to move with it.
    const isFree = [...kept].every((node) => node.listChildren().length === 0);
    if (isFree) await document.transform(flatten({ cleanup: false }));
    await document.transform(join({ filter: (node) => !kept.has(node), cleanup: false }));
  }
  await document.transform(prune({ ...keepOptions(document), keepSolidTextures: true }));
}

/** A mesh that many nodes show is drawn at once (EXT_mesh_gpu_instancing). */
export async function instanceMeshes(document: Document): Promise<void> {
  const { dedup, instance, prune } = await import('@gltf-transform/functions');
  await document.transform(
    dedup(),
    instance({ min: LEAST }),
    prune({ ...keepOptions(document), keepSolidTextures: true }),
  );
  // A viewer without this extension would draw the first one alone.
  for (const each of document.getRoot().listExtensionsUsed()) {
    if (each.extensionName === 'EXT_mesh_gpu_instancing') each.setRequired(true);
  }
}

function keptNodes(document: Document, names: readonly string[]): ReadonlySet<Node> {
  const kept = new Set<Node>();
  for (const node of document.getRoot().listNodes()) {
    if (names.includes(node.getName())) node.traverse((each) => void kept.add(each));
  }
  return kept;
}

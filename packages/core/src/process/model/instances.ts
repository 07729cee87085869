import type { Document, Node } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';

const NAME = 'EXT_mesh_gpu_instancing';

/** How often a node draws its mesh. */
export function instancesOf(node: Node): number {
  const batch = node.getExtension<InstancedMesh>(NAME);
  return batch?.listAttributes()[0]?.getCount() ?? 1;
}

/** A copy with a node for each instance; the document itself where it has none. */
export async function withoutInstances(document: Document): Promise<Document> {
  const used = document.getRoot().listExtensionsUsed();
  if (!used.some((each) => each.extensionName === NAME)) return document;
  const { cloneDocument, uninstance } = await import('@gltf-transform/functions');
  const copy = cloneDocument(document);
  await copy.transform(uninstance());
  return copy;
}

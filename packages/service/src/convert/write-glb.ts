import type { Accessor } from '@gltf-transform/core';
import { readDocument } from './read-model.ts';

/**
 * The same GLB, every length multiplied by `factor`: positions, node translations, inverse bind
 * matrices and animated translations, so that no node needs a scale. glTF counts in metres.
 */
export async function writeGlb(glb: Uint8Array, factor: number): Promise<Uint8Array> {
  const { NodeIO } = await import('@gltf-transform/core');
  const { ALL_EXTENSIONS } = await import('@gltf-transform/extensions');
  const document = await readDocument(glb);
  const root = document.getRoot();
  const done = new Set<Accessor>();
  const stretch = (accessor: Accessor | null, slots: readonly number[], size: number): void => {
    if (accessor === null || done.has(accessor)) return;
    done.add(accessor);
    const count = accessor.getCount();
    const values = new Float32Array(count * size);
    const element: number[] = [];
    for (let index = 0; index < count; index++) {
      accessor.getElement(index, element);
      for (let slot = 0; slot < size; slot++) values[index * size + slot] = element[slot] ?? 0;
      for (const slot of slots)
        values[index * size + slot] = (values[index * size + slot] as number) * factor;
    }
    accessor.setNormalized(false).setArray(values);
  };
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      stretch(primitive.getAttribute('POSITION'), [0, 1, 2], 3);
      for (const target of primitive.listTargets())
        stretch(target.getAttribute('POSITION'), [0, 1, 2], 3);
    }
  }
  for (const skin of root.listSkins()) stretch(skin.getInverseBindMatrices(), [12, 13, 14], 16);
  for (const animation of root.listAnimations()) {
    for (const channel of animation.listChannels()) {
      if (channel.getTargetPath() === 'translation')
        stretch(channel.getSampler()?.getOutput() ?? null, [0, 1, 2], 3);
    }
  }
  for (const node of root.listNodes()) {
    const [x, y, z] = node.getTranslation();
    node.setTranslation([x * factor, y * factor, z * factor]);
  }
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}

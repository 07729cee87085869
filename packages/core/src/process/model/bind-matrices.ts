import type { Document } from '@gltf-transform/core';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Writes out the inverse bind matrices of skins that have none: each is the identity then (glTF 2.0, section 5.28.1).
 * quantize of glTF-Transform corrects these matrices, and fails where there are none.
 */
export function bindMatrices(document: Document): void {
  const root = document.getRoot();
  for (const skin of root.listSkins()) {
    if (skin.getInverseBindMatrices() !== null) continue;
    const matrices = new Float32Array(skin.listJoints().flatMap(() => IDENTITY));
    skin.setInverseBindMatrices(
      document
        .createAccessor()
        .setType('MAT4')
        .setArray(matrices)
        .setBuffer(root.listBuffers()[0] ?? document.createBuffer()),
    );
  }
}

import type { GLTF } from '@gltf-transform/core';

/** Numbers of one element of an accessor, by its type. @see glTF 2.0, section 3.6.2.2 */
export const ACCESSOR_COMPONENTS: Readonly<Record<GLTF.AccessorType, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

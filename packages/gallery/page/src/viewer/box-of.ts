import { Box3, Vector3 } from 'three';
import type { Object3D } from 'three';

/** The box around a model; where it has nothing to show, a point at the origin. */
export function boxOf(model: Object3D): Box3 {
  const box = new Box3().setFromObject(model);
  return box.isEmpty() ? box.set(new Vector3(), new Vector3()) : box;
}

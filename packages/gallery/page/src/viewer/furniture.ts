import { Box3, SkeletonHelper } from 'three';
import type { Object3D, Scene } from 'three';
import type { Look } from '../look.ts';
import { boxOf } from './box-of.ts';
import { createFigure, createGrid } from './floor.ts';
import { freeModel, materialsOf } from './model-loader.ts';

/** What stands in the scene beside the model: a grid on the floor, a figure for its size, its bones. */
export interface Furniture {
  /**
   * Puts there what the look wants, in the place of what stood there.
   * @returns what is to come into view, model and all; null without a model
   */
  put(model: Object3D | null, look: Look): Box3 | null;
}

export function createFurniture(scene: Scene): Furniture {
  let standing: readonly Object3D[] = [];

  function clear(): void {
    for (const each of standing) {
      scene.remove(each);
      if (each instanceof SkeletonHelper) each.dispose();
      else freeModel(each);
    }
    standing = [];
  }

  return {
    put(model, look) {
      clear();
      if (model === null) return null;
      const box = boxOf(model);
      const shown = box.clone();
      const added: Object3D[] = [];
      if (look.grid) added.push(createGrid(box));
      if (look.figure) {
        const figure = createFigure(box);
        added.push(figure);
        shown.union(new Box3().setFromObject(figure));
      }
      if (look.skeleton) added.push(skeletonOf(model));
      for (const each of added) scene.add(each);
      standing = added;
      return shown;
    },
  };
}

/** Bones, before everything that would hide them. */
function skeletonOf(model: Object3D): SkeletonHelper {
  const skeleton = new SkeletonHelper(model);
  for (const material of materialsOf(skeleton)) material.depthTest = false;
  skeleton.renderOrder = 2;
  return skeleton;
}

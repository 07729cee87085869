import { Group, LineSegments, Mesh } from 'three';
import type { AnimationClip, Material, Object3D, Texture } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

export interface LoadedModel {
  readonly scene: Object3D;
  readonly clips: readonly AnimationClip[];
}

export interface ModelLoader {
  /** @param onProgress 0 to 1 */
  load(url: string, onProgress?: (part: number) => void): Promise<LoadedModel>;
  dispose(): void;
}

/** Reads GLB, compressed by Meshopt or Draco too. */
export function createModelLoader(): ModelLoader {
  const draco = new DRACOLoader();
  const loader = new GLTFLoader().setDRACOLoader(draco).setMeshoptDecoder(MeshoptDecoder);
  return {
    async load(url, onProgress) {
      const { scene, animations } = await new Promise<GLTF>((resolve, reject) => {
        loader.load(
          url,
          resolve,
          ({ loaded, total }) => {
            if (total > 0) onProgress?.(loaded / total);
          },
          reject,
        );
      });
      // A file may have no scene: nothing of it is to be shown.
      return { scene: (scene as Object3D | undefined) ?? new Group(), clips: animations };
    },
    dispose: () => void draco.dispose(),
  };
}

export function materialsOf(part: Object3D): Material[] {
  if (!(part instanceof Mesh || part instanceof LineSegments)) return [];
  const material = part.material as Material | Material[];
  return Array.isArray(material) ? material : [material];
}

/** Memory of the graphics card is not collected by itself. */
export function freeModel(object: Object3D): void {
  object.traverse((part) => {
    if (part instanceof Mesh || part instanceof LineSegments) part.geometry.dispose();
    for (const material of materialsOf(part)) {
      for (const value of Object.values(material)) {
        if (isTexture(value)) value.dispose();
      }
      material.dispose();
    }
  });
}

export function isTexture(value: unknown): value is Texture {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}

import type { Document } from '@gltf-transform/core';
import { portraitCamera, type Frame } from './camera.ts';
import { compose, OVERSAMPLING, type Backdrop } from './compose.ts';
import { groundShadow } from './ground-shadow.ts';
import { drawLayers } from './draw-layers.ts';
import { castShadow, shadowReader } from './shadow.ts';
import { loadScene } from './load-scene.ts';

/**
 * Draws the default scene of a document from the front right and a little above, fitted to the
 * frame, at rest and without a GPU. The same document gives the same pixels on every engine.
 * @returns RGBA, `width` × `height`
 */
export async function drawDocument(
  document: Document,
  frame: Frame,
  backdrop: Backdrop,
): Promise<Uint8Array> {
  const wide = { width: frame.width * OVERSAMPLING, height: frame.height * OVERSAMPLING };
  const meshes = await loadScene(document, Math.min(1024, Math.max(wide.width, wide.height)));
  const camera = portraitCamera(meshes, wide);
  const shadow = castShadow(meshes, camera, 1024);
  const light = drawLayers(meshes, camera, wide, shadowReader(meshes, shadow));
  return compose(light, groundShadow(meshes, camera, shadow, wide), frame, backdrop);
}

import type { Document } from '@gltf-transform/core';
import { bounds, portraitCamera, type Frame } from './camera.ts';
import { compose, type Backdrop } from './compose.ts';
import { OVERSAMPLING } from './oversampling.ts';
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
  const texels = Math.min(1024, Math.max(wide.width, wide.height));
  const scene = await loadScene(document, texels);
  const { shapes } = scene;
  const room = bounds(shapes);
  const camera = portraitCamera(shapes, room, wide);
  const shadow = castShadow(shapes, room, camera, 512);
  const ground = groundShadow(shapes, room, camera, shadow, wide);
  const light = await drawLayers(scene, camera, wide, shadowReader(room, shadow));
  return compose(light, ground, frame, backdrop);
}

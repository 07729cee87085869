// The least that a picture of a model takes by our renderer: the file is decoded, its triangles are rasterised once,
// and what is seen is encoded, white on black. No light, no texture, no shadow, no check.
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { builtModule } from '../../scripts/built-module.mjs';

const { loadScene } = await builtModule('packages/render/src/load-scene.ts');
const { bounds, portraitCamera } = await builtModule('packages/render/src/camera.ts');
const { rasterise } = await builtModule('packages/render/src/rasterise.ts');

/**
 * @param {Uint8Array} glb without compressed geometry
 * @param {number} size of the picture; four samples a pixel. Unit: pixels
 * @returns {Promise<Buffer>} webp
 */
export async function shortestThumbnail(glb, size) {
  const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);
  const side = 2 * size;
  const frame = { width: side, height: side };
  const { shapes, painted } = await loadScene(document, 1);
  const camera = portraitCamera(shapes, bounds(shapes), frame);
  const { depth } = rasterise(shapes, camera, frame, { draws: () => true });
  await painted;
  const seen = new Uint8Array(depth.length);
  for (let at = 0; at < seen.length; at++) seen[at] = depth[at] === Infinity ? 0 : 255;
  const raw = { width: side, height: side, channels: 1 };
  return sharp(seen, { raw }).resize(size).webp().toBuffer();
}

import type { PictureSpec } from '../generators.ts';
import { composeScene } from './compose.ts';
import { finishPicture, paintDraftMark, paintParticles } from './finish.ts';
import { createRaster } from './raster.ts';
import { readReferences } from './reference.ts';

/**
 * Draws the scene that the words of the prompt describe, at exactly the asked size.
 *
 * @returns A PNG; the same spec gives the same bytes.
 */
export async function makePicture(spec: PictureSpec): Promise<Uint8Array> {
  const references = await readReferences(spec.references, spec.width, spec.height);
  const { view, scene } = composeScene(spec, references);
  const raster = createRaster(spec.width, spec.height);
  for (const layer of scene.layers) layer.paint(raster, raster);
  paintParticles(raster, view, scene.particles, 0);
  finishPicture(raster, view);
  if (spec.draft) paintDraftMark(raster, spec.width, spec.height);
  return encodePng(raster.data, spec.width, spec.height);
}

async function encodePng(
  rgba: Uint8ClampedArray,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 3, adaptiveFiltering: false })
    .toBuffer();
}

import { composeScene } from './compose-scene.ts';
import { finishPicture, paintDraftMark, paintParticles } from './finish-picture.ts';
import type { Raster } from './art/raster.ts';
import { createRaster } from './art/raster.ts';
import { hiddenRows } from './hidden-rows.ts';
import { restyle } from './styles/restyle.ts';
import { readReferences } from './read-references.ts';

export interface PictureSpec {
  readonly prompt: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  readonly seed: string;
  /** 0 to 6 images. */
  readonly references: readonly Uint8Array[];
  readonly draft: boolean;
}

/** The shorter side that a draft is drawn with before it is enlarged. Unit: pixels. */
const DRAFT_SIDE = 300;

/**
 * Draws the scene that the words of the prompt describe, at exactly the asked size. With
 * references, the first is the picture that the scene stands on, and all lend their colours.
 * A draft is drawn small, enlarged, and marked with a ribbon in its corner.
 *
 * @returns A PNG; the same spec gives the same bytes.
 * @throws If sharp cannot read a reference.
 */
export async function makePicture(spec: PictureSpec): Promise<Uint8Array> {
  const shrink = spec.draft ? Math.max(1, Math.min(spec.width, spec.height) / DRAFT_SIDE) : 1;
  const width = Math.max(1, Math.round(spec.width / shrink));
  const height = Math.max(1, Math.round(spec.height / shrink));
  const references = await readReferences(spec.references, width, height);
  const { view, scene } = await composeScene({ ...spec, width, height }, references);
  const raster = createRaster(width, height);
  const hidden = hiddenRows(scene.layers, raster);
  for (const [index, layer] of scene.layers.entries()) layer.paint(raster, raster, hidden[index]);
  paintParticles(raster, view, scene.particles, 0);
  finishPicture(raster, view);
  restyle(raster, view);
  if (spec.draft) paintDraftMark(raster, width, height);
  return encodePng(raster, spec);
}

async function encodePng({ data, width, height }: Raster, spec: PictureSpec): Promise<Uint8Array> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  if (!spec.draft) return image.png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer();
  return image
    .resize(spec.width, spec.height, { fit: 'fill', kernel: 'linear' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

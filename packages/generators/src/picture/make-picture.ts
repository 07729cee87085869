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
 * A thing "on a transparent background" has none.
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
  const frame = references.length === 0 ? view.wish.frame.is : 'whole';
  const layers =
    frame === 'clear' ? scene.layers.filter(({ name }) => name !== 'backdrop') : scene.layers;
  const hidden = hiddenRows(layers, raster);
  for (const [index, layer] of layers.entries()) layer.paint(raster, raster, hidden[index]);
  paintParticles(raster, view, scene.particles, 0);
  // A vignette would show each seam, and most styles of the whole frame would cover what is clear.
  if (frame === 'whole') finishPicture(raster, view);
  if (frame === 'whole' || (frame === 'clear' && view.wish.style === 'pixel art'))
    restyle(raster, view);
  if (spec.draft) paintDraftMark(raster, width, height);
  return encodePng(raster, spec, frame === 'clear');
}

async function encodePng(
  { data, width, height }: Raster,
  spec: PictureSpec,
  clear: boolean,
): Promise<Uint8Array> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  if (clear) divideByAlpha(data);
  const opened = sharp(data, { raw: { width, height, channels: 4 } });
  const image = clear ? opened : opened.removeAlpha();
  if (!spec.draft) return image.png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer();
  return image
    .resize(spec.width, spec.height, { fit: 'fill', kernel: 'linear' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A PNG has its colours by themselves, a raster multiplied by their opacity. */
function divideByAlpha(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let k = 0; k < 3; k++) data[at + k] = (data[at + k]! * 255) / alpha;
  }
}

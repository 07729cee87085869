import { drawDocument } from './draw-document.ts';

/** Draws a square preview of a GLB, `size` pixels wide: a PNG on a soft grey ground. Needs no GPU. */
export async function drawModel(glb: Uint8Array, size: number): Promise<Uint8Array> {
  const [{ WebIO }, { default: sharp }] = await Promise.all([
    import('@gltf-transform/core'),
    import('./sharp.ts'),
  ]);
  const document = await new WebIO().readBinary(glb);
  const pixels = await drawDocument(document, { width: size, height: size }, 'studio');
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer();
  return new Uint8Array(png);
}

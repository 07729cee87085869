import type { ChibiSpec } from './model/make-chibi.ts';
import type { ModelSpec } from './model/make-model.ts';
import type { PictureSpec } from './picture/make-picture.ts';
import type { VideoSpec } from './video/make-video.ts';

// Each generator is loaded at its first call: a draft image loads neither 3D nor an encoder.

/** A GLB from text, or from an image. The same spec gives the same bytes on every Node version. */
export async function makeModel(spec: ModelSpec): Promise<Uint8Array> {
  return (await import('./model/make-model.ts')).makeModel(spec);
}

/** A GLB of a rounded figure with a big head, in the colours of the image and with its face. */
export async function makeChibi(spec: ChibiSpec): Promise<Uint8Array> {
  return (await import('./model/make-chibi.ts')).makeChibi(spec);
}

/** A PNG of the scene that the prompt describes; references lend it their colours and their forms. */
export async function makePicture(spec: PictureSpec): Promise<Uint8Array> {
  return (await import('./picture/make-picture.ts')).makePicture(spec);
}

/**
 * An H.264 MP4 without sound of the scene that the prompt describes.
 *
 * @param onProgress gets 0 to 1 as frames are done
 */
export async function makeVideo(
  spec: VideoSpec,
  onProgress?: (fraction: number) => void,
): Promise<Uint8Array> {
  return (await import('./video/make-video.ts')).makeVideo(spec, onProgress);
}

/** Tells whether an image shows a human portrait: one upright face, seen from the front. */
export async function detectPortrait(image: Uint8Array): Promise<boolean> {
  return (await import('./portrait/detect-portrait.ts')).detectPortrait(image);
}

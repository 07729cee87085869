import type { ChibiSpec, ModelSpec, PictureSpec, VideoSpec } from '@assetgen/generators';
import type { ConvertSpec, Converted } from '../convert/convert.ts';

/**
 * All that takes long, bytes in and bytes out: what a worker thread runs, and what tests replace.
 * Nothing here knows of requests, jobs or points. The same spec gives the same bytes on every Node
 * version.
 */
export interface Makers {
  /** A GLB. */
  makeModel(spec: ModelSpec): Promise<Uint8Array>;
  /** A GLB. */
  makeChibi(spec: ChibiSpec): Promise<Uint8Array>;
  /** A square PNG preview of a GLB, `size` pixels wide. */
  drawModel(glb: Uint8Array, size: number): Promise<Uint8Array>;
  /** A PNG. */
  makePicture(spec: PictureSpec): Promise<Uint8Array>;
  /** An H.264 MP4. `onProgress` gets 0 to 1. */
  makeVideo(spec: VideoSpec, onProgress?: (fraction: number) => void): Promise<Uint8Array>;
  /** Throws `ASSETGEN_BLENDER_MISSING` for blend without a Blender. */
  convert(spec: ConvertSpec): Promise<Converted>;
  /** True when the image shows a human portrait. */
  detectPortrait(image: Uint8Array): Promise<boolean>;
}

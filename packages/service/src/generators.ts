import type { MeshQuality, ModelFormat } from '@assetgen/client';

/**
 * The door between the service and its generators and converters. Bytes in, bytes out: nothing
 * here knows of requests, jobs or points. The same spec gives the same bytes on every Node version.
 */

/** Text to 3D, and image to 3D where `image` is given. */
export interface ModelSpec {
  /** Empty for image to 3D. */
  readonly prompt: string;
  /** Faces asked for; held within 5 % unless `draft`. */
  readonly faces: number;
  readonly pbr: boolean;
  /** No texture and no PBR output. */
  readonly meshOnly: boolean;
  /** Decides every random choice; differs from variant to variant. */
  readonly seed: string;
  /** PNG, JPEG, WebP or another image that sharp reads. */
  readonly image?: Uint8Array;
  readonly enhance: boolean;
  /** A light, visibly marked result, at once. */
  readonly draft: boolean;
  readonly quality: MeshQuality;
}

/** One chibi figure from one image. */
export interface ChibiSpec {
  readonly image: Uint8Array;
  /** A configured style tag. */
  readonly style: string;
  readonly seed: string;
  readonly draft: boolean;
}

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

export interface VideoSpec {
  readonly prompt: string;
  /** Pixels; even. */
  readonly width: number;
  /** Pixels; even. */
  readonly height: number;
  /** 4 to 15. */
  readonly seconds: number;
  readonly seed: string;
  /** 0 to 6 images. */
  readonly references: readonly Uint8Array[];
  readonly draft: boolean;
}

export interface ConvertSpec {
  readonly glb: Uint8Array;
  readonly format: ModelFormat;
  /** The largest dimension of the result. Unit: millimetres, at least 2. */
  readonly sizeMm: number;
  /** Base name of files inside an archive. */
  readonly name: string;
}

export interface Converted {
  readonly bytes: Uint8Array;
  /** Of the file that is served, without a dot: `obj`, or `zip` where there is more than one file. */
  readonly extension: string;
  readonly contentType: string;
  /** Integer factor, as the specification's `scaleNumber` (section 4.2). */
  readonly scaleNumber: number;
}

/** All generators; each stands in a module of its own and is loaded when first used. */
export interface Generators {
  /** A GLB. `model/make-model.ts`. */
  makeModel(spec: ModelSpec): Promise<Uint8Array>;
  /** A GLB. `model/make-chibi.ts`. */
  makeChibi(spec: ChibiSpec): Promise<Uint8Array>;
  /** A square PNG preview of a GLB, `size` pixels wide. `@assetgen/render`. */
  drawModel(glb: Uint8Array, size: number): Promise<Uint8Array>;
  /** A PNG. `picture/make-picture.ts`. */
  makePicture(spec: PictureSpec): Promise<Uint8Array>;
  /** An H.264 MP4. `video/make-video.ts`. `onProgress` gets 0 to 1. */
  makeVideo(spec: VideoSpec, onProgress?: (fraction: number) => void): Promise<Uint8Array>;
  /** `convert/convert.ts`. Throws `ASSETGEN_BLENDER_MISSING` for blend without a Blender. */
  convert(spec: ConvertSpec): Promise<Converted>;
  /** True when the image shows a human portrait. `portrait.ts`. */
  detectPortrait(image: Uint8Array): Promise<boolean>;
}

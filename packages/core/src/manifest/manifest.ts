import type { AspectRatio, MeshQuality, ModelFormat, VideoResolution } from '@assetgen/client';

/** A place in a manifest. Lines and columns start at 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const IMAGE_FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export const VIDEO_FORMATS = ['mp4', 'webm'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];
export const VIDEO_CODECS = ['h264', 'hevc', 'vp9', 'av1'] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];
export type OutputFormat = ModelFormat | ImageFormat | VideoFormat | 'json';
export type AssetKind = 'model' | 'image' | 'video' | 'chibi';

/** An input image: a file, or the result of another asset. */
export type ImageInput =
  /** `path` is absolute; `given` is what the manifest says. */
  | {
      readonly type: 'file';
      readonly path: string;
      readonly given: string;
      readonly position: Position;
    }
  | { readonly type: 'asset'; readonly name: string; readonly position: Position };

/** Options of the image step; sizes in pixels. */
export interface ImageStepOptions {
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'cover' | 'contain' | 'fill' | 'inside' | 'outside';
  readonly position?: string;
  /** 1 to 100. */
  readonly quality?: number;
  readonly effort?: number;
  readonly lossless?: boolean;
  /** A CSS colour behind transparent pixels. */
  readonly background?: string;
}

/** Options of a video that is encoded again; a width or a height, never enlarged, in pixels. */
export interface VideoStepOptions {
  /** webm has vp9 and av1; mp4 has h264, hevc and av1. @default 'vp9' in a webm, 'h264' in an mp4 */
  readonly codec?: VideoCodec;
  readonly width?: number;
  readonly height?: number;
  /** 1 to 100. @default by codec, about 50 */
  readonly quality?: number;
  /** 0 to 9: higher is smaller and slower. @default 5 */
  readonly effort?: number;
  /** False: without its sound. @default true */
  readonly audio?: boolean;
}

export const TEXTURE_FORMATS = ['png', 'jpeg', 'webp', 'avif', 'ktx2', 'auto'] as const;
/** `auto`: of each texture what takes the least memory of a graphics card, KTX 2.0 or WebP. */
export type TextureFormat = (typeof TEXTURE_FORMATS)[number];
export const TEXTURE_CODECS = ['etc1s', 'uastc'] as const;
export type TextureCodec = (typeof TEXTURE_CODECS)[number];

/** Scaled as a whole until one side has this length. Unit: metres. */
export type ModelScale =
  | { readonly width: number }
  | { readonly height: number }
  | { readonly depth: number }
  | { readonly longest: number };

export interface TextureOptions {
  readonly format?: TextureFormat;
  /** Of KTX 2.0: half a byte a pixel, or one byte and closer. @default by role, and as measured */
  readonly codec?: TextureCodec;
  /** `native`: KTX 2.0 by `ktx`, `toktx` or `basisu` of the PATH. Other bytes, and quicker. */
  readonly encoder?: 'native';
  /** Of width and height. Unit: pixels. */
  readonly maxSize?: number;
  /** The least needed go first: occlusion, then surface, emission, normals, colour. */
  readonly maxCount?: number;
  /** 1 to 100. */
  readonly quality?: number;
}

/** A direction of the model as it came: `+x`, `-z`. */
export const DIRECTIONS = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const PIVOTS = ['center', 'bottom', 'top'] as const;

/** Where a model stands, and how. */
export interface ModelPlacement {
  /** The middle of the bounds stands over the origin; in height too, unless `ground` says more. */
  readonly center?: true;
  /** The lowest point is at height 0. */
  readonly ground?: true;
  /** A factor, or the length of a side in metres, once it is turned. */
  readonly scale?: number | ModelScale;
  /** Where it looks now; it is turned so that it looks along +z, as glTF wants it. @default '+z' */
  readonly front?: Direction;
  /** What is its top now; it is turned so that this is +y. @default '+y' */
  readonly up?: Direction;
  /** Point of its bounds at the origin: a place, or shares of width, height and depth, 0 to 1. */
  readonly pivot?: (typeof PIVOTS)[number] | readonly [number, number, number];
}

/** `hulls:8` are at most 8 convex hulls, from 2 to 64. */
export type ColliderShape = 'box' | 'sphere' | 'capsule' | 'hull' | `hulls:${number}`;

/** Options of the model step. */
export interface ModelStepOptions extends ModelPlacement {
  /** Share of the triangles to keep: above 0, at most 1. */
  readonly simplify?: number;
  /** Kept at most, after `simplify`. */
  readonly maxTriangles?: number;
  /** How far the surface may move to get there: a share of the size of each mesh. @default 0.01 */
  readonly maxError?: number;
  /** Of a chain of LODs: the share of the triangles that the output would have without it. */
  readonly lod?: number;
  readonly textures?: TextureOptions;
  readonly compress?: 'meshopt' | 'draco' | 'quantize';
  /** Meshes of one material become one, but for nodes of these names. */
  readonly join?: true | { readonly keep: readonly string[] };
  /** Materials that only differ by flat colours become one, whose texture has those colours. */
  readonly palette?: true;
  /** Meshes that are drawn many times are drawn at once (EXT_mesh_gpu_instancing). */
  readonly instance?: true;
}

/** Options of a thumbnail; sizes in pixels. */
export interface ThumbnailStepOptions {
  /** @default 512 */
  readonly width?: number;
  /** @default the width */
  readonly height?: number;
  /** 1 to 100. */
  readonly quality?: number;
  readonly effort?: number;
  readonly lossless?: boolean;
  /** `transparent`, `studio` or a CSS colour. @default 'transparent', for jpeg 'studio' */
  readonly background?: string;
}

/** How an output comes from its source blob. */
export type OutputStep =
  | { readonly type: 'image'; readonly format: ImageFormat; readonly options: ImageStepOptions }
  | { readonly type: 'model'; readonly options: ModelStepOptions }
  /** A picture of the model as the service gave it. */
  | {
      readonly type: 'thumbnail';
      readonly format: ImageFormat;
      readonly options: ThumbnailStepOptions;
    }
  /** A shape for a physics engine. */
  | {
      readonly type: 'collider';
      readonly format: 'json' | 'glb';
      readonly shape: ColliderShape;
      readonly options: ModelPlacement;
    }
  /** Converted by the service; size in millimetres. */
  | { readonly type: 'convert'; readonly format: ModelFormat; readonly size: number }
  /** As the service gave it. */
  | { readonly type: 'video' }
  /** Encoded by the ffmpeg of the machine. */
  | { readonly type: 'transcode'; readonly format: VideoFormat; readonly options: VideoStepOptions }
  | {
      readonly type: 'poster';
      readonly format: ImageFormat;
      /** Seconds into the video. */
      readonly at: number;
      readonly options: ImageStepOptions;
    };

/** One file that an asset asks for. */
export interface Output {
  /** Below the prefix and the files folder: `props/dragon.lod1.glb`. */
  readonly name: string;
  readonly format: OutputFormat;
  readonly suffix: string | null;
  /** Which member of a chibi batch, from 0; 0 for every other kind. */
  readonly member: number;
  readonly step: OutputStep;
  /** Place in a chain of LODs, from 0, the finest. */
  readonly lod?: number;
  /** Served and emitted under this stable path too. */
  readonly public: string | null;
}

/** Acceptance limits. Bytes, pixels, triangles, seconds. */
export interface Expect {
  readonly maxBytes?: number;
  readonly maxTriangles?: number;
  /** On a graphics card, of each GLB: textures with mipmaps, and geometry. */
  readonly maxGpuBytes?: number;
  readonly maxDrawCalls?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly maxDuration?: number;
  /** False: a GLB is taken though the Khronos validator finds errors in it. */
  readonly valid?: boolean;
}

interface AssetBase {
  readonly name: string;
  readonly position: Position;
  readonly revision: number;
  readonly frozen: boolean;
  /** 1 to 4 variants. */
  readonly variants: number;
  /** From 1. */
  readonly pick: number;
  readonly outputs: readonly Output[];
  readonly expect: Expect;
}

/** Bought elsewhere: one UUID for each variant, 1 to 4. */
export interface AdoptedSource {
  readonly type: 'uuid';
  readonly uuids: readonly string[];
}

export type ModelSource =
  | { readonly type: 'text'; readonly prompt: string }
  | { readonly type: 'image'; readonly input: ImageInput; readonly enhance: boolean }
  | AdoptedSource;

export interface ModelAsset extends AssetBase {
  readonly kind: 'model';
  readonly source: ModelSource;
  readonly quality: MeshQuality;
  readonly faces: number;
  readonly pbr: boolean;
  readonly meshOnly: boolean;
}

export type ImageSource =
  | {
      readonly type: 'picture';
      readonly prompt: string;
      readonly references: readonly ImageInput[];
      readonly aspectRatio: AspectRatio;
      readonly modelKey: string;
    }
  | {
      readonly type: 'v1';
      readonly model: string;
      readonly prompt: string;
      readonly mode: string;
      readonly references: readonly ImageInput[];
      readonly aspectRatio: string | null;
      readonly resolution: string | null;
      readonly extra: Readonly<Record<string, unknown>> | null;
    }
  | { readonly type: 'local'; readonly input: ImageInput }
  | AdoptedSource;

export interface ImageAsset extends AssetBase {
  readonly kind: 'image';
  readonly source: ImageSource;
}

export type VideoSource =
  | {
      readonly type: 'text';
      readonly prompt: string;
      readonly references: readonly ImageInput[];
      readonly aspectRatio: AspectRatio;
      /** Seconds, 4 to 15. */
      readonly duration: number;
      readonly resolution: VideoResolution;
    }
  | AdoptedSource;

export interface VideoAsset extends AssetBase {
  readonly kind: 'video';
  readonly source: VideoSource;
}

interface ChibiImages {
  readonly images: readonly ImageInput[];
  /** File stem of each image: names the member's outputs. */
  readonly members: readonly string[];
  readonly style: string;
  readonly requirePortrait: boolean;
}

export type ChibiSource =
  | (ChibiImages & { readonly type: 'images' })
  /** Bought elsewhere: one UUID for each image, in their order. */
  | (ChibiImages & AdoptedSource);

export interface ChibiAsset extends AssetBase {
  readonly kind: 'chibi';
  readonly source: ChibiSource;
}

/** One named entry of a manifest, normalised: every default filled in. */
export type Asset = ModelAsset | ImageAsset | VideoAsset | ChibiAsset;

/** All manifests of a project, as one. Assets sorted by name. */
export interface Manifest {
  readonly assets: readonly Asset[];
}

/** Something wrong in a manifest. */
export interface Problem {
  readonly position: Position;
  /** Path of the key: `assets.hero.quality`. */
  readonly path: string;
  readonly message: string;
}

import type { AspectRatio, MeshQuality, ModelFormat, VideoResolution } from '@assetgen/client';
import type { ModelPreset } from './model-presets.ts';
import type {
  ColliderShape,
  Expect,
  ImageFormat,
  ImageStepOptions,
  ModelPlacement,
  ModelStepOptions,
  ThumbnailStepOptions,
  VideoFormat,
  VideoStepOptions,
} from './manifest.ts';

/** An input image: a path relative to the manifest, or the name of an image asset. */
export type ImageInputEntry = string | { readonly asset: string };

interface OutputBase {
  /** Text before the extension: `<asset>.<suffix>.<ext>`. */
  readonly suffix?: string;
  /** A stable URL path that serves the file too: `models/dragon.glb`. */
  readonly public?: string;
}

export type ModelOutputEntry =
  | ModelFormat
  | (OutputBase &
      Omit<
        ModelStepOptions,
        'lod' | 'compress' | 'center' | 'ground' | 'join' | 'palette' | 'instance'
      > & {
        readonly format: ModelFormat;
        /**
         * Largest dimension; converted by the service (10 points). Unit: millimetres, at least 2.
         * @default 2; for glb, no conversion
         */
        readonly size?: number;
        /** A set of options; options beside it override it. */
        readonly preset?: ModelPreset;
        /** Levels of detail, finest first: shares of the triangles, 1 to 8 of them. */
        readonly lods?: readonly number[];
        readonly compress?: 'meshopt' | 'draco' | 'quantize' | 'none';
        /** Meshes of one material become one, but for nodes of these names. @default false */
        readonly join?: boolean | { readonly keep: readonly string[] };
        /** Materials that only differ by flat colours become one. @default false */
        readonly palette?: boolean;
        /** A mesh that many nodes show is drawn at once. @default false */
        readonly instance?: boolean;
        /** The middle of the bounds stands over the origin. @default false */
        readonly center?: boolean;
        /** The lowest point stands at height 0. @default false */
        readonly ground?: boolean;
      })
  | (OutputBase &
      Omit<ModelPlacement, 'center' | 'ground'> & {
        readonly format: 'json' | 'glb';
        /** A shape for a physics engine: `hulls:8` are at most 8 convex hulls. */
        readonly collider: ColliderShape;
        /** @default false */
        readonly center?: boolean;
        /** @default false */
        readonly ground?: boolean;
      })
  | (OutputBase &
      ThumbnailStepOptions & {
        readonly format: ImageFormat;
        /** A picture of the model. */
        readonly thumbnail: true;
      });

export type ImageOutputEntry =
  | ImageFormat
  | (OutputBase & ImageStepOptions & { readonly format: ImageFormat });

export type VideoOutputEntry =
  | VideoFormat
  /** An mp4 without options is what the service gave; all else is encoded by ffmpeg. */
  | (OutputBase & VideoStepOptions & { readonly format: VideoFormat })
  | (OutputBase &
      ImageStepOptions & {
        readonly format: ImageFormat;
        /** true: the beginning; or a time in seconds. */
        readonly poster: boolean | number;
      });

interface CommonEntry {
  /** Raise it to ask again for the same recipe. @default 0 */
  readonly revision?: number;
  /** Keep what is locked though the recipe changes. @default false */
  readonly frozen?: boolean;
  readonly expect?: Expect;
}

interface VariantsEntry {
  /** How many variants are bought: 1 to 4. @default 1 */
  readonly variants?: number;
  /** Which variant is used, from 1. @default 1 */
  readonly pick?: number;
}

export interface ModelEntry extends CommonEntry, VariantsEntry {
  readonly kind: 'model';
  /** Exactly one of `prompt`, `image` and `uuid`. */
  readonly prompt?: string;
  readonly image?: ImageInputEntry;
  /** Made elsewhere: retrieved and converted, never created. A list gives its variants. */
  readonly uuid?: string | readonly string[];
  /** @default 'high' */
  readonly quality?: MeshQuality;
  /** 100000 to 500000 for standard, 500000 to 1000000 for the others. @default the most */
  readonly faces?: number;
  /** @default true */
  readonly pbr?: boolean;
  /** @default false */
  readonly meshOnly?: boolean;
  /** @default false */
  readonly enhanceImage?: boolean;
  /** @default ['glb'] */
  readonly outputs?: readonly ModelOutputEntry[];
}

export interface ImageEntry extends CommonEntry, VariantsEntry {
  readonly kind: 'image';
  /** Exactly one of `prompt`, `source` and `uuid`. */
  readonly prompt?: string;
  /** A local file that is only converted. */
  readonly source?: string;
  /** Made elsewhere: retrieved, never created. A list gives its variants. */
  readonly uuid?: string | readonly string[];
  /** A model id of group V1, `provider/name`. */
  readonly model?: string;
  /** Model key of group LEGACY. @default 'image-2' */
  readonly modelKey?: string;
  /** Of group V1: `text-to-image`, `image-to-image`, or another that the model has. */
  readonly mode?: string;
  /** At most 6. */
  readonly references?: readonly ImageInputEntry[];
  /** Of group V1 any that its model has. @default '1:1' */
  readonly aspectRatio?: AspectRatio | `${number}:${number}`;
  readonly resolution?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  /** @default ['webp'] */
  readonly outputs?: readonly ImageOutputEntry[];
}

export interface VideoEntry extends CommonEntry, VariantsEntry {
  readonly kind: 'video';
  /** Exactly one of `prompt` and `uuid`. */
  readonly prompt?: string;
  /** Made elsewhere: retrieved, never created. A list gives its variants. */
  readonly uuid?: string | readonly string[];
  /** At most 6. */
  readonly references?: readonly ImageInputEntry[];
  /** @default '16:9' */
  readonly aspectRatio?: AspectRatio;
  /** 4 to 15. Unit: seconds. @default 5 */
  readonly duration?: number;
  /** @default '720p' */
  readonly resolution?: VideoResolution;
  /** @default ['mp4'] */
  readonly outputs?: readonly VideoOutputEntry[];
}

interface ChibiBase extends CommonEntry {
  readonly kind: 'chibi';
  readonly images: readonly ImageInputEntry[];
  /** Check that each image shows a person before points are spent. @default false */
  readonly requirePortrait?: boolean;
  /** @default ['glb'] */
  readonly outputs?: readonly ModelOutputEntry[];
}

export type ChibiEntry =
  | (ChibiBase & {
      /** A style tag configured at the service. */
      readonly style: string;
      readonly uuid?: undefined;
    })
  | (ChibiBase & {
      readonly style?: string;
      /** Made elsewhere, never created: the UUID of each figure, in the order of `images`. */
      readonly uuid: string | readonly string[];
    });

export type AssetEntry = ModelEntry | ImageEntry | VideoEntry | ChibiEntry;

type Defaults<Entry> = Partial<Omit<Entry, 'kind' | 'uuid'>>;

/** What a manifest says, as a module exports it. */
export interface ManifestEntry {
  readonly defaults?: {
    readonly model?: Defaults<ModelEntry>;
    readonly image?: Defaults<ImageEntry>;
    readonly video?: Defaults<VideoEntry>;
    readonly chibi?: Defaults<ChibiEntry>;
  };
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

/**
 * Types a manifest that is written as a module; gives back what it is given.
 *
 * @example
 * // assets.gen.mts
 * import { defineAssets } from '@assetgen/core';
 * export default defineAssets({
 *   assets: { crate: { kind: 'model', prompt: 'a wooden crate', quality: 'standard' } },
 * });
 */
export function defineAssets(manifest: ManifestEntry): ManifestEntry {
  return manifest;
}

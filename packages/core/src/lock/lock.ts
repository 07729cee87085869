import type { Digest, Fingerprint } from '../brands.ts';
import type { AssetKind, Direction } from '../manifest/manifest.ts';

/** One texture of a model. */
export interface TextureFacts {
  /** The slots that it is in, sorted: `baseColor`, `normal`, `occlusion`, … */
  readonly roles: readonly string[];
  /** Unit: pixels. */
  readonly width: number;
  readonly height: number;
  /** `webp`, `png`, `jpeg`, `avif`; of KTX 2.0 its codec, `etc1s` or `uastc`. */
  readonly format: string;
  /** On a graphics card, with its mipmaps. Unit: bytes. */
  readonly gpuBytes: number;
}

/** Facts of an output file, for object imports; sizes in pixels, metres, seconds. */
export interface OutputMeta {
  readonly width?: number;
  readonly height?: number;
  /** A data URL of a 16 px webp. */
  readonly placeholder?: string;
  /** The colour that most of an image has: `#rrggbb`. */
  readonly color?: string;
  /** Problems that the Khronos validator reports about the GLB of the service. */
  readonly invalid?: string;
  readonly triangles?: number;
  readonly vertices?: number;
  readonly materials?: number;
  readonly textures?: number;
  /** Of a model: its textures, one by one. */
  readonly maps?: readonly TextureFacts[];
  /** GPU memory of a model: textures with mipmaps, and geometry. Unit: bytes. */
  readonly gpuBytes?: number;
  /** How often a renderer asks for something to be drawn: once a mesh and material. */
  readonly drawCalls?: number;
  readonly animations?: readonly string[];
  readonly extensions?: readonly string[];
  /** Of a model, sorted; null where there are too many to be typed. */
  readonly names?: {
    readonly nodes: readonly string[] | null;
    /** Those of the nodes that are one mesh of one material. */
    readonly meshes: readonly string[];
    readonly materials: readonly string[] | null;
  };
  /** Of a figure with bones: its up and forward axes, where they are not +y and +z. */
  readonly turned?: { readonly up?: Direction; readonly front?: Direction };
  readonly bounds?: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly duration?: number;
  /** Of a conversion by the service: the scale in its answer (`scaleNumber`). */
  readonly scaleNumber?: number;
  /** Of its pictures, as RFC 6381 writes it: `avc1.42001f`. */
  readonly codec?: string;
  /** Codec of its sound, where it has one: `mp4a.40.2`. */
  readonly audioCodec?: string;
}

export interface LockedOutput {
  readonly fingerprint: Fingerprint;
  readonly digest: Digest;
  readonly bytes: number;
  readonly meta: OutputMeta;
}

/** One purchase: a create that the service accepted. */
export interface LockedJob {
  readonly operation: string;
  readonly uuids: readonly string[];
  /** null: the service did not tell. */
  readonly points: number | null;
  /** The kind of service that charged it; points of the embedded service are play money. Missing: unknown. */
  readonly service?: ServiceSort;
}

/** The embedded service, or one that is reached at a URL. */
export type ServiceSort = 'local' | 'remote';

/** A variant with a known result. The UUID is null for a local file, which no service made. */
export interface LockedResult {
  readonly uuid: string | null;
  readonly digest: Digest;
  readonly bytes: number;
  /** Of a chibi's figure: the image that it was made from. */
  readonly from?: Digest;
}

/** A job that failed at the service. */
export interface LockedFailure {
  /** Empty where the service gave none. */
  readonly uuid: string;
  readonly failed: true;
  /** The message of the service, at most 200 characters. */
  readonly reason?: string;
  /** Of a chibi's figure: the image that it was to be made from. */
  readonly from?: Digest;
}

/** One variant: its result, or that its job failed at the service. */
export type LockedVariant = LockedResult | LockedFailure;

/** The facts of one asset. */
export interface LockedAsset {
  readonly kind: AssetKind;
  readonly recipe: Fingerprint;
  /** A short hash a field of the recipe, so that a plan can say which one changed. */
  readonly fields: Readonly<Record<string, string>>;
  /** In the order of purchase: the index is the ordinal. */
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
  readonly outputs: Readonly<Record<string, LockedOutput>>;
}

/** Records of the lock have no prototype: a name such as `constructor` is a name. */
export interface Lock {
  readonly assets: Readonly<Record<string, LockedAsset>>;
}

export const EMPTY_LOCK: Lock = { assets: record<LockedAsset>([]) };

/** A record without a prototype. */
export function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const made = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/** The variant that an asset uses; null where it failed or was never made. `pick` is from 1. */
export function pickedVariant(asset: LockedAsset, pick: number): LockedResult | null {
  const variant = asset.variants[pick - 1];
  return variant === undefined || 'failed' in variant ? null : variant;
}

// Made by assetgen from the manifest and the lock; it changes only when they do. Commit it.
declare module "@gen/*?url" {
  const text: string;
  export default text;
}
declare module "@gen/*?inline" {
  const text: string;
  export default text;
}
declare module "@gen/*?no-inline" {
  const text: string;
  export default text;
}
declare module "@gen/*?raw" {
  const text: string;
  export default text;
}
declare module "@gen/*" {
  /** No asset and no output has this name. */
  export const __esModule: true;
}
declare module "@gen/dragon" {
  type Bounds = { readonly min: readonly [-0.6081, 0, -0.78]; readonly max: readonly [0.6081, 1.2306, 0.78] };
  /** model · 3 files */
  const asset: {
    readonly kind: "model";
    readonly name: "dragon";
    readonly url: string;
    /** Axis-aligned, in the units of the model. */
    readonly bounds: Bounds;
    readonly triangles: number;
    readonly vertices: number;
    readonly materials: number;
    readonly textures: number;
    /** Its textures, one by one; format is webp, png, jpeg, avif, or the codec of KTX2. */
    readonly maps: readonly { readonly roles: readonly string[]; readonly width: number; readonly height: number; readonly format: string; readonly gpuBytes: number }[];
    /** On a graphics card: textures with mipmaps, and geometry. Bytes. */
    readonly gpuBytes: number;
    readonly drawCalls: number;
    readonly animations: readonly string[];
    /** Of glTF, those that a loader has to know to read the file at all. */
    readonly extensions: readonly string[];
    readonly thumbnail: null;
    readonly files: readonly [
      { readonly url: string; readonly name: "dragon.lod0.glb"; readonly format: "glb"; readonly lod: 0; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "dragon.lod1.glb"; readonly format: "glb"; readonly lod: 1; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "dragon.lod2.glb"; readonly format: "glb"; readonly lod: 2; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/dragon.lod0.glb" {
  /** model · glb · 99,860 triangles · 1.03 MB */
  const url: string;
  export default url;
}
declare module "@gen/dragon.lod1.glb" {
  /** model · glb · 24,964 triangles · 371 kB */
  const url: string;
  export default url;
}
declare module "@gen/dragon.lod2.glb" {
  /** model · glb · 4,992 triangles · 114 kB */
  const url: string;
  export default url;
}
declare module "@gen/dragon?three" {
  import type { LoadOptions, Model } from "@gen/~three";
  type Nodes = "dragon";
  type Meshes = "dragon";
  type Materials = "dragon";
  type Animations = never;
  type Bounds = { readonly min: readonly [-0.6081, 0, -0.78]; readonly max: readonly [0.6081, 1.2306, 0.78] };
  export type Loaded = Model<Nodes, Meshes, Materials, Animations, Bounds, 3>;
  /** Loads all levels of detail; each call gives a copy of its own. */
  export function load(options?: LoadOptions): Promise<Loaded>;
  /** Loads the files, so that `load` gives its copy at once. */
  export function preload(options?: LoadOptions): Promise<void>;
}
declare module "@gen/flight" {
  /** video · 1 file */
  const asset: {
    readonly kind: "video";
    readonly name: "flight";
    readonly url: string;
    readonly width: number;
    readonly height: number;
    /** Seconds. */
    readonly duration: number;
    /** Of every video file, for `<video>`: those that take the fewest bytes first. */
    readonly sources: readonly { readonly type: string; readonly src: string; readonly width: number; readonly height: number }[];
    readonly poster: null;
    readonly files: readonly [
      { readonly url: string; readonly name: "flight.mp4"; readonly format: "mp4"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/flight.mp4" {
  /** video · mp4 · 854 × 480 · 4 s · 577 kB */
  const url: string;
  export default url;
}
declare module "@gen/valley" {
  /** image · 2 files ![](./.assetgen/files/valley.896w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "valley";
    readonly url: string;
    readonly width: number;
    readonly height: number;
    /** A data URL to show until the image is there. */
    readonly placeholder: string;
    /** The colour that most of it has, `#rrggbb`; null where all of it is transparent. */
    readonly color: string | null;
    /** Of the first format. */
    readonly srcset: string;
    /** Of every format, the smallest files first, for `<picture>`. */
    readonly sources: readonly { readonly type: string; readonly srcset: string }[];
    readonly files: readonly [
      { readonly url: string; readonly name: "valley.896w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "valley.1792w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/valley.896w.webp" {
  /** image · webp · 896 × 504 · 23.8 kB ![](./.assetgen/files/valley.896w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/valley.1792w.webp" {
  /** image · webp · 1792 × 1008 · 55.2 kB ![](./.assetgen/files/valley.1792w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/~three" {
  import type { AnimationClip, Group, LOD, Material, Mesh, Object3D } from 'three';
  export interface LoadOptions {
    /** A WebGLRenderer or WebGPURenderer: textures in KTX2 are decoded for what it can show. */
    readonly renderer?: object;
    readonly signal?: AbortSignal;
    /** Bytes of all files of the model. */
    readonly onProgress?: (progress: { readonly loaded: number; readonly total: number }) => void;
    /** Above 1 the finer levels are shown from farther away. @default 1 */
    readonly lodBias?: number;
  }
  export interface Model<Nodes extends string, Meshes extends string, Materials extends string, Animations extends string, Bounds, Levels extends number> {
    /** The root: place it, turn it, add it to a scene. It stays when the files behind it change. */
    readonly scene: Group;
    /** Of the finest level, by their names in the file. */
    readonly nodes: { readonly [Name in Nodes]: Name extends Meshes ? Mesh : Object3D };
    /** Shared by all copies. */
    readonly materials: { readonly [Name in Materials]: Material };
    readonly animations: { readonly [Name in Animations]: AnimationClip };
    /** In `scene`; a renderer shows the level that fits by itself. */
    readonly lod: Levels extends 1 ? null : LOD;
    /** Axis-aligned, in the units of the model. */
    readonly bounds: Bounds;
    /** How many levels of detail there are. */
    readonly levels: Levels;
    /** Another one of the same files, with a skeleton of its own. */
    clone(): Model<Nodes, Meshes, Materials, Animations, Bounds, Levels>;
    /** Takes it out of its scene; with the last copy, memory of the GPU is freed. */
    dispose(): void;
  }
}

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
declare module "@gen/crown" {
  type Bounds = { readonly min: readonly [-0.125, 0, -0.125]; readonly max: readonly [0.125, 0.1657, 0.125] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "crown";
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
      { readonly url: string; readonly name: "crown.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/crown.glb" {
  /** model · glb · 34,958 triangles · 446 kB */
  const url: string;
  export default url;
}
declare module "@gen/crown?three" {
  import type { LoadOptions, Model } from "@gen/~three";
  type Nodes = "crown";
  type Meshes = "crown";
  type Materials = "crown";
  type Animations = never;
  type Bounds = { readonly min: readonly [-0.125, 0, -0.125]; readonly max: readonly [0.125, 0.1657, 0.125] };
  export type Loaded = Model<Nodes, Meshes, Materials, Animations, Bounds, 1>;
  /** Loads all levels of detail; each call gives a copy of its own. */
  export function load(options?: LoadOptions): Promise<Loaded>;
  /** Loads the files, so that `load` gives its copy at once. */
  export function preload(options?: LoadOptions): Promise<void>;
}
declare module "@gen/potion" {
  type Bounds = { readonly min: readonly [-0.0805, 0, -0.0808]; readonly max: readonly [0.0805, 0.25, 0.0807] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "potion";
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
      { readonly url: string; readonly name: "potion.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/potion.glb" {
  /** model · glb · 34,972 triangles · 388 kB */
  const url: string;
  export default url;
}
declare module "@gen/potion?three" {
  import type { LoadOptions, Model } from "@gen/~three";
  type Nodes = "potion";
  type Meshes = "potion";
  type Materials = "potion";
  type Animations = never;
  type Bounds = { readonly min: readonly [-0.0805, 0, -0.0808]; readonly max: readonly [0.0805, 0.25, 0.0807] };
  export type Loaded = Model<Nodes, Meshes, Materials, Animations, Bounds, 1>;
  /** Loads all levels of detail; each call gives a copy of its own. */
  export function load(options?: LoadOptions): Promise<Loaded>;
  /** Loads the files, so that `load` gives its copy at once. */
  export function preload(options?: LoadOptions): Promise<void>;
}
declare module "@gen/sword" {
  type Bounds = { readonly min: readonly [-0.2552, 0, -0.0522]; readonly max: readonly [0.2552, 1.1, 0.0522] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "sword";
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
      { readonly url: string; readonly name: "sword.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/sword.glb" {
  /** model · glb · 34,992 triangles · 388 kB */
  const url: string;
  export default url;
}
declare module "@gen/sword?three" {
  import type { LoadOptions, Model } from "@gen/~three";
  type Nodes = "sword";
  type Meshes = "sword";
  type Materials = "sword";
  type Animations = never;
  type Bounds = { readonly min: readonly [-0.2552, 0, -0.0522]; readonly max: readonly [0.2552, 1.1, 0.0522] };
  export type Loaded = Model<Nodes, Meshes, Materials, Animations, Bounds, 1>;
  /** Loads all levels of detail; each call gives a copy of its own. */
  export function load(options?: LoadOptions): Promise<Loaded>;
  /** Loads the files, so that `load` gives its copy at once. */
  export function preload(options?: LoadOptions): Promise<void>;
}
declare module "@gen/wall" {
  /** image · 1 file ![](./.assetgen/files/wall.1600w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "wall";
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
      { readonly url: string; readonly name: "wall.1600w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/wall.1600w.webp" {
  /** image · webp · 1600 × 900 · 14.4 kB ![](./.assetgen/files/wall.1600w.webp) */
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

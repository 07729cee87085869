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
declare module "@gen/props/crate" {
  type Bounds = { readonly min: readonly [-0.5, 0, -0.498]; readonly max: readonly [0.5, 0.8922, 0.498] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "props/crate";
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
      { readonly url: string; readonly name: "props/crate.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/props/crate.glb" {
  /** model · glb · 10,000 triangles · 159 kB */
  const url: string;
  export default url;
}
declare module "@gen/props/lantern" {
  type Bounds = { readonly min: readonly [-0.1501, 0, -0.1503]; readonly max: readonly [0.1501, 0.5, 0.1503] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "props/lantern";
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
      { readonly url: string; readonly name: "props/lantern.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/props/lantern.glb" {
  /** model · glb · 9,980 triangles · 126 kB */
  const url: string;
  export default url;
}
declare module "@gen/sky" {
  /** image · 1 file ![](./.assetgen/files/sky.1024w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "sky";
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
      { readonly url: string; readonly name: "sky.1024w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/sky.1024w.webp" {
  /** image · webp · 1024 × 576 · 18.6 kB ![](./.assetgen/files/sky.1024w.webp) */
  const url: string;
  export default url;
}

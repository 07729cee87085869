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
declare module "@gen/chest" {
  type Bounds = { readonly min: readonly [-0.5, 0, -0.3363]; readonly max: readonly [0.5, 0.7015, 0.3363] };
  /** model · 1 file */
  const asset: {
    readonly kind: "model";
    readonly name: "chest";
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
      { readonly url: string; readonly name: "chest.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/chest.glb" {
  /** model · glb · 99,994 triangles · 4.84 MB */
  const url: string;
  export default url;
}
declare module "@gen/poster" {
  /** image · 1 file ![](./.assetgen/files/poster.png) */
  const asset: {
    readonly kind: "image";
    readonly name: "poster";
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
      { readonly url: string; readonly name: "poster.png"; readonly format: "png"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/poster.png" {
  /** image · png · 1792 × 1008 · 2.39 MB ![](./.assetgen/files/poster.png) */
  const url: string;
  export default url;
}

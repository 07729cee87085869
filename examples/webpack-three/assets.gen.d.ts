// Made by assetgen from the manifest; it changes only when the manifest does. Commit it.
/* eslint-disable */
declare module "@gen/crown" {
  const asset: {
    readonly kind: "model";
    readonly name: "crown";
    readonly url: string;
    /** Axis-aligned, in the units of the model. */
    readonly bounds: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] };
    readonly triangles: number;
    readonly vertices: number;
    readonly materials: number;
    readonly textures: number;
    readonly animations: readonly string[];
    /** Of glTF, those that a loader has to know to read the file at all. */
    readonly extensions: readonly string[];
    readonly thumbnail: null;
    readonly files: readonly [
      { readonly url: string; readonly name: "crown.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/crown.glb" {
  const url: string;
  export default url;
}
declare module "@gen/potion" {
  const asset: {
    readonly kind: "model";
    readonly name: "potion";
    readonly url: string;
    /** Axis-aligned, in the units of the model. */
    readonly bounds: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] };
    readonly triangles: number;
    readonly vertices: number;
    readonly materials: number;
    readonly textures: number;
    readonly animations: readonly string[];
    /** Of glTF, those that a loader has to know to read the file at all. */
    readonly extensions: readonly string[];
    readonly thumbnail: null;
    readonly files: readonly [
      { readonly url: string; readonly name: "potion.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/potion.glb" {
  const url: string;
  export default url;
}
declare module "@gen/sword" {
  const asset: {
    readonly kind: "model";
    readonly name: "sword";
    readonly url: string;
    /** Axis-aligned, in the units of the model. */
    readonly bounds: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] };
    readonly triangles: number;
    readonly vertices: number;
    readonly materials: number;
    readonly textures: number;
    readonly animations: readonly string[];
    /** Of glTF, those that a loader has to know to read the file at all. */
    readonly extensions: readonly string[];
    readonly thumbnail: null;
    readonly files: readonly [
      { readonly url: string; readonly name: "sword.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/sword.glb" {
  const url: string;
  export default url;
}
declare module "@gen/wall" {
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
  const url: string;
  export default url;
}

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
  type Bounds = { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] };
  /** model · 2 files ![](./.assetgen/files/dragon.thumbnail.webp) */
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
    readonly thumbnail: string;
    readonly files: readonly [
      { readonly url: string; readonly name: "dragon.glb"; readonly format: "glb"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "dragon.thumbnail.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/dragon.glb" {
  /** model · glb ![](./.assetgen/files/dragon.thumbnail.webp) */
  const url: string;
  export default url;
}
declare module "@gen/dragon.thumbnail.webp" {
  /** model · webp · 640 wide ![](./.assetgen/files/dragon.thumbnail.webp) */
  const url: string;
  export default url;
}
declare module "@gen/fox" {
  /** image · 2 files ![](./.assetgen/files/fox.640w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "fox";
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
      { readonly url: string; readonly name: "fox.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "fox.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/fox.640w.webp" {
  /** image · webp · 640 wide ![](./.assetgen/files/fox.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/fox.1280w.webp" {
  /** image · webp · 1280 wide ![](./.assetgen/files/fox.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/fox?react" {
  import type { Picture } from "@gen/~react";
  export const Fox: Picture;
  export default Fox;
}
declare module "@gen/owl" {
  /** image · 2 files ![](./.assetgen/files/owl.640w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "owl";
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
      { readonly url: string; readonly name: "owl.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "owl.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/owl.640w.webp" {
  /** image · webp · 640 wide ![](./.assetgen/files/owl.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/owl.1280w.webp" {
  /** image · webp · 1280 wide ![](./.assetgen/files/owl.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/owl?react" {
  import type { Picture } from "@gen/~react";
  export const Owl: Picture;
  export default Owl;
}
declare module "@gen/valley" {
  /** image · 2 files ![](./.assetgen/files/valley.640w.webp) */
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
      { readonly url: string; readonly name: "valley.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "valley.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/valley.640w.webp" {
  /** image · webp · 640 wide ![](./.assetgen/files/valley.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/valley.1280w.webp" {
  /** image · webp · 1280 wide ![](./.assetgen/files/valley.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/valley?react" {
  import type { Picture } from "@gen/~react";
  export const Valley: Picture;
  export default Valley;
}
declare module "@gen/~react" {
  import type { ComponentPropsWithoutRef, ForwardRefExoticComponent, RefAttributes } from 'react';
  type ImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'srcSet'>;
  type VideoProps = Omit<ComponentPropsWithoutRef<'video'>, 'src' | 'children'>;
  /** `<picture>` with every format and width; props are those of its `<img>`. */
  export type Picture = ForwardRefExoticComponent<ImageProps & RefAttributes<HTMLImageElement>>;
  /** `<video>` with its sources and its poster. */
  export type Video = ForwardRefExoticComponent<VideoProps & RefAttributes<HTMLVideoElement>>;
}

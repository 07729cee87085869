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
declare module "@gen/dusk" {
  /** image · 1 file ![](./.assetgen/files/dusk.1600w.webp) */
  const asset: {
    readonly kind: "image";
    readonly name: "dusk";
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
      { readonly url: string; readonly name: "dusk.1600w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/dusk.1600w.webp" {
  /** image · webp · 1600 × 900 · 28.4 kB ![](./.assetgen/files/dusk.1600w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/hero" {
  /** image · 4 files ![](./.assetgen/files/hero.640w.avif) */
  const asset: {
    readonly kind: "image";
    readonly name: "hero";
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
      { readonly url: string; readonly name: "hero.640w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "hero.1280w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "hero.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "hero.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/hero.640w.avif" {
  /** image · avif · 640 × 360 · 11.2 kB ![](./.assetgen/files/hero.640w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/hero.1280w.avif" {
  /** image · avif · 1280 × 720 · 27.6 kB ![](./.assetgen/files/hero.1280w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/hero.640w.webp" {
  /** image · webp · 640 × 360 · 15.7 kB ![](./.assetgen/files/hero.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/hero.1280w.webp" {
  /** image · webp · 1280 × 720 · 40.3 kB ![](./.assetgen/files/hero.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/mark" {
  /** image · 1 file ![](./.assetgen/files/mark.64w.png) */
  const asset: {
    readonly kind: "image";
    readonly name: "mark";
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
      { readonly url: string; readonly name: "mark.64w.png"; readonly format: "png"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/mark.64w.png" {
  /** image · png · 64 × 64 · 1.12 kB ![](./.assetgen/files/mark.64w.png) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/forest" {
  /** image · 4 files ![](./.assetgen/files/rooms/forest.640w.avif) */
  const asset: {
    readonly kind: "image";
    readonly name: "rooms/forest";
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
      { readonly url: string; readonly name: "rooms/forest.640w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/forest.1280w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/forest.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/forest.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/rooms/forest.640w.avif" {
  /** image · avif · 640 × 360 · 10.4 kB ![](./.assetgen/files/rooms/forest.640w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/forest.1280w.avif" {
  /** image · avif · 1280 × 720 · 27.3 kB ![](./.assetgen/files/rooms/forest.1280w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/forest.640w.webp" {
  /** image · webp · 640 × 360 · 14 kB ![](./.assetgen/files/rooms/forest.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/forest.1280w.webp" {
  /** image · webp · 1280 × 720 · 35.8 kB ![](./.assetgen/files/rooms/forest.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/harbour" {
  /** image · 4 files ![](./.assetgen/files/rooms/harbour.640w.avif) */
  const asset: {
    readonly kind: "image";
    readonly name: "rooms/harbour";
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
      { readonly url: string; readonly name: "rooms/harbour.640w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/harbour.1280w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/harbour.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/harbour.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/rooms/harbour.640w.avif" {
  /** image · avif · 640 × 360 · 11.6 kB ![](./.assetgen/files/rooms/harbour.640w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/harbour.1280w.avif" {
  /** image · avif · 1280 × 720 · 28.8 kB ![](./.assetgen/files/rooms/harbour.1280w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/harbour.640w.webp" {
  /** image · webp · 640 × 360 · 16.5 kB ![](./.assetgen/files/rooms/harbour.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/harbour.1280w.webp" {
  /** image · webp · 1280 × 720 · 42.9 kB ![](./.assetgen/files/rooms/harbour.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/tower" {
  /** image · 4 files ![](./.assetgen/files/rooms/tower.640w.avif) */
  const asset: {
    readonly kind: "image";
    readonly name: "rooms/tower";
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
      { readonly url: string; readonly name: "rooms/tower.640w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/tower.1280w.avif"; readonly format: "avif"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/tower.640w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "rooms/tower.1280w.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/rooms/tower.640w.avif" {
  /** image · avif · 640 × 360 · 8.44 kB ![](./.assetgen/files/rooms/tower.640w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/tower.1280w.avif" {
  /** image · avif · 1280 × 720 · 19.9 kB ![](./.assetgen/files/rooms/tower.1280w.avif) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/tower.640w.webp" {
  /** image · webp · 640 × 360 · 9.95 kB ![](./.assetgen/files/rooms/tower.640w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/rooms/tower.1280w.webp" {
  /** image · webp · 1280 × 720 · 24.3 kB ![](./.assetgen/files/rooms/tower.1280w.webp) */
  const url: string;
  export default url;
}
declare module "@gen/walk" {
  /** video · 2 files ![](./.assetgen/files/walk.poster.webp) */
  const asset: {
    readonly kind: "video";
    readonly name: "walk";
    readonly url: string;
    readonly width: number;
    readonly height: number;
    /** Seconds. */
    readonly duration: number;
    /** Of every video file, for `<video>`: those that take the fewest bytes first. */
    readonly sources: readonly { readonly type: string; readonly src: string; readonly width: number; readonly height: number }[];
    readonly poster: string;
    readonly files: readonly [
      { readonly url: string; readonly name: "walk.mp4"; readonly format: "mp4"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
      { readonly url: string; readonly name: "walk.poster.webp"; readonly format: "webp"; readonly bytes: number; readonly sha256: string; readonly draft: boolean; readonly width?: number; readonly height?: number },
    ];
  };
  export default asset;
}
declare module "@gen/walk.mp4" {
  /** video · mp4 · 854 × 480 · 5 s · 573 kB ![](./.assetgen/files/walk.poster.webp) */
  const url: string;
  export default url;
}
declare module "@gen/walk.poster.webp" {
  /** video · webp · 854 × 480 · 26.8 kB ![](./.assetgen/files/walk.poster.webp) */
  const url: string;
  export default url;
}

import type { Raster } from './art/raster.ts';

/** How a layer moves in a video. Speeds in parts of the view's unit a second. */
export type Motion =
  /** Follows the camera only. */
  | { readonly kind: 'still' }
  /** Goes its own way as well, as clouds do. */
  | { readonly kind: 'drift'; readonly speed: number }
  /** Rows sway, the more the nearer they are; `surface` is the world y where the water begins. */
  | { readonly kind: 'water'; readonly surface: number }
  /** Rows below the world y `from` move more with the camera, as a floor does. */
  | { readonly kind: 'floor'; readonly from: number }
  /** Up and down by `reach`, onwards by `speed`, once in `period` seconds. */
  | {
      readonly kind: 'bob';
      readonly reach: number;
      readonly period: number;
      readonly speed: number;
    };

/** A part of a scene, drawn on its own so that a video can move it on its own. */
export interface Layer {
  readonly name: string;
  /** Share of the camera's way that it follows: 0 is the sky, 1 what stands in front. */
  readonly depth: number;
  readonly motion: Motion;
  /** The part of the world that it covers, where that is not the whole frame and its margins. */
  readonly box?: Box;
  /**
   * For each column of the raster: the row from which on down it covers what is behind it. It paints those whatever was
   * there. Not set: it covers nothing for sure.
   */
  coversFrom?(raster: Raster): Int32Array;
  /**
   * Draws it. `backdrop` holds all layers behind it and may be the raster itself. From the row `hidden[x]` on down
   * nothing of column x is seen: it need not be drawn.
   */
  paint(raster: Raster, backdrop: Raster, hidden?: Int32Array): void;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What falls or floats in front of everything. */
export type Particles = 'none' | 'rain' | 'snow' | 'embers' | 'fireflies' | 'dust' | 'bubbles';

/** A composed picture: layers from the back to the front. */
export interface Scene {
  readonly layers: readonly Layer[];
  readonly particles: Particles;
}

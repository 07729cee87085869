/** A drawn subject: RGBA multiplied by alpha, cut to what is seen. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

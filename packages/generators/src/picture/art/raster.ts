import type { Rgb } from './colour.ts';

/**
 * Pixels with premultiplied alpha. World coordinates are those of the frame (0, 0 is its upper left
 * corner); a raster may reach beyond the frame, so that a video can pan over it.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** World x of column 0. */
  readonly left: number;
  /** World y of row 0. */
  readonly top: number;
  /** RGBA, `width × height × 4`. */
  readonly data: Uint8ClampedArray;
}

/** A transparent raster. */
export function createRaster(width: number, height: number, left = 0, top = 0): Raster {
  return { width, height, left, top, data: new Uint8ClampedArray(width * height * 4) };
}

/** Lays a colour of the given opacity (0 to 1) over the pixel at `slot` (4 × index). */
export function blend(data: Uint8ClampedArray, slot: number, colour: Rgb, opacity: number): void {
  const rest = 1 - opacity;
  data[slot] = colour[0] * opacity + (data[slot] as number) * rest;
  data[slot + 1] = colour[1] * opacity + (data[slot + 1] as number) * rest;
  data[slot + 2] = colour[2] * opacity + (data[slot + 2] as number) * rest;
  data[slot + 3] = 255 * opacity + (data[slot + 3] as number) * rest;
}

/** As {@link blend}, of what is between two colours: of a million pixels, an object each is much. @param share 0 to 1 */
export function blendBetween(
  data: Uint8ClampedArray,
  slot: number,
  from: Rgb,
  to: Rgb,
  share: number,
  opacity: number,
): void {
  const rest = 1 - opacity;
  data[slot] = (from[0] + (to[0] - from[0]) * share) * opacity + data[slot]! * rest;
  data[slot + 1] = (from[1] + (to[1] - from[1]) * share) * opacity + data[slot + 1]! * rest;
  data[slot + 2] = (from[2] + (to[2] - from[2]) * share) * opacity + data[slot + 2]! * rest;
  data[slot + 3] = 255 * opacity + data[slot + 3]! * rest;
}

/** Adds light to a pixel; on a transparent one the light also covers. */
export function addLight(
  data: Uint8ClampedArray,
  slot: number,
  colour: Rgb,
  strength: number,
): void {
  data[slot] = (data[slot] as number) + colour[0] * strength;
  data[slot + 1] = (data[slot + 1] as number) + colour[1] * strength;
  data[slot + 2] = (data[slot + 2] as number) + colour[2] * strength;
  data[slot + 3] = (data[slot + 3] as number) + 255 * strength;
}

/** Lays `source` over `target` where they overlap in the world, moved by whole pixels. */
export function layOver(target: Raster, source: Raster, moveX = 0, moveY = 0): void {
  const offsetX = Math.round(source.left + moveX) - target.left;
  const offsetY = Math.round(source.top + moveY) - target.top;
  const firstX = Math.max(0, -offsetX);
  const lastX = Math.min(source.width, target.width - offsetX);
  const firstY = Math.max(0, -offsetY);
  const lastY = Math.min(source.height, target.height - offsetY);
  const from = source.data;
  const to = target.data;
  for (let y = firstY; y < lastY; y++) {
    let slot = (y * source.width + firstX) * 4;
    let into = ((y + offsetY) * target.width + firstX + offsetX) * 4;
    for (let x = firstX; x < lastX; x++, slot += 4, into += 4) {
      const alpha = from[slot + 3] as number;
      if (alpha === 0) continue;
      const rest = (255 - alpha) / 255;
      to[into] = (from[slot] as number) + (to[into] as number) * rest;
      to[into + 1] = (from[slot + 1] as number) + (to[into + 1] as number) * rest;
      to[into + 2] = (from[slot + 2] as number) + (to[into + 2] as number) * rest;
      to[into + 3] = alpha + (to[into + 3] as number) * rest;
    }
  }
}

/** A soft round glow of added light. */
export function addGlow(
  raster: Raster,
  centreX: number,
  centreY: number,
  radius: number,
  colour: Rgb,
  strength: number,
): void {
  const x0 = Math.max(0, Math.floor(centreX - radius - raster.left));
  const x1 = Math.min(raster.width, Math.ceil(centreX + radius - raster.left));
  const y0 = Math.max(0, Math.floor(centreY - radius - raster.top));
  const y1 = Math.min(raster.height, Math.ceil(centreY + radius - raster.top));
  for (let y = y0; y < y1; y++) {
    const dy = y + 0.5 + raster.top - centreY;
    for (let x = x0; x < x1; x++) {
      const dx = x + 0.5 + raster.left - centreX;
      const near = 1 - (dx * dx + dy * dy) / (radius * radius);
      if (near > 0) {
        addLight(raster.data, (y * raster.width + x) * 4, colour, strength * near * near);
      }
    }
  }
}

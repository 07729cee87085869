import { clamp, smoothstep } from '../exact-math.ts';
import { createSpot, moveTo, valueAt, type Field } from './field.ts';
import type { ReadImage } from './read-image.ts';

/** Raw RGB pixels of a picture's textures. */
export interface SheetTexture {
  readonly width: number;
  readonly height: number;
  readonly color: Uint8Array;
  readonly normal?: Uint8Array;
  readonly surface?: Uint8Array;
}

/** The picture as a texture, its background replaced by the thing's own colours carried on; with PBR a fine grain too. */
export function textureOf(
  read: ReadImage,
  options: { readonly pbr: boolean; readonly draft: boolean },
): SheetTexture {
  const { picture, cutout } = read;
  const { width, height } = picture;
  const color = Uint8Array.from(picture.rgb);
  if (cutout.cut) carryOver(color, read);
  if (!options.pbr || options.draft) return { width, height, color };
  const light = (x: number, y: number): number => {
    const px = Math.min(width - 1, Math.max(0, x));
    const py = Math.min(height - 1, Math.max(0, y));
    const at = (py * width + px) * 3;
    return 0.3 * color[at]! + 0.59 * color[at + 1]! + 0.11 * color[at + 2]!;
  };
  const normal = new Uint8Array(width * height * 3);
  const surface = new Uint8Array(width * height * 3);
  const steep = width / 1024 / 255;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const nx = (light(x - 1, y) - light(x + 1, y)) * steep;
      const ny = (light(x, y + 1) - light(x, y - 1)) * steep;
      const k = 127.5 / Math.sqrt(nx * nx + ny * ny + 1);
      normal[at] = Math.round(127.5 + nx * k);
      normal[at + 1] = Math.round(127.5 + ny * k);
      normal[at + 2] = Math.round(127.5 + k);
      surface[at] = 255;
      surface[at + 1] = Math.round(clamp(0.82 - light(x, y) / 900, 0, 1) * 255);
      surface[at + 2] = 0;
    }
  }
  return { width, height, color, normal, surface };
}

/** Replaces the background of `color` by the thing's own colours carried on. */
export function carryOver(color: Uint8Array, { picture, cutout }: ReadImage): void {
  const mask: Field = { ...cutout, values: cutout.inside };
  const [red, green, blue] = [0, 1, 2].map((k) => {
    const values = new Float32Array(cutout.inside.length);
    for (let i = 0; i < values.length; i++) values[i] = cutout.rgb[i * 3 + k]!;
    return values;
  }) as [Float32Array, Float32Array, Float32Array];
  const spot = createSpot();
  for (let y = 0; y < picture.height; y++) {
    const v = (y + 0.5) / picture.height;
    for (let x = 0; x < picture.width; x++) {
      moveTo(spot, mask, (x + 0.5) / picture.width, v);
      const keep = smoothstep(0.75, 0.98, valueAt(mask.values, spot));
      if (keep === 1) continue;
      const at = (y * picture.width + x) * 3;
      color[at] = carried(color[at]!, valueAt(red, spot) * 255, keep);
      color[at + 1] = carried(color[at + 1]!, valueAt(green, spot) * 255, keep);
      color[at + 2] = carried(color[at + 2]!, valueAt(blue, spot) * 255, keep);
    }
  }
}

function carried(own: number, around: number, keep: number): number {
  return Math.round(around + (own - around) * keep);
}

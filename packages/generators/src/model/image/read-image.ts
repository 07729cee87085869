import type { Sharp } from '@assetgen/render/sharp';
import { square } from '../exact-math.ts';

/** A decoded picture, squeezed to powers of two a side. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** sRGB. */
  readonly rgb: Uint8Array;
}

/** A small picture with the share of each cell that belongs to the thing, 0 to 1. */
export interface Cutout {
  readonly width: number;
  readonly height: number;
  /** sRGB from 0 to 1; beyond the thing's edge its colours are carried on. */
  readonly rgb: Float32Array;
  readonly inside: Float32Array;
  /** False where nothing stands out from its background: the whole picture is the thing. */
  readonly cut: boolean;
}

export interface ReadImage {
  readonly picture: Picture;
  readonly cutout: Cutout;
}

/** How far colours must lie from the background's, of 441. */
const APART = 42;
/** How much the border of a plain background may vary, of 255. */
const PLAIN = 16;

/**
 * Decodes any image that sharp reads, turned upright. The thing is told from its background by transparency, or by a
 * plain colour that runs along the picture's border.
 *
 * @param texels The largest side of the picture. Unit: pixels.
 * @param cells The largest side of the cutout. Unit: cells.
 */
export async function readImage(
  bytes: Uint8Array,
  options: { readonly texels: number; readonly cells: number; readonly enhance: boolean },
): Promise<ReadImage> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { texels, cells, enhance } = options;
  const upright = sharp(bytes).rotate().toColourspace('srgb').ensureAlpha();
  const treated = enhance ? upright.normalise().sharpen() : upright;
  const whole = await treated
    .resize(texels, texels, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: whole.info.width, height: whole.info.height, channels: 4 } as const;
  const small = await sharp(whole.data, { raw })
    .resize({ ...frameOf(raw, cells), kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Textures are powers of two a side, which every engine takes.
  const [width, height] = [powerOfTwo(raw.width, texels), powerOfTwo(raw.height, texels)];
  const large = await sharp(whole.data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const a = large[i * 4 + 3]! / 255;
    for (let k = 0; k < 3; k++) {
      rgb[i * 3 + k] = Math.round(large[i * 4 + k]! * a + 255 * (1 - a));
    }
  }
  const cutout = cutOut(new Uint8Array(small.data), small.info.width, small.info.height);
  return { picture: { width, height, rgb }, cutout };
}

/** How the image library is told a size. */
type Frame = Exclude<Parameters<Sharp['resize']>[0], number | null | undefined>;

/** A line has no surface to carve: its cells are as many as those of a picture of this shape. */
const LONGEST = 16;

function frameOf({ width, height }: { width: number; height: number }, cells: number): Frame {
  const isLine = Math.max(width, height) > Math.min(width, height) * LONGEST;
  if (!isLine) return { width: cells, height: cells, fit: 'inside' };
  const across = Math.ceil(cells / LONGEST);
  const [broad, high] = width > height ? [cells, across] : [across, cells];
  return { width: broad, height: high, fit: 'fill' };
}

function powerOfTwo(pixels: number, most: number): number {
  let side = 16;
  while (side * 2 <= Math.min(most, pixels * 1.4)) side *= 2;
  return side;
}

function cutOut(rgba: Uint8Array, width: number, height: number): Cutout {
  const count = width * height;
  const inside = maskOf(rgba, width, height);
  const share = inside.reduce((sum, value) => sum + value, 0) / count;
  const cut = share > 0.03 && share < 0.93;
  if (!cut) inside.fill(1);
  const rgb = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i++) rgb[i] = rgba[Math.floor(i / 3) * 4 + (i % 3)]! / 255;
  if (cut) carryOn(rgb, inside, width, height);
  return { width, height, rgb, inside, cut };
}

/** The cutout of a drawing on clear ground, with all its pieces. */
export function cutoutByAlpha(rgba: Uint8Array, width: number, height: number): Cutout {
  const count = width * height;
  const inside = new Float32Array(count);
  const rgb = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    inside[i] = rgba[i * 4 + 3]! / 255;
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = rgba[i * 4 + k]! / 255;
  }
  carryOn(rgb, inside, width, height);
  return { width, height, rgb, inside, cut: true };
}

/** By transparency where there is any, else by flooding a plain background from the border. */
function maskOf(rgba: Uint8Array, width: number, height: number): Float32Array {
  const count = width * height;
  const inside = new Float32Array(count);
  let clear = 0;
  for (let i = 0; i < count; i++) {
    inside[i] = rgba[i * 4 + 3]! / 255;
    if (inside[i]! < 0.5) clear++;
  }
  if (clear > count * 0.02) return largest(inside, width, height);
  const border: number[] = [];
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) border.push(y * width, y * width + width - 1);
  const middle = [0, 1, 2].map((k) => {
    const values = border.map((i) => rgba[i * 4 + k]!).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  });
  const far = (i: number): number =>
    Math.sqrt([0, 1, 2].reduce((sum, k) => sum + square(rgba[i * 4 + k]! - middle[k]!), 0));
  const even = border.filter((i) => far(i) < PLAIN * 2).length / border.length;
  if (even < 0.85) return inside.fill(1);
  inside.fill(1);
  const queue = border.filter((i) => far(i) < APART);
  for (const i of queue) inside[i] = 0;
  for (let head = 0; head < queue.length; head++) {
    const i = queue[head]!;
    const x = i % width;
    for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= count || inside[j] === 0 || far(j) >= APART) continue;
      inside[j] = 0;
      queue.push(j);
    }
  }
  return largest(softened(inside, width, height), width, height);
}

/** Keeps the largest piece, and others of at least a twelfth of it. */
function largest(inside: Float32Array, width: number, height: number): Float32Array {
  const label = new Int32Array(inside.length);
  const sizes: number[] = [0];
  for (let start = 0; start < inside.length; start++) {
    if (inside[start]! < 0.5 || label[start] !== 0) continue;
    const name = sizes.length;
    const queue = [start];
    label[start] = name;
    for (let head = 0; head < queue.length; head++) {
      const i = queue[head]!;
      const x = i % width;
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= width * height || inside[j]! < 0.5 || label[j] !== 0) continue;
        label[j] = name;
        queue.push(j);
      }
    }
    sizes.push(queue.length);
  }
  const most = Math.max(...sizes);
  for (let i = 0; i < inside.length; i++) {
    const name = label[i]!;
    if (name !== 0 && sizes[name]! < most / 12) inside[i] = 0;
  }
  return inside;
}

function softened(inside: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(inside.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) {
          const px = Math.min(width - 1, Math.max(0, x + i));
          const py = Math.min(height - 1, Math.max(0, y + j));
          sum += inside[py * width + px]!;
        }
      }
      out[y * width + x] = sum / 9;
    }
  }
  return out;
}

/** Carries the thing's colours on over its edge, so that no background shines through at the rim. */
function carryOn(rgb: Float32Array, inside: Float32Array, width: number, height: number): void {
  const done = Uint8Array.from(inside, (value) => (value > 0.9 ? 1 : 0));
  let queue = [...done.keys()].filter((i) => done[i] === 1);
  while (queue.length > 0) {
    const next: number[] = [];
    for (const i of queue) {
      const x = i % width;
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= width * height || done[j] === 1) continue;
        done[j] = 1;
        for (let k = 0; k < 3; k++) rgb[j * 3 + k] = rgb[i * 3 + k]!;
        next.push(j);
      }
    }
    queue = next;
  }
}

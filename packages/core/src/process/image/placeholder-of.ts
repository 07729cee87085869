import type { Sharp } from '@assetgen/render/sharp';

const PLACEHOLDER_WIDTH = 16;
/** Of a strip that is many times as high as wide. WebP has no more than 16,383 pixels a side, and a page no use of them. */
const PLACEHOLDER_HEIGHT = 256;
const COLOUR_WIDTH = 64;

/** A data URL of about 130 characters, to show blurred until the image is there. */
export async function placeholderOf(image: Sharp): Promise<string> {
  const bytes = await image
    .resize({ width: PLACEHOLDER_WIDTH, height: PLACEHOLDER_HEIGHT, fit: 'inside' })
    .webp({ quality: 20 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/**
 * The colour that most of an image has, as `#rrggbb`: the mean of its fullest cell of 16 × 16 × 16.
 * Transparent pixels do not count; an image of nothing else has none.
 */
export async function dominantColour(image: Sharp): Promise<string | null> {
  const { data } = await image
    .resize({ width: COLOUR_WIDTH, withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cells = new Map<number, [weight: number, r: number, g: number, b: number]>();
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
    const cell = cells.get(key) ?? [0, 0, 0, 0];
    cells.set(key, [
      cell[0] + alpha,
      cell[1] + r * alpha,
      cell[2] + g * alpha,
      cell[3] + b * alpha,
    ]);
  }
  let most: readonly number[] = [0];
  for (const cell of cells.values()) if (cell[0] > (most[0] ?? 0)) most = cell;
  const [weight = 0, ...sums] = most;
  if (weight === 0) return null;
  return `#${sums.map((sum) => hex(Math.round(sum / weight))).join('')}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

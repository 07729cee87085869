import type { Rgb } from './art/colour.ts';
import { luma, mix } from './art/colour.ts';

/** A reference image, cut to a frame. */
export interface Reference {
  readonly width: number;
  readonly height: number;
  /** RGB, `width × height × 3`. */
  readonly data: Uint8Array;
  /** Its main colours, from dark to light. */
  readonly colours: readonly [Rgb, Rgb, Rgb, Rgb, Rgb];
}

/**
 * Decodes images and cuts them to cover the frame.
 *
 * @throws Where the bytes are no image that sharp reads.
 */
export async function readReferences(
  images: readonly Uint8Array[],
  width: number,
  height: number,
): Promise<Reference[]> {
  if (images.length === 0) return [];
  const { default: sharp } = await import('@assetgen/render/sharp');
  return Promise.all(
    images.map(async (image) => {
      const frame = sharp(image)
        .rotate()
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .removeAlpha();
      const data = await frame.clone().resize(width, height, { fit: 'cover' }).raw().toBuffer();
      const small = await frame.clone().resize(40, 40, { fit: 'fill' }).raw().toBuffer();
      return {
        width,
        height,
        data: rgbOf(data, width * height),
        colours: mainColours(rgbOf(small, 1600)),
      };
    }),
  );
}

/** A grey image has one channel: every pixel gets three. */
function rgbOf(data: Uint8Array, pixels: number): Uint8Array {
  if (data.length === pixels * 3) return data;
  const channels = data.length / pixels;
  const result = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel++)
    result.fill(data[pixel * channels] as number, pixel * 3, pixel * 3 + 3);
  return result;
}

/** Five clusters (k-means from even steps of brightness, so that there is no chance in it). */
function mainColours(data: Uint8Array): Reference['colours'] {
  const pixels: Rgb[] = [];
  for (let slot = 0; slot < data.length; slot += 3)
    pixels.push([data[slot] as number, data[slot + 1] as number, data[slot + 2] as number]);
  const sorted = [...pixels].sort((a, b) => luma(a) - luma(b));
  let centres = [0.06, 0.28, 0.5, 0.72, 0.94].map(
    (share) => sorted[Math.floor(share * sorted.length)] as Rgb,
  );
  for (let round = 0; round < 6; round++) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (const pixel of pixels) {
      let best = 0;
      let least = Infinity;
      for (const [index, centre] of centres.entries()) {
        const far =
          (pixel[0] - centre[0]) ** 2 + (pixel[1] - centre[1]) ** 2 + (pixel[2] - centre[2]) ** 2;
        if (far < least) [best, least] = [index, far];
      }
      const sum = sums[best] as number[];
      for (const channel of [0, 1, 2] as const)
        sum[channel] = (sum[channel] as number) + pixel[channel];
      sum[3] = (sum[3] as number) + 1;
    }
    centres = centres.map((centre, index) => {
      const [r = 0, g = 0, b = 0, count = 0] = sums[index] ?? [];
      return count === 0 ? centre : [r / count, g / count, b / count];
    });
  }
  const [a, b, c, d, e] = centres.sort((first, second) => luma(first) - luma(second));
  return [a as Rgb, b as Rgb, c as Rgb, d as Rgb, e as Rgb];
}

/** The colours of several references as one list: each place an even mix. */
export function joinColours(references: readonly Reference[]): Reference['colours'] | undefined {
  const [first, ...others] = references;
  if (first === undefined) return undefined;
  return others.reduce<Reference['colours']>(
    (joined, { colours }, index) =>
      joined.map((colour, place) =>
        mix(colour, colours[place] as Rgb, 1 / (index + 2)),
      ) as unknown as Reference['colours'],
    first.colours,
  );
}

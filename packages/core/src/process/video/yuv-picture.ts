import type { RawFrame } from '../image/open-image.ts';

/** A picture in YUV 4:2:0, planar, limited range, as decoders of video give it. */
export interface YuvPicture {
  readonly data: Uint8Array;
  /** Of the planes; even. Unit: pixels. */
  readonly stride: number;
  readonly rows: number;
  /** Of what is shown of them, from the upper left corner. Unit: pixels. */
  readonly width: number;
  readonly height: number;
  readonly matrix: 'bt601' | 'bt709';
}

/** Kr and Kb (ITU-T H.273, table 4). */
const WEIGHTS = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722] } as const;

/** The RGB of a picture (ITU-T H.273, section 8.3). */
export function rgbOf({ data, stride, rows, width, height, matrix }: YuvPicture): RawFrame {
  const [kr, kb] = WEIGHTS[matrix];
  const kg = 1 - kr - kb;
  const [u, v] = [stride * rows, stride * rows + (stride / 2) * (rows / 2)];
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const chroma = (y >> 1) * (stride / 2) + (x >> 1);
      const luma = ((data[y * stride + x] ?? 0) - 16) * (255 / 219);
      const cb = ((data[u + chroma] ?? 0) - 128) * (255 / 224);
      const cr = ((data[v + chroma] ?? 0) - 128) * (255 / 224);
      const at = (y * width + x) * 3;
      rgb[at] = luma + 2 * (1 - kr) * cr;
      rgb[at + 1] = luma - (2 * kb * (1 - kb) * cb + 2 * kr * (1 - kr) * cr) / kg;
      rgb[at + 2] = luma + 2 * (1 - kb) * cb;
    }
  }
  return { data: new Uint8Array(rgb.buffer), width, height, channels: 3 };
}

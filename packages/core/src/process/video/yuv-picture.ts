import type { RawFrame } from '../image/open-image.ts';

/** A picture in YUV 4:2:0, planar, as decoders of video give it. */
export interface YuvPicture {
  readonly data: Uint8Array;
  /** Of the planes; even. Unit: pixels. */
  readonly stride: number;
  readonly rows: number;
  /** Of what is shown of them, from the upper left corner. Unit: pixels. */
  readonly width: number;
  readonly height: number;
  readonly matrix: 'bt601' | 'bt709';
  /** Black and white are 0 and 255, and not 16 and 235. */
  readonly isFullRange: boolean;
}

/** Kr and Kb (ITU-T H.273, table 4). */
const WEIGHTS = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722] } as const;

/** The RGB of a picture (ITU-T H.273, section 8.3). */
export function rgbOf(picture: YuvPicture): RawFrame {
  const { data, stride, rows, width, height, matrix, isFullRange } = picture;
  const [kr, kb] = WEIGHTS[matrix];
  const kg = 1 - kr - kb;
  const [black, white, chromaSpan] = isFullRange ? [0, 255, 255] : [16, 235, 224];
  const lumaSpan = white - black;
  const [u, v] = [stride * rows, stride * rows + (stride / 2) * (rows / 2)];
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const chroma = (y >> 1) * (stride / 2) + (x >> 1);
      const luma = ((data[y * stride + x] ?? 0) - black) * (255 / lumaSpan);
      const cb = ((data[u + chroma] ?? 0) - 128) * (255 / chromaSpan);
      const cr = ((data[v + chroma] ?? 0) - 128) * (255 / chromaSpan);
      const at = (y * width + x) * 3;
      rgb[at] = luma + 2 * (1 - kr) * cr;
      rgb[at + 1] = luma - (2 * kb * (1 - kb) * cb + 2 * kr * (1 - kr) * cr) / kg;
      rgb[at + 2] = luma + 2 * (1 - kb) * cb;
    }
  }
  return { data: new Uint8Array(rgb.buffer), width, height, channels: 3 };
}

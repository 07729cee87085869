import type { AspectRatio, VideoResolution } from '@assetgen/client';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of a 1K image: its short side is about a thousand; the ratio is exact. */
const IMAGE_1K: Readonly<Record<AspectRatio, Size>> = {
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1792, height: 1008 },
  '9:16': { width: 1008, height: 1792 },
  '4:3': { width: 1344, height: 1008 },
  '3:4': { width: 1008, height: 1344 },
};

/** No side of an image is longer, however wide its ratio. Unit: pixels. */
const LONGEST_1K = 2048;

/**
 * @param aspectRatio of section 4.2, or any other `W:H`, as a draft of another service's image has
 * @param resolution others than 2K are drawn as 1K
 */
export function imageSize(aspectRatio: string, resolution: string): Size {
  const { width, height } = known(aspectRatio) ?? sizeOf(aspectRatio);
  const factor = resolution === '2K' ? 2 : 1;
  return { width: width * factor, height: height * factor };
}

const known = (aspectRatio: string): Size | undefined =>
  Object.entries(IMAGE_1K).find(([ratio]) => ratio === aspectRatio)?.[1];

function sizeOf(aspectRatio: string): Size {
  const [across = 0, down = 0] = aspectRatio.split(':').map(Number);
  if (!(across > 0 && down > 0 && Number.isFinite(across / down))) return IMAGE_1K['1:1'];
  const long = Math.min(LONGEST_1K, (1008 * Math.max(across, down)) / Math.min(across, down));
  const short = Math.max(1, Math.round((long * Math.min(across, down)) / Math.max(across, down)));
  return across >= down
    ? { width: Math.round(long), height: short }
    : { width: short, height: Math.round(long) };
}

/** The resolution is the short side of a video; both sides are even, as H.264 needs them. */
export function videoSize(aspectRatio: AspectRatio, resolution: VideoResolution): Size {
  const short = Number.parseInt(resolution, 10);
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  const long = (ratio: number): number => 2 * Math.round((short * ratio) / 2);
  return across >= down
    ? { width: long(across / down), height: short }
    : { width: short, height: long(down / across) };
}

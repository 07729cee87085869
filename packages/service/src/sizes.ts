import type { AspectRatio, IMAGE_RESOLUTIONS, VideoResolution } from '@assetgen/client';

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

export function imageSize(
  aspectRatio: AspectRatio,
  resolution: (typeof IMAGE_RESOLUTIONS)[number],
): Size {
  const { width, height } = IMAGE_1K[aspectRatio];
  const factor = resolution === '2K' ? 2 : 1;
  return { width: width * factor, height: height * factor };
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

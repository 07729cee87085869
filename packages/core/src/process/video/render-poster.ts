import type { ImageFormat, ImageStepOptions } from '../../manifest/manifest.ts';

/** Options of `renderPoster`. */
export interface PosterOptions extends Pick<
  ImageStepOptions,
  'width' | 'height' | 'fit' | 'quality' | 'effort'
> {
  /** Unit: seconds into the video, within it. @default 0 */
  readonly at?: number;
  /** @default 'webp' */
  readonly format?: ImageFormat;
}

/**
 * One frame of an MP4 or a WebM as an image. H.264 in its baseline profile is decoded here; for what else
 * there is, the ffmpeg of the machine does it.
 *
 * @example
 * const webp = await renderPoster(await readFile('flight.mp4'), { at: 1.5, width: 640 });
 * @throws AssetgenError `ASSETGEN_CONTENT` when `video` is neither, or has no frame then;
 * `ASSETGEN_FFMPEG_MISSING`
 */
export async function renderPoster(
  video: Uint8Array,
  options: PosterOptions = {},
): Promise<Uint8Array> {
  const { at = 0, format = 'webp', ...image } = options;
  const { openVideo } = await import('./open-video.ts');
  const opened = await openVideo(video);
  try {
    const { bytes } = await opened.poster(at, format, image);
    if (bytes === null) throw new TypeError('expected a poster step, not the video itself');
    return bytes;
  } finally {
    opened.close();
  }
}

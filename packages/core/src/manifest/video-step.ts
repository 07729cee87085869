import type { Fields } from './fields.ts';
import type { OutputStep, VideoCodec, VideoFormat, VideoStepOptions } from './manifest.ts';
import { VIDEO_FORMATS } from './manifest.ts';
import type { RawObject } from './is-object.ts';

/** What a file of each format can hold, the default first. */
const CODECS: Readonly<Record<VideoFormat, readonly VideoCodec[]>> = {
  mp4: ['h264', 'hevc', 'av1'],
  webm: ['vp9', 'av1'],
};

/** Keys of an image that a video has not. */
const IMAGE_KEYS = ['fit', 'position', 'lossless', 'background'] as const;
/** Keys of a video that its poster has not. */
const VIDEO_KEYS = ['codec', 'audio'] as const;

/** Whether an output of a video is a video again, not a still of it. */
export function isVideoFormat(format: unknown): format is VideoFormat {
  return VIDEO_FORMATS.some((each) => each === format);
}

/**
 * The step of an output that is a video: an MP4 without options is what the service gave, all else
 * is encoded. Problems are told; null for what makes no sense.
 */
export function videoStep(
  fields: Fields,
  value: RawObject,
  format: VideoFormat,
  index: number,
): OutputStep | null {
  let good = true;
  const refuse = (key: string, message: string): void => {
    good = false;
    fields.problem(['outputs', index, key], message);
  };
  const { poster, codec, width, height, quality, effort, audio } = value;
  if (poster !== undefined && poster !== false) {
    refuse('poster', `not for ${format}: a poster is an image, expected an image format`);
  }
  for (const key of IMAGE_KEYS) {
    if (value[key] !== undefined) refuse(key, `not for ${format}: only for a poster, an image`);
  }
  if (width !== undefined && height !== undefined) {
    refuse('height', 'a video keeps its shape: expected a width or a height, not both');
  }
  const known = CODECS[format];
  if (codec !== undefined && !known.some((each) => each === codec)) {
    const names = known.map((each) => `"${each}"`).join(', ');
    refuse('codec', `expected one of ${names} for ${format}, found "${String(codec)}"`);
  }
  if (!good) return null;
  const isDefaultCodec = codec === undefined || (format === 'webm' && codec === 'vp9');
  const options = {
    ...(isDefaultCodec ? {} : { codec }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(quality === undefined ? {} : { quality }),
    ...(effort === undefined ? {} : { effort }),
    ...(audio === false ? { audio } : {}),
  } as VideoStepOptions;
  const isAsItIs = format === 'mp4' && Object.keys(options).length === 0;
  return isAsItIs ? { type: 'video' } : { type: 'transcode', format, options };
}

/** Tells keys of a video at its poster. */
export function refuseVideoKeys(fields: Fields, value: RawObject, index: number): void {
  for (const key of VIDEO_KEYS) {
    if (value[key] === undefined) continue;
    fields.problem(['outputs', index, key], 'not for a poster: only for mp4 and webm');
  }
}

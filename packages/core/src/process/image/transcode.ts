import { AssetgenError } from '@assetgen/client/errors';
import type { VideoCodec, VideoFormat, VideoStepOptions } from '../../manifest/manifest.ts';
import { runFfmpeg } from '../video/run-ffmpeg.ts';
import type { StepResult } from '../local-step.ts';
import { isMatroska } from '../video/is-matroska.ts';
import { readVideo } from '../video/video-facts.ts';

const TIMEOUT_MS = 20 * 60_000;
/** @see VideoStepOptions.effort */
const EFFORT = 5;
/** How much the length may differ, as sound and pictures of a codec end on frames of their own. */
const SECONDS = 0.5;

interface Codec {
  /** As mediabunny calls it. */
  readonly found: string;
  /** @see VideoStepOptions.quality */
  readonly quality: number;
  /** The factor of constant quality that is the worst. */
  readonly worst: number;
  /** The first encoder that an ffmpeg has. */
  readonly encoders: readonly Encoder[];
}

interface Encoder {
  readonly name: string;
  /** Arguments of each effort, 0 to 9. */
  readonly efforts: readonly string[];
  readonly more: readonly string[];
}

const X26: readonly string[] = [
  'ultrafast',
  'superfast',
  'veryfast',
  'faster',
  'fast',
  'medium',
  'medium',
  'slow',
  'slower',
  'veryslow',
].map((preset) => `-preset ${preset}`);

const CODECS: Readonly<Record<VideoCodec, Codec>> = {
  h264: {
    found: 'avc',
    quality: 55,
    worst: 51,
    encoders: [{ name: 'libx264', efforts: X26, more: [] }],
  },
  hevc: {
    found: 'hevc',
    quality: 45,
    worst: 51,
    // Players of Apple know no other tag.
    encoders: [
      {
        name: 'libx265',
        efforts: X26,
        more: ['-tag:v', 'hvc1', '-x265-params', 'log-level=error'],
      },
    ],
  },
  vp9: {
    found: 'vp9',
    quality: 50,
    worst: 63,
    encoders: [
      {
        name: 'libvpx-vp9',
        efforts: [8, 7, 6, 5, 4, 3, 2, 1, 1, 0].map(
          (speed) => `-deadline ${speed > 4 ? 'realtime' : 'good'} -cpu-used ${speed}`,
        ),
        more: ['-b:v', '0', '-row-mt', '1'],
      },
    ],
  },
  av1: {
    found: 'av1',
    quality: 45,
    worst: 63,
    encoders: [
      {
        name: 'libsvtav1',
        efforts: [12, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((preset) => `-preset ${preset}`),
        more: [],
      },
      {
        name: 'libaom-av1',
        efforts: [8, 8, 8, 7, 7, 6, 5, 4, 3, 2].map((speed) => `-cpu-used ${speed}`),
        more: ['-b:v', '0', '-row-mt', '1'],
      },
    ],
  },
};

const DEFAULT_CODEC: Readonly<Record<VideoFormat, VideoCodec>> = { mp4: 'h264', webm: 'vp9' };

/**
 * Encodes a video by the ffmpeg of the machine, and reads what it made. Its bytes are those of its
 * version and of its libraries: another machine may make others.
 * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, also where ffmpeg lacks the encoder;
 * `ASSETGEN_CONTENT` when it fails, or makes something else
 */
export async function transcode(
  source: Uint8Array,
  format: VideoFormat,
  options: VideoStepOptions,
  duration: number,
): Promise<StepResult> {
  const codec = options.codec ?? DEFAULT_CODEC[format];
  const { encoders, found, quality, worst } = CODECS[codec];
  const factor = Math.round(worst * (1 - (options.quality ?? quality) / 100));
  const what = `${format} of ${codec}`;
  for (const { name, efforts, more } of encoders) {
    const effort = efforts[options.effort ?? EFFORT]?.split(' ') ?? [];
    const bytes = await runFfmpeg(source, {
      what,
      hint: `Install ffmpeg and put it on the PATH, or drop the output: an "mp4" without options needs none. The video is kept: nothing is bought again.`,
      before: [],
      after: [
        ['-map', '0:v:0', ...sound(source, format, options)],
        ['-map_metadata', '-1', '-map_chapters', '-1'],
        ['-vf', filters(options), '-pix_fmt', 'yuv420p'],
        ['-c:v', name, '-crf', String(factor), ...effort, ...more],
        ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
        format === 'mp4' ? ['-movflags', '+faststart'] : [],
      ].flat(),
      extension: format,
      timeout: TIMEOUT_MS,
      encoder: name,
    });
    if (bytes === 'no encoder') continue;
    if (bytes === null) throw new AssetgenError('ASSETGEN_CONTENT', `${what}: ffmpeg made nothing`);
    return check(bytes, what, found, duration);
  }
  const names = encoders.map(({ name }) => name).join(' or ');
  throw new AssetgenError(
    'ASSETGEN_FFMPEG_MISSING',
    `${what} needs an ffmpeg with ${names}: the one on the PATH has none`,
    { hint: 'Install an ffmpeg with this codec (most systems offer one), or use another codec.' },
  );
}

/** MP4 keeps its sound as it is; the other format has another codec. */
function sound(source: Uint8Array, format: VideoFormat, { audio }: VideoStepOptions): string[] {
  if (audio === false) return ['-an'];
  const isSame = (format === 'webm') === isMatroska(source);
  if (isSame) return ['-map', '0:a:0?', '-c:a', 'copy'];
  const codec = format === 'webm' ? ['libopus', '-b:a', '96k'] : ['aac', '-b:a', '128k'];
  return ['-map', '0:a:0?', '-c:a', ...codec];
}

/** Sides are even, which all players need; a width or a height never enlarges. */
function filters({ width, height }: VideoStepOptions): string {
  const even = (side: string): string => `trunc(${side}/2)*2`;
  if (width !== undefined) return `scale=w='max(2,${even(`min(${width},iw)`)})':h=-2`;
  if (height !== undefined) return `scale=w=-2:h='max(2,${even(`min(${height},ih)`)})'`;
  return `scale=w='${even('iw')}':h='${even('ih')}'`;
}

async function check(
  bytes: Uint8Array,
  what: string,
  codec: string,
  duration: number,
): Promise<StepResult> {
  const { track, meta, close } = await readVideo(bytes);
  close();
  const length = meta.duration ?? 0;
  if (track.codec === codec && Math.abs(length - duration) <= SECONDS) return { bytes, meta };
  throw new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected ${what} of ${duration} seconds, and ffmpeg made ${track.codec ?? 'none'} of ${length}`,
  );
}

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

/** Sound that players know in a format, as mediabunny calls it. */
const PLAYED: Readonly<Record<VideoFormat, RegExp>> = {
  mp4: /^(?:mp4a|mp3|opus|flac)/,
  webm: /^(?:opus|vorbis)/,
};

/** What is known of a video before it is encoded. */
export interface Film {
  /** Unit: seconds. */
  readonly duration: number;
  /** As mediabunny calls it; undefined where there is no sound, or none that it knows. */
  readonly audioCodec: string | undefined;
  /** @see alphaDecoder */
  readonly alpha: string | null;
}

/** Whether players know the sound of a film in a format. */
export function playsSound(format: VideoFormat, { audioCodec }: Film): boolean {
  return audioCodec !== undefined && PLAYED[format].test(audioCodec);
}

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
  film: Film,
): Promise<StepResult> {
  const codec = options.codec ?? DEFAULT_CODEC[format];
  const { encoders, found, quality, worst } = CODECS[codec];
  const factor = Math.round(worst * (1 - (options.quality ?? quality) / 100));
  const what = `${format} of ${codec}`;
  // Of these codecs only this one has transparency in players.
  const alpha = codec === 'vp9' ? film.alpha : null;
  for (const { name, efforts, more } of encoders) {
    const effort = efforts[options.effort ?? EFFORT]?.split(' ') ?? [];
    const bytes = await runFfmpeg(source, {
      what,
      hint: `Install ffmpeg and put it on the PATH, or drop the output: an "mp4" without options needs none. The video is kept: nothing is bought again.`,
      before: alpha === null ? [] : ['-c:v', alpha],
      after: [
        ['-map', '0:v:0', ...sound(source, format, options, film)],
        ['-map_metadata', '-1', '-map_chapters', '-1'],
        ['-vf', filters(options), '-pix_fmt', alpha === null ? 'yuv420p' : 'yuva420p'],
        ['-c:v', name, '-crf', String(factor), ...effort, ...more],
        // libvpx has no transparency beside frames that are never shown.
        alpha === null ? [] : ['-auto-alt-ref', '0'],
        ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
        format === 'mp4' ? ['-movflags', '+faststart'] : [],
      ].flat(),
      extension: format,
      timeout: TIMEOUT_MS,
      encoder: name,
    });
    if (bytes === 'no encoder') continue;
    if (bytes === null) throw new AssetgenError('ASSETGEN_CONTENT', `${what}: ffmpeg made nothing`);
    return check(bytes, what, found, film.duration);
  }
  const names = encoders.map(({ name }) => name).join(' or ');
  throw new AssetgenError(
    'ASSETGEN_FFMPEG_MISSING',
    `${what} needs an ffmpeg with ${names}: the one on the PATH has none`,
    { hint: 'Install an ffmpeg with this codec (most systems offer one), or use another codec.' },
  );
}

/** Layouts that Opus has; another one becomes the nearest. */
const OPUS = ['-af', 'aformat=channel_layouts=7.1|5.1|stereo|mono'];

/** What stays in its format keeps its sound as it is, where players know it there. */
function sound(
  source: Uint8Array,
  format: VideoFormat,
  { audio }: VideoStepOptions,
  film: Film,
): string[] {
  if (audio === false) return ['-an'];
  const isSame = (format === 'webm') === isMatroska(source);
  if (isSame && playsSound(format, film)) return ['-map', '0:a:0?', '-c:a', 'copy'];
  const codec = format === 'webm' ? ['libopus', '-b:a', '96k', ...OPUS] : ['aac', '-b:a', '128k'];
  return ['-map', '0:a:0?', '-c:a', ...codec];
}

/** Sides are even and pixels square, which all players need; a width or a height never enlarges. */
function filters({ width, height }: VideoStepOptions): string {
  const even = (side: string): string => `max(2,trunc(${side}/2)*2)`;
  const near = (side: string): string => `max(2,round(${side}/2)*2)`;
  const most = (side: string, limit = Infinity): string =>
    limit === Infinity ? side : `min(${limit},${side})`;
  const [across, down] =
    width === undefined && height !== undefined
      ? [near('oh*dar'), even(most('ih', height))]
      : [even(most('iw*sar', width)), width === undefined ? even('ih') : near('ow/dar')];
  return `scale=w='${across}':h='${down}',setsar=1`;
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

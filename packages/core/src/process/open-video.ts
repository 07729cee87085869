import { AssetgenError } from '@assetgen/client/errors';
import type { Input, InputVideoTrack } from 'mediabunny';
import type { OutputMeta } from '../lock/types.ts';
import type { ImageFormat, ImageStepOptions } from '../manifest/types.ts';
import { faststart } from './faststart.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { baselineFrame } from './h264-frame.ts';
import type { OpenedImage } from './open-image.ts';
import { decodeFrame, openFrame } from './open-image.ts';
import type { StepResult } from './types.ts';
import { rgbOf } from './yuv-frame.ts';

const POSTER_MS = 60_000;
const CONVERT_MS = 20 * 60_000;

/** A video that is open for its outputs. */
export interface OpenedVideo {
  /**
   * An MP4 as it came; its description is moved before its media where it stands behind. What came
   * as WebM was made an MP4 by ffmpeg.
   */
  video(): StepResult;
  /**
   * One frame of it as an image.
   * @param at seconds into the video
   * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
   */
  poster(at: number, format: ImageFormat, options: ImageStepOptions): Promise<StepResult>;
  close(): void;
}

/**
 * Opens a video and reads its facts.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no MP4 with a video track;
 * `ASSETGEN_FFMPEG_MISSING` when it is a WebM and there is no ffmpeg to make it one
 */
export async function openVideo(given: Uint8Array): Promise<OpenedVideo> {
  const source = isMatroska(given) ? await asMp4(given) : given;
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(source), formats: ALL_FORMATS });
  const { track, meta } = await readFacts(input).catch((error: unknown) => {
    input.dispose();
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected an MP4: ${reason}`, { cause: error });
  });
  // Posters of one time in several sizes are decoded once.
  const frames = new Map<number, Promise<OpenedImage>>();
  return {
    video: () => ({ bytes: faststart(source) ?? (source === given ? null : source), meta }),
    async poster(at, format, options) {
      if (at > 0 && at >= (meta.duration ?? 0)) throw noFrame(at);
      const frame = frames.get(at) ?? openFrameAt(source, track, at);
      frames.set(at, frame);
      return (await frame).make(format, options);
    },
    close: () => input.dispose(),
  };
}

/** WebM is a Matroska file: EBML (RFC 8794, section 8.1) begins so. */
function isMatroska(source: Uint8Array): boolean {
  return [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => source[index] === byte);
}

async function asMp4(source: Uint8Array): Promise<Uint8Array> {
  const video = ['-c:v', 'libx264', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
  const mp4 = await runFfmpeg(source, {
    what: 'an MP4 of what came as WebM',
    hint: 'Install ffmpeg and put it on the PATH, and build again: the video is kept and was paid for.',
    before: [],
    after: [...video, ...plain, '-movflags', '+faststart'],
    extension: 'mp4',
    timeout: CONVERT_MS,
  });
  if (mp4 !== null) return mp4;
  throw new AssetgenError('ASSETGEN_CONTENT', 'ffmpeg made no MP4 of what came as WebM');
}

async function readFacts(input: Input): Promise<{ track: InputVideoTrack; meta: OutputMeta }> {
  const { name } = await input.getFormat();
  if (name !== 'MP4' && name !== 'QuickTime File Format') throw new Error(`found ${name}`);
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const duration = Math.round((await input.computeDuration()) * 1000) / 1000;
  const codec = await track.getCodecParameterString();
  const meta = { width: track.displayWidth, height: track.displayHeight, duration };
  return { track, meta: codec === null ? meta : { ...meta, codec } };
}

/** The decoder that comes with us where it can, as its bytes are the same everywhere. */
async function openFrameAt(
  source: Uint8Array,
  track: InputVideoTrack,
  at: number,
): Promise<OpenedImage> {
  const isPlain = track.rotation === 0 && track.displayWidth === track.codedWidth;
  const picture = isPlain ? await baselineFrame(track, at).catch(() => null) : null;
  if (picture !== null) return openFrame(rgbOf(picture));
  const codec = (await track.getCodecParameterString()) ?? 'an unknown codec';
  const image = await runFfmpeg(source, {
    what: `a poster of ${codec}`,
    hint: 'Install ffmpeg and put it on the PATH, or drop the poster output. What decodes without it is H.264 in its baseline profile (avc1.42…).',
    before: ['-ss', String(at)],
    after: ['-frames:v', '1'],
    extension: 'png',
    timeout: POSTER_MS,
  });
  if (image === null) throw noFrame(at);
  return openFrame(await decodeFrame(image));
}

function noFrame(at: number): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', `the video has no frame at ${at} seconds`, {
    hint: 'Set "poster" to a time before its end.',
  });
}

import { AssetgenError } from '@assetgen/client/errors';
import type { InputVideoTrack } from 'mediabunny';
import type {
  ImageFormat,
  ImageStepOptions,
  VideoFormat,
  VideoStepOptions,
} from '../../manifest/manifest.ts';
import { alphaDecoder } from './alpha-decoder.ts';
import { faststart } from './faststart.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { baselineFrame } from './baseline-frame.ts';
import type { OpenedImage } from '../image/open-image.ts';
import { decodeFrame, openFrame } from '../image/open-image.ts';
import { playsSound, transcode } from '../image/transcode.ts';
import type { StepResult } from '../local-step.ts';
import { isMatroska } from './is-matroska.ts';
import { readVideo } from './video-facts.ts';
import { rgbOf } from './yuv-picture.ts';

const POSTER_MS = 60_000;
const CONVERT_MS = 20 * 60_000;

/** What players know in a WebM; a Matroska file may hold anything. */
const OF_WEBM: ReadonlySet<string> = new Set(['vp8', 'vp9', 'av1']);

/** A video that is open for its outputs. */
export interface OpenedVideo {
  /**
   * An MP4 as it came; its description is moved before its media where it stands behind. What came
   * as WebM is made an MP4 by ffmpeg.
   * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
   */
  video(): Promise<StepResult>;
  /**
   * Encoded by ffmpeg. A WebM stays as it came where a webm without options is asked for.
   * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
   */
  transcode(format: VideoFormat, options: VideoStepOptions): Promise<StepResult>;
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
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is neither an MP4 nor a WebM with a
 * video track
 */
export async function openVideo(source: Uint8Array): Promise<OpenedVideo> {
  const isWebm = isMatroska(source);
  const { track, meta, close } = await readVideo(source);
  const { duration = 0 } = meta;
  // Posters of one time in several sizes are decoded once.
  const frames = new Map<number, Promise<OpenedImage>>();
  return {
    async video() {
      if (!isWebm) return { bytes: faststart(source), meta };
      const bytes = await asMp4(source);
      const made = await readVideo(bytes);
      made.close();
      return { bytes, meta: made.meta };
    },
    async transcode(format, options) {
      const film = { duration, audioCodec: meta.audioCodec, alpha: await alphaDecoder(track) };
      const isAsked = isWebm && format === 'webm' && Object.keys(options).length === 0;
      const isMute = (await track.input.getPrimaryAudioTrack()) === null;
      const isPlayed = OF_WEBM.has(track.codec ?? '') && (isMute || playsSound('webm', film));
      if (isAsked && isPlayed) return { bytes: null, meta };
      // The sound may go on when the pictures end.
      const length = options.audio === false ? await track.computeDuration() : duration;
      return transcode(source, format, options, { ...film, duration: length });
    },
    async poster(at, format, options) {
      if (at > 0 && at >= duration) throw noFrame(at);
      const frame = frames.get(at) ?? openFrameAt(source, track, at);
      frames.set(at, frame);
      return (await frame).make(format, options);
    },
    close,
  };
}

async function asMp4(source: Uint8Array): Promise<Uint8Array> {
  const video = ['-c:v', 'libx264', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
  const mp4 = await runFfmpeg(source, {
    what: "an MP4 from the service's WebM",
    hint: 'Install ffmpeg, put it on the PATH and build again: the video is kept, and nothing is bought again.',
    before: [],
    after: [...video, ...plain, '-movflags', '+faststart'],
    extension: 'mp4',
    timeout: CONVERT_MS,
  });
  if (mp4 !== null) return mp4;
  throw new AssetgenError('ASSETGEN_CONTENT', "ffmpeg made no MP4 from the service's WebM");
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
  const { pixelAspectRatio: pixel, displayWidth, displayHeight } = track;
  const isSquare = pixel.num === pixel.den;
  const alpha = await alphaDecoder(track);
  const image = await runFfmpeg(source, {
    what: `a poster of ${codec}`,
    hint: 'Install ffmpeg and put it on the PATH, or drop the poster output. Only H.264 in its baseline profile (avc1.42…) decodes without it.',
    // By its own times, as they stand in the file.
    seeks: true,
    before: [
      ...(alpha === null ? [] : ['-c:v', alpha]),
      '-seek_timestamp',
      '1',
      '-ss',
      String(await startOf(track, at)),
    ],
    after: [
      '-frames:v',
      '1',
      ...(isSquare ? [] : ['-vf', `scale=${displayWidth}:${displayHeight}`]),
    ],
    extension: 'png',
    timeout: POSTER_MS,
  });
  if (image === null) throw noFrame(at);
  return openFrame(await decodeFrame(image));
}

/** A moment, so that what is rounded is still before the frame. Unit: seconds. */
const MOMENT = 0.001;

/** When the frame begins that is shown at a time: ffmpeg takes the first that begins no earlier. */
async function startOf(track: InputVideoTrack, at: number): Promise<number> {
  const { EncodedPacketSink } = await import('mediabunny');
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  const packet = (await sink.getPacket(at, options)) ?? (await sink.getFirstPacket(options));
  return Math.max(0, (packet?.timestamp ?? at) - MOMENT);
}

function noFrame(at: number): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', `the video has no frame at ${at} seconds`, {
    hint: 'Set "poster" to a time before its end.',
  });
}

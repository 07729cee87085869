import type { Input, InputVideoTrack } from 'mediabunny';
import { AssetgenError } from '@assetgen/client/errors';
import type { OutputMeta } from '../../lock/lock.ts';
import { refuseFilmClaims, refuseFrame } from './refuse-film-claims.ts';

/** A video whose head was read. */
export interface VideoFacts {
  readonly track: InputVideoTrack;
  readonly meta: OutputMeta;
  close(): void;
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'MP4',
  'QuickTime File Format',
  'WebM',
  'Matroska',
]);

/**
 * Reads size, duration and codecs of a video, MP4 or WebM.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the bytes are none with a video track
 */
export async function readVideo(source: Uint8Array): Promise<VideoFacts> {
  refuseFilmClaims(source);
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(source), formats: ALL_FORMATS });
  try {
    const { track, meta } = await readFacts(input);
    return { track, meta, close: () => input.dispose() };
  } catch (error) {
    input.dispose();
    if (error instanceof AssetgenError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected an MP4: ${reason}`, { cause: error });
  }
}

async function readFacts(input: Input): Promise<{ track: InputVideoTrack; meta: OutputMeta }> {
  const { name } = await input.getFormat();
  if (!CONTAINERS.has(name)) throw new Error(`found ${name}`);
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const sound = await input.getPrimaryAudioTrack();
  refuseFrame(track.displayWidth, track.displayHeight);
  refuseFrame(track.codedWidth, track.codedHeight);
  const duration = Math.round((await input.computeDuration()) * 1000) / 1000;
  const [codec, audioCodec] = await Promise.all([
    codecOf(track),
    sound === null ? null : sound.getCodecParameterString(),
  ]);
  const meta = {
    width: track.displayWidth,
    height: track.displayHeight,
    duration,
    ...(codec === null ? {} : { codec }),
    ...(audioCodec === null ? {} : { audioCodec }),
  };
  return { track, meta };
}

/** As players know it: those of Apple play HEVC only as `hvc1`, which the reader calls `hev1`, too. */
async function codecOf(track: InputVideoTrack): Promise<string | null> {
  const codec = await track.getCodecParameterString();
  return track.internalCodecId === 'hvc1' ? (codec?.replace('hev1', 'hvc1') ?? null) : codec;
}

import type { InputVideoTrack } from 'mediabunny';

/** Decoders of ffmpeg that read transparency; those it takes by itself leave it out. */
const DECODERS: Readonly<Partial<Record<string, string>>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/** The decoder of ffmpeg for a track that may be transparent; null where any will do. */
export async function alphaDecoder(track: InputVideoTrack): Promise<string | null> {
  const decoder = DECODERS[track.codec ?? ''];
  return decoder !== undefined && (await track.canBeTransparent()) ? decoder : null;
}

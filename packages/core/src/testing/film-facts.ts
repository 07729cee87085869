import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

/** What mediabunny, an independent reader, finds in a video. */
export interface FilmFacts {
  readonly format: string;
  readonly video: string | null | undefined;
  readonly audio: string | null | undefined;
  readonly size: readonly (number | undefined)[];
  /** To whole ones. */
  readonly seconds: number;
}

export async function filmFacts(bytes: Uint8Array): Promise<FilmFacts> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  return {
    format: (await input.getFormat()).name,
    video: video?.codec,
    audio: audio?.codec,
    size: [video?.displayWidth, video?.displayHeight],
    seconds: Math.round(await input.computeDuration()),
  };
}

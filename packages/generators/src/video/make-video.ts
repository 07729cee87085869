import { composeScene } from '../picture/compose-scene.ts';
import { paintDraftMark } from '../picture/finish-picture.ts';
import { createRaster } from '../picture/art/raster.ts';
import type { Raster } from '../picture/art/raster.ts';
import type { Reference } from '../picture/read-references.ts';
import { readReferences } from '../picture/read-references.ts';
import { encodeMp4 } from './encode-mp4.ts';
import { enlargeFilm } from './enlarge-film.ts';
import type { Film } from './film.ts';
import { createFilm, panWidth } from './film.ts';
import { createSequence } from './create-sequence.ts';

export interface VideoSpec {
  readonly prompt: string;
  /** Pixels; even. */
  readonly width: number;
  /** Pixels; even. */
  readonly height: number;
  /** 4 to 15. */
  readonly seconds: number;
  readonly seed: string;
  /** 0 to 6 images. */
  readonly references: readonly Uint8Array[];
  readonly draft: boolean;
}

/** Frames a second of a finished video, and of a draft. */
const FRAME_RATE = 24;
const DRAFT_FRAME_RATE = 8;
/** The shorter side that a draft is drawn with before it is enlarged. Unit: pixels. */
const DRAFT_SIDE = 300;

/**
 * Draws the scene that the words of the prompt describe and lets it move: a slow pan with
 * parallax, clouds, water, weather, and the subject's own way. References become the picture that
 * moves; several follow one another.
 *
 * @param onProgress Gets 0 to 1 as frames are done.
 * @returns An H.264 MP4 without sound; the same spec gives the same bytes.
 */
export async function makeVideo(
  spec: VideoSpec,
  onProgress?: (fraction: number) => void,
): Promise<Uint8Array> {
  const film = await filmOf(spec);
  const framesPerSecond = spec.draft ? DRAFT_FRAME_RATE : FRAME_RATE;
  const frames = spec.seconds * framesPerSecond;
  return encodeMp4(
    {
      width: spec.width,
      height: spec.height,
      framesPerSecond,
      frames,
      quantizer: spec.draft ? 32 : 26,
    },
    (index) => film.frameAt(index / framesPerSecond),
    (done) => onProgress?.(done / frames),
  );
}

/** A film of the scene; with references, one of each in turns. A draft is drawn small. */
async function filmOf(spec: VideoSpec): Promise<Film> {
  const shrink = spec.draft ? Math.max(1, Math.min(spec.width, spec.height) / DRAFT_SIDE) : 1;
  const width = even(spec.width / shrink);
  const height = even(spec.height / shrink);
  const mark = spec.draft ? draftMark(width, height) : undefined;
  const make = async (references: readonly Reference[]): Promise<Film> => {
    const { view, scene } = await composeScene({ ...spec, width, height }, references);
    return createFilm(view, scene, { seconds: spec.seconds, mark });
  };
  // Wider than the frame, so that the camera has where to go.
  const wide = width + Math.ceil(panWidth(width, spec.seconds) * 0.45) * 2;
  const references = await readReferences(spec.references, wide, height);
  const films = await Promise.all(references.map((reference) => make([reference])));
  const [first = await make([]), ...others] = films;
  const film = createSequence([first, ...others], spec.seconds);
  if (width === spec.width && height === spec.height) return film;
  return enlargeFilm(film, { width, height }, spec);
}

function even(value: number): number {
  return Math.max(4, Math.round(value / 2) * 2);
}

function draftMark(width: number, height: number): Raster {
  const side = Math.ceil(Math.min(width, height) * 0.1) * 2;
  const mark = createRaster(side, side, width - side, height - side);
  paintDraftMark(mark, width, height);
  return mark;
}

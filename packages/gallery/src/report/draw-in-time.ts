import type { Place } from '../view/preview.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';

/**
 * The pictures of a report. Thumbnails that are not drawn in time are left out: the next report continues with
 * them.
 */
export interface TimedThumbnails extends Pick<Thumbnails, 'atOnce'> {
  /** The file of a thumbnail; null where none can be made, or none was made in time. */
  file(hex: string, place: Place): Promise<string | null>;
  /** As {@link file}, but the model whole, without textures in KTX2. */
  model(hex: string, place: Place): Promise<string | null>;
  /** How many were left out. */
  readonly leftOut: number;
}

/**
 * @param ms from now on: what is done before the first picture counts too
 * @param now unit: milliseconds. @default performance.now
 */
export function drawInTime(
  thumbnails: Thumbnails,
  ms: number,
  now: () => number = () => performance.now(),
): TimedThumbnails {
  const until = now() + ms;
  const left = new Set<string>();

  async function draw(make: Thumbnails['file'], hex: string, place: Place): Promise<string | null> {
    let isLate = false;
    const file = await make(hex, place, () => {
      isLate = now() >= until;
      return !isLate;
    });
    if (file === null && isLate) left.add(hex);
    return file;
  }

  return {
    atOnce: thumbnails.atOnce,
    file: (hex, place) => draw(thumbnails.file, hex, place),
    model: (hex, place) => draw(thumbnails.model, hex, place),
    get leftOut() {
      return left.size;
    },
  };
}

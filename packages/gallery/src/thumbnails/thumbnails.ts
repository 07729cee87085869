import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '../view/preview.ts';
import { createThumbnailMakers } from './thumbnail-makers.ts';

/** Small pictures of images, models and videos, and models that a page can show, made once by digest. */
export interface Thumbnails {
  /**
   * The file of a thumbnail; null where none can be made. The last that was asked for is made
   * first: it is what a person looks at now.
   * @param isWanted whether somebody still waits for it
   */
  file(hex: string, place: Place, isWanted: () => boolean): Promise<string | null>;
  /** As {@link file}, but the model whole, without textures in KTX2. */
  model(hex: string, place: Place, isWanted: () => boolean): Promise<string | null>;
  readonly folder: string;
  /** Pictures that are made side by side. */
  readonly atOnce: number;
  close(): void;
}

/** One that is under way, and all who wait for it. */
interface Making {
  readonly result: Promise<string | null>;
  readonly wanted: (() => boolean)[];
}

/**
 * A thumbnail that failed is not tried again while the server runs.
 * @param atOnce pictures that are made side by side: beside a build that may run, one. @default 1
 */
export function createThumbnails(root: string, atOnce = 1): Thumbnails {
  const folder = path.join(root, '.assetgen/thumbnails');
  const makers = createThumbnailMakers(root, atOnce);
  const failed = new Set<string>();
  const making = new Map<string, Making>();

  async function make(
    target: string,
    place: Place,
    isWanted: () => boolean,
  ): Promise<string | null> {
    const known = await lstat(target).catch(() => null);
    if (known?.isFile() === true && known.size > 0) return target;
    if (failed.has(target)) return null;
    const outcome = await makers.make(place.path, target, isWanted);
    if (outcome === 'failed') failed.add(target);
    return outcome === 'made' ? target : null;
  }

  function once(
    hex: string,
    extension: string,
    place: Place,
    isWanted: () => boolean,
  ): Promise<string | null> {
    const target = path.join(folder, hex.slice(0, 2), `${hex.slice(2)}${extension}`);
    const known = making.get(target);
    // A page that is left and the next one ask for the same: the first goes, and the picture is still wanted.
    if (known !== undefined) {
      known.wanted.push(isWanted);
      return known.result;
    }
    const wanted = [isWanted];
    const isAnyWanted = (): boolean => wanted.some((each) => each());
    const result = make(target, place, isAnyWanted).finally(() => making.delete(target));
    making.set(target, { result, wanted });
    return result;
  }

  return {
    folder,
    atOnce,
    file: (hex, place, isWanted) => once(hex, '.webp', place, isWanted),
    model: (hex, place, isWanted) => once(hex, '.glb', place, isWanted),
    close: () => makers.close(),
  };
}

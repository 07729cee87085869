import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Place } from '../view/preview.ts';

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

/** What the worker is asked for, and answers with. */
export interface ThumbnailTask {
  readonly id: number;
  /** Of the project. */
  readonly root: string;
  readonly source: string;
  readonly target: string;
}
export interface ThumbnailAnswer {
  readonly id: number;
  readonly ok: boolean;
}

interface Waiting {
  readonly source: string;
  readonly target: string;
  readonly isWanted: () => boolean;
  readonly settle: (file: string | null) => void;
}

/** One that is under way, and all who wait for it. */
interface Making {
  readonly result: Promise<string | null>;
  readonly wanted: (() => boolean)[];
}

/** A worker without work ends: it holds an image library. Unit: milliseconds. */
const IDLE_MS = 20_000;

/** One that makes a picture at a time. */
interface Maker {
  worker: Worker | null;
  active: Waiting | null;
  /** Of what it was asked for last. */
  id: number;
}

/**
 * A thumbnail that failed is not tried again while the server runs.
 * @param atOnce pictures that are made side by side: beside a build that may run, one. @default 1
 */
export function createThumbnails(root: string, atOnce = 1): Thumbnails {
  const folder = path.join(root, '.assetgen/thumbnails');
  const failed = new Set<string>();
  const making = new Map<string, Making>();
  const waiting: Waiting[] = [];
  const makers = Array.from({ length: atOnce }, (): Maker => {
    return { worker: null, active: null, id: 0 };
  });
  let idle: NodeJS.Timeout | null = null;

  function end(): void {
    for (const maker of makers) {
      void maker.worker?.terminate();
      maker.worker = null;
    }
  }

  function settle(maker: Maker, ok: boolean): void {
    const done = maker.active;
    maker.active = null;
    done?.settle(ok ? done.target : null);
    next();
  }

  function openWorker(maker: Maker): Worker {
    const opened = new Worker(new URL('./thumbnail-worker.js', import.meta.url));
    opened.unref();
    opened.on('message', ({ id, ok }: ThumbnailAnswer) => {
      if (id === maker.id) settle(maker, ok);
    });
    opened.on('error', () => {
      if (maker.worker === opened) maker.worker = null;
      settle(maker, false);
    });
    return opened;
  }

  /** The last that is still wanted. */
  function take(): Waiting | null {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      if (task.isWanted()) return task;
      task.settle(null);
    }
    return null;
  }

  function next(): void {
    for (const maker of makers) {
      if (maker.active !== null) continue;
      const task = take();
      if (task === null) break;
      begin(maker, task);
    }
    if (idle !== null) clearTimeout(idle);
    idle = null;
    if (makers.some(({ active }) => active !== null)) return;
    idle = setTimeout(end, IDLE_MS);
    idle.unref();
  }

  function begin(maker: Maker, task: Waiting): void {
    maker.active = task;
    maker.worker ??= openWorker(maker);
    maker.id += 1;
    const { source, target } = task;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window, no origin
    maker.worker.postMessage({ id: maker.id, root, source, target } satisfies ThumbnailTask);
  }

  async function make(
    hex: string,
    place: Place,
    isWanted: () => boolean,
    extension: string,
  ): Promise<string | null> {
    const target = path.join(folder, hex.slice(0, 2), `${hex.slice(2)}${extension}`);
    const known = await lstat(target).catch(() => null);
    if (known?.isFile() === true && known.size > 0) return target;
    const isTried = (): boolean => failed.has(target);
    if (isTried()) return null;
    let dropped = false;
    const made = await new Promise<string | null>((resolve) => {
      const wanted = (): boolean => {
        dropped = !isWanted();
        return !dropped;
      };
      waiting.push({ source: place.path, target, isWanted: wanted, settle: resolve });
      next();
    });
    if (made === null && !dropped) failed.add(target);
    return made;
  }

  function once(
    hex: string,
    place: Place,
    isWanted: () => boolean,
    extension: string,
  ): Promise<string | null> {
    const key = hex + extension;
    const known = making.get(key);
    // A page that is left and the next one ask for the same: the first goes, and the picture is still wanted.
    if (known !== undefined) {
      known.wanted.push(isWanted);
      return known.result;
    }
    const wanted = [isWanted];
    const isAnyWanted = (): boolean => wanted.some((each) => each());
    const result = make(hex, place, isAnyWanted, extension).finally(() => making.delete(key));
    making.set(key, { result, wanted });
    return result;
  }

  return {
    folder,
    atOnce,
    file: (hex, place, isWanted) => once(hex, place, isWanted, '.webp'),
    model: (hex, place, isWanted) => once(hex, place, isWanted, '.glb'),
    close() {
      if (idle !== null) clearTimeout(idle);
      for (const task of waiting.splice(0)) task.settle(null);
      end();
    },
  };
}

/** Downloads take turns here: many small files at once, and few large ones. */
export interface DownloadPool {
  /**
   * Downloads in its turn.
   * @param work tells the length of its file as soon as that is known; 0 and null: not known. Unit: bytes
   * @param isFirst goes before those that wait. @default false
   */
  run<T>(work: (tell: (bytes: number | null) => void) => Promise<T>, isFirst?: boolean): Promise<T>;
}

export interface DownloadLimits {
  /** This many are under way at any size. */
  readonly least: number;
  /** The most that are under way, at any size. */
  readonly most: number;
  /** Beyond `least`, another one begins while all under way have fewer together. Unit: bytes. */
  readonly bytes: number;
}

/** Until a size is known, a file counts as this long. Unit: bytes. */
const GUESS = 8 * 1024 * 1024;
/** The part of a new size in the guess at the next one. */
const WEIGHT = 0.25;

/**
 * Small files mostly wait for the network's answer, so many go at once. A few large ones fill the line, and more would
 * only slow each of them down. The length of a file is known when its bytes begin to arrive; until then it counts as
 * the mean of the latest ones.
 */
export function createDownloadPool({ least, most, bytes }: DownloadLimits): DownloadPool {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let held = 0;
  let guess = GUESS;

  function begin(): void {
    while (waiting.length > 0 && isRoom()) {
      underWay += 1;
      held += guess;
      waiting.shift()?.();
    }
  }

  function isRoom(): boolean {
    return underWay < least || (underWay < most && held + guess <= bytes);
  }

  return {
    async run(work, isFirst = false) {
      let claim = 0;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          claim = guess;
          resolve();
        };
        if (isFirst) waiting.unshift(go);
        else waiting.push(go);
        begin();
      });
      try {
        return await work((size) => {
          if (size === null || size <= 0) return;
          held += size - claim;
          claim = size;
          guess += WEIGHT * (size - guess);
          begin();
        });
      } finally {
        underWay -= 1;
        held -= claim;
        begin();
      }
    },
  };
}

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PathGuard } from '../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../fs/read-text.ts';
import type { KnownTimes } from '../plan/order-by-time.ts';
import { writeSharedAtomic } from '../fs/write-atomic.ts';
import type { LearnedTimes, SeenTime } from '../jobs/poll/job-times.ts';

/** What a service's jobs take, kept for the next run. It decides when is polled, and nothing else. */
export interface KeptJobTimes {
  /** Nothing where none are kept, or they cannot be read. */
  read(): Promise<LearnedTimes>;
  /** Quiet where it fails: a cache that cannot be written forgets them. */
  write(times: LearnedTimes): Promise<void>;
}

/** No job is waited for so long. Unit: milliseconds. */
const MOST_MS = 7 * 24 * 3_600_000;
/** Of an operation. */
const MOST_TIMES = 64;
const MOST_OPERATIONS = 100;

/**
 * In a small file of the cache for each service.
 * @param service its address; the file's name is its hash
 */
export function keptJobTimes(cacheDir: string, service: string, guard: PathGuard): KeptJobTimes {
  const name = createHash('sha256').update(service).digest('hex').slice(0, 32);
  const file = path.join(cacheDir, 'times', `${name}.json`);
  return {
    async read() {
      try {
        return parse(JSON.parse(await readText(file, SMALL_FILE)));
      } catch {
        return {};
      }
    },
    async write(times) {
      await writeSharedAtomic(file, `${JSON.stringify(times)}\n`, guard).catch(() => undefined);
    },
  };
}

/** The middle of the times of each operation. Unit: milliseconds. */
export function middleTimes(times: LearnedTimes): KnownTimes {
  return new Map(
    Object.entries(times).flatMap(([operation, seen]): [string, number][] => {
      const sorted = seen
        .map(([pendingMs, doneMs]) => (pendingMs + doneMs) / 2)
        .sort((a, b) => a - b);
      const middle = sorted[sorted.length >> 1];
      return middle === undefined ? [] : [[operation, middle]];
    }),
  );
}

/** Other users write in a shared cache too: what is no time is left out. */
function parse(value: unknown): LearnedTimes {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).slice(0, MOST_OPERATIONS);
  return Object.fromEntries(
    entries.flatMap(([name, times]) =>
      Array.isArray(times) ? [[name, times.filter(isSeen).slice(-MOST_TIMES)] as const] : [],
    ),
  );
}

function isSeen(value: unknown): value is SeenTime {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [pendingMs, doneMs] = value as readonly unknown[];
  const areNumbers = typeof pendingMs === 'number' && typeof doneMs === 'number';
  return areNumbers && pendingMs >= 0 && pendingMs <= doneMs && doneMs >= 1 && doneMs <= MOST_MS;
}

import { createHash } from 'node:crypto';
import type { ConditionalObjects } from '../remote/conditional-objects.ts';

/** What becomes of a request: it is done and answered, done and its answer lost, or neither. */
export type BucketWeather = 'well' | 'lost' | 'away';

/** A bucket of this process. Writes are one after the other, as those of S3 to one object are. */
export interface MemoryBucket {
  /** Texts by the names of objects. */
  readonly held: Map<string, string>;
  /** `GET name` and `PUT name`, in their order. */
  readonly requests: string[];
  /** @param isUp false from the moment at which the machine that is connected dies */
  connect(isUp?: () => boolean): ConditionalObjects;
}

/**
 * @param reach called for each request before it is done; may wait, and says what becomes of it
 * @param keepsConditions false: it takes every write, as an old S3 does
 */
export function memoryBucket(
  reach: (request: string) => Promise<BucketWeather> = async () => 'well',
  keepsConditions = true,
): MemoryBucket {
  const held = new Map<string, string>();
  const requests: string[] = [];
  const tagOf = (text: string): string => `"${createHash('md5').update(text).digest('hex')}"`;

  async function answer<T>(isUp: () => boolean, request: string, act: () => T): Promise<T> {
    if (!isUp()) throw new Error('this machine is dead');
    requests.push(request);
    const weather = await reach(request);
    if (weather === 'away') throw new Error('connect ECONNREFUSED 127.0.0.1:9000');
    const value = act();
    if (weather === 'lost') throw new Error('other side closed');
    return value;
  }

  function connect(isUp = (): boolean => true): ConditionalObjects {
    return {
      get: (name) =>
        answer(isUp, `GET ${name}`, () => {
          const text = held.get(name);
          return text === undefined ? null : { text, etag: tagOf(text), ageMs: 0 };
        }),
      putWhere: (name, text, etag) =>
        answer(isUp, `PUT ${name}`, () => {
          const there = held.get(name);
          const isSo =
            etag === null ? there === undefined : there !== undefined && tagOf(there) === etag;
          if (keepsConditions && !isSo) return false;
          held.set(name, text);
          return true;
        }),
      put: (name, text) => answer(isUp, `PUT ${name}`, () => void held.set(name, text)),
    };
  }
  return { held, requests, connect };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type S3rver from '@20minutes/s3rver';
import type { S3Store } from '@20minutes/s3rver';

interface Condition {
  readonly ifNoneMatch: string;
  readonly ifMatch: string;
}

/** Does what changes many objects in one step for all who ask: nothing is read or written meanwhile. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

/**
 * Teaches s3rver the conditions of a write, as S3 has them since 2024: `If-None-Match: *` and
 * `If-Match`, refused with 412 (404 where nothing stands that could match). They are looked at after
 * the signature, and in one step with the write. Its own writes to one object also tear what is read
 * meanwhile, which S3 never does: here they take turns.
 */
export function keepConditions(server: S3rver, isKept: boolean): Alone {
  const conditions = new AsyncLocalStorage<Condition>();
  server.middleware.unshift((context, next) => {
    const ifNoneMatch = context.get('if-none-match');
    return conditions.run({ ifNoneMatch, ifMatch: context.get('if-match') }, next);
  });
  const { store } = server;
  const { inTurn, alone } = turns();
  const own: S3Store = {
    getObject: store.getObject.bind(store),
    putObject: store.putObject.bind(store),
    getMetadata: store.getMetadata.bind(store),
  };
  store.getObject = (bucket, key, options) =>
    inTurn(`${bucket}/${key}`, async () => {
      const object = await own.getObject(bucket, key, options);
      if (object?.content instanceof Readable) {
        object.content = Readable.from([await buffer(object.content)]);
      }
      return object;
    });
  store.putObject = async (object) => {
    // Its bytes may take as long as they like to come: nobody waits for them.
    const { content } = object;
    const bytes = content instanceof Readable ? await buffer(content) : content;
    // Of a buffer it answers before the file is written, and the next who asks sees a part of it.
    object.content = Readable.from(bytes === null ? [] : [bytes]);
    const { bucket, key } = object;
    return inTurn(`${bucket}/${key}`, async () => {
      const { ifNoneMatch = '', ifMatch = '' } = conditions.getStore() ?? {};
      if (isKept && (ifNoneMatch !== '' || ifMatch !== '')) {
        const there = await own.getMetadata(bucket, key).catch(() => null);
        if (ifMatch !== '' && there === null) throw failure('NoSuchKey', 404);
        const isWrong =
          (ifNoneMatch === '*' && there !== null) || (ifMatch !== '' && ifMatch !== there?.etag);
        if (isWrong) throw failure('PreconditionFailed', 412);
      }
      return own.putObject(object);
    });
  };
  return alone;
}

/** As s3rver's own errors are, of a class that it does not export: Koa answers with the status. */
function failure(code: string, status: number): Error {
  return Object.assign(new Error(code), { status, expose: true });
}

/** One after the other for each name, and nothing beside what is done alone. */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  let pause: Promise<unknown> = Promise.resolve();
  return {
    async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
      const mine = Promise.allSettled([last.get(name), pause]).then(work);
      last.set(name, mine);
      try {
        return await mine;
      } finally {
        if (last.get(name) === mine) last.delete(name);
      }
    },
    async alone(work: () => Promise<void>): Promise<void> {
      const mine = Promise.allSettled([pause, ...last.values()]).then(work);
      pause = mine;
      await mine;
    },
  };
}

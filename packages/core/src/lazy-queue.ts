import type PQueue from 'p-queue';

export interface LazyQueue {
  /** @param priority tasks of a higher one go first. @default 0 */
  add<T>(task: () => Promise<T>, priority?: number): Promise<T>;
}

/** p-queue, loaded with the first task. */
export function lazyQueue(concurrency: number): LazyQueue {
  let queue: Promise<PQueue> | null = null;
  return {
    async add<T>(task: () => Promise<T>, priority = 0): Promise<T> {
      queue ??= import('p-queue').then((module) => new module.default({ concurrency }));
      return (await queue).add(task, { priority });
    },
  };
}

/** Runs one task at a time; requests for the same task share its run. */
export interface RunQueue {
  /**
   * Runs the work when all before it has ended, well or not.
   * @param key what is asked for: who asks for the same as the last in the queue shares its run. null: shared with nobody
   * @param share until the run ends, or only until it starts: then it has not yet read what may have changed. @default 'until-end'
   */
  run<Result>(
    key: string | null,
    work: () => Promise<Result>,
    share?: 'until-end' | 'until-start',
  ): Promise<Result>;
  /** The running task may have read outdated files: later requests do not share it. */
  invalidate(): void;
  /** Resolves when nothing is left to run. */
  idle(): Promise<void>;
}

/** Makes a queue with nothing in it. */
export function createRunQueue(): RunQueue {
  let last: { key: string | null; readonly result: Promise<unknown> } | null = null;
  return {
    run<Result>(
      key: string | null,
      work: () => Promise<Result>,
      share: 'until-end' | 'until-start' = 'until-end',
    ) {
      if (last !== null && key !== null && last.key === key) return last.result as Promise<Result>;
      const before = last?.result ?? Promise.resolve();
      const result = before
        .catch(() => undefined)
        .then(() => {
          if (share === 'until-start') entry.key = null;
          return work();
        });
      const entry = { key, result };
      last = entry;
      const forget = (): void => {
        if (last === entry) last = null;
      };
      result.then(forget, forget);
      return result;
    },
    invalidate() {
      if (last !== null) last.key = null;
    },
    async idle() {
      await last?.result.catch(() => undefined);
    },
  };
}

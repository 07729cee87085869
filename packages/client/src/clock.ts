/** Time, as the client sees it; tests hand in a fake one. Unit: milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, options) {
    const signal = options?.signal;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
        Math.min(Math.max(0, ms), 2_147_483_647),
      );
      signal?.addEventListener('abort', abort, { once: true });
    });
  },
};

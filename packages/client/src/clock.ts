/** Time, as the client and the pipeline see it; tests hand in a fake one. Unit: milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** The longest that a timer of Node waits. */
const LONGEST_MS = 2_147_483_647;

/** The real clock, which does not jump where the machine's is set. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
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
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(Math.max(0, ms), LONGEST_MS));
      signal?.addEventListener('abort', abort, { once: true });
    });
  },
};

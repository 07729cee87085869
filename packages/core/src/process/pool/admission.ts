/** Shares out a budget of memory, first come, first served. */
export interface Admission {
  /**
   * Waits until `bytes` are free. A task that wants more than all goes when it is alone, so that
   * none waits for ever.
   * @returns gives them back
   */
  acquire(bytes: number): { readonly granted: Promise<void>; readonly release: () => void };
  /** The same where they are free now, and nobody waits; null where not. */
  takeNow(bytes: number): (() => void) | null;
}

/** @param total what all may hold together. Unit: bytes. */
export function createAdmission(total: number): Admission {
  const held = new Set<object>();
  const waiting: { readonly bytes: number; readonly claim: object; readonly go: () => void }[] = [];
  let used = 0;

  function drain(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (held.size > 0 && used + next.bytes > total) return;
      waiting.shift();
      held.add(next.claim);
      used += next.bytes;
      next.go();
    }
  }

  return {
    takeNow(bytes) {
      if (waiting.length > 0 || used + bytes > total) return null;
      const claim = {};
      held.add(claim);
      used += bytes;
      return function release() {
        if (held.delete(claim)) used -= bytes;
        drain();
      };
    },
    acquire(bytes) {
      const claim = {};
      const granted = new Promise<void>((resolve) => {
        waiting.push({ bytes, claim, go: resolve });
      });
      drain();
      return {
        granted,
        release() {
          const queued = waiting.findIndex((each) => each.claim === claim);
          if (queued >= 0) waiting.splice(queued, 1);
          if (held.delete(claim)) used -= bytes;
          drain();
        },
      };
    },
  };
}

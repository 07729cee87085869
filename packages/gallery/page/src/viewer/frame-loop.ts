/** The end of a swing is too slow to be seen from one frame to the next: so many are still waited for. */
const QUIET_FRAMES = 30;
/** A page that was hidden goes on where it was. Unit: seconds. */
const LONGEST_STEP = 0.5;

/** Frames while something moves, and none while nothing does. */
export interface FrameLoop {
  /** Something moves, or looks different. */
  wake(): void;
  /** For good. */
  stop(): void;
}

/** @param step of a frame, by the seconds since the one before; says whether something moved */
export function createFrameLoop(step: (seconds: number) => boolean): FrameLoop {
  let isStopped = false;
  /** null: nothing moves, and no frame is asked for. */
  let frame: number | null = null;
  /** Frames since something moved. */
  let quiet = 0;
  /** When the frame before was drawn; null: there was a rest. Unit: milliseconds. */
  let last: number | null = null;

  function tick(now: number): void {
    frame = requestAnimationFrame(tick);
    const seconds = last === null ? 0 : Math.min(LONGEST_STEP, (now - last) / 1000);
    last = now;
    quiet = step(seconds) ? 0 : quiet + 1;
    if (quiet > QUIET_FRAMES) rest();
  }

  function rest(): void {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    last = null;
  }

  return {
    wake() {
      quiet = 0;
      if (frame === null && !isStopped) frame = requestAnimationFrame(tick);
    },
    stop() {
      isStopped = true;
      rest();
    },
  };
}

/** Plays many films as one. */
export interface VideoLink {
  /** @returns what takes it out again */
  join(video: HTMLVideoElement): () => void;
}

/** Films that are less apart are together. Unit: seconds. */
const APART = 0.1;

export function createVideoLink(): VideoLink {
  const all = new Set<HTMLVideoElement>();
  /** Those that were wound by another one: they lead nobody with that. */
  const led = new WeakSet<HTMLVideoElement>();
  return {
    join(video) {
      const lead = ({ type }: Event): void => {
        if (type === 'seeked' && led.delete(video)) return;
        for (const other of all) {
          if (other === video) continue;
          if (Math.abs(other.currentTime - video.currentTime) > APART) {
            led.add(other);
            other.currentTime = video.currentTime;
          }
          // A browser may refuse to play one: the others do.
          if (!video.paused && other.paused) void other.play().catch(() => undefined);
          else if (video.paused && !other.paused) other.pause();
        }
      };
      const events = ['play', 'pause', 'seeked'] as const;
      for (const event of events) video.addEventListener(event, lead);
      all.add(video);
      return () => {
        all.delete(video);
        for (const event of events) video.removeEventListener(event, lead);
      };
    },
  };
}

import type { JobEvent } from '../job-engine.ts';

/** The events of an engine, and those who hear how far one asset is. */
export interface ProgressForward {
  readonly emit: (event: JobEvent) => void;
  /** Calls `tell` with each percent that an asset reaches; gives what ends it. */
  listen(asset: string, tell: (percent: number) => void): () => void;
}

/** Other machines wait for what this one makes: they hear how far it is. */
export function forwardProgress(emit: (event: JobEvent) => void): ProgressForward {
  const listening = new Map<string, (percent: number) => void>();
  return {
    emit(event) {
      if (event.type === 'progress' && event.percent !== null) {
        listening.get(event.asset)?.(event.percent);
      }
      emit(event);
    },
    listen(asset, tell) {
      listening.set(asset, tell);
      return () => listening.delete(asset);
    },
  };
}

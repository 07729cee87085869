import type { ProgressPoint } from './plan-poll.ts';
import type { ResultKind } from '../job-engine.ts';

/** What the jobs of a run have taught about the progress that their service tells. */
export interface ProgressTrust {
  /** Called by each wait; gives what ends it. */
  enter(): () => void;
  /** True when so many wait that questions for progress would only take turns from results. */
  isCrowded(): boolean;
  trusts(kind: ResultKind): boolean;
  /** A job is done: did the end come where its progress had told? */
  learn(kind: ResultKind, points: readonly ProgressPoint[], elapsedMs: number): void;
}

const CROWD = 16;
/** A job that told less than this part right before its end misled us. */
const MISLEADING = 0.7;

export function progressTrust(): ProgressTrust {
  const distrusted = new Set<ResultKind>();
  let waiting = 0;
  return {
    enter() {
      waiting += 1;
      let left = false;
      return () => {
        waiting -= left ? 0 : 1;
        left = true;
      };
    },
    isCrowded: () => waiting > CROWD,
    trusts: (kind) => !distrusted.has(kind),
    learn(kind, points, elapsedMs) {
      const last = points.at(-1);
      if (last === undefined || last.percent < 1 || last.percent >= 100) {
        return;
      }
      const expected = (last.elapsedMs * 100) / last.percent;
      if (elapsedMs < expected * MISLEADING) {
        distrusted.add(kind);
      } else {
        distrusted.delete(kind);
      }
    },
  };
}

import type { LocalStep } from '../local-step.ts';
import type { PoolPorts, StepWorker } from './step-pool.ts';

/** Where one worker stands, with or without a task. */
export interface Place {
  readonly worker: StepWorker;
  isBusy: boolean;
  /** Calls off that it goes for want of work. */
  stay: () => void;
}

/** The workers of a pool: they come as they are needed, and go when they have had nothing to do for a while. */
export interface Places {
  readonly count: number;
  /** How many have a task. */
  readonly busy: number;
  /** One that has nothing to do; null where there is none. */
  free(): Place | null;
  /** Starts a worker. */
  add(): Place;
  /** The task of a place begins. */
  begin(place: Place): void;
  /** Its task has ended. */
  end(place: Place): void;
  /** Whether those stay that have nothing to do. */
  keep(keeps: boolean): void;
  /** Has those that have nothing to do load what a step needs. */
  prepare(step: LocalStep): void;
  /** Ends all of them, in the middle of their tasks. */
  close(): Promise<void>;
}

export function createPlaces({ whenIdle, spawn }: Pick<PoolPorts, 'whenIdle' | 'spawn'>): Places {
  const places = new Set<Place>();
  let areKept = false;

  function rest(place: Place): void {
    if (!place.worker.alive) {
      places.delete(place);
      return;
    }
    // One that rests already waits from now on: an older wait would end it in the middle of its next task.
    place.stay();
    if (areKept) return;
    place.stay = whenIdle(() => {
      places.delete(place);
      void place.worker.close();
    });
  }

  return {
    get count() {
      return places.size;
    },
    get busy() {
      return [...places].filter(({ isBusy }) => isBusy).length;
    },
    free() {
      for (const place of places) {
        if (place.isBusy) continue;
        if (place.worker.alive) return place;
        // It died while it had nothing to do.
        places.delete(place);
      }
      return null;
    },
    add() {
      const place: Place = { worker: spawn(), isBusy: false, stay: () => undefined };
      places.add(place);
      return place;
    },
    begin(place) {
      place.isBusy = true;
      place.stay();
    },
    end(place) {
      place.isBusy = false;
      rest(place);
    },
    keep(keeps) {
      areKept = keeps;
      for (const place of places) {
        if (keeps) place.stay();
        else if (!place.isBusy) rest(place);
      }
    },
    prepare(step) {
      for (const { worker, isBusy } of places) {
        if (!isBusy && worker.alive) worker.prepare(step);
      }
    },
    async close() {
      const all = [...places];
      places.clear();
      await Promise.all(
        all.map((place) => {
          place.stay();
          if (place.isBusy) place.worker.kill();
          return place.worker.close();
        }),
      );
    },
  };
}

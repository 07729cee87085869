import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/**
 * A turn for each picture. A browser opens six connections to one server; pictures that are made
 * only when they are asked for must leave some for clicks.
 */
export interface LoadQueue {
  /**
   * Calls `begin` when it is its turn: those that asked last first (they are in the window now), those
   * that asked together in their order. Gives what ends the turn.
   */
  ask(begin: () => void): () => void;
}

const AT_ONCE = 3;

export function createLoadQueue(): LoadQueue {
  let waiting: (() => void)[] = [];
  let asking: (() => void)[] = [];
  let active = 0;

  function next(): void {
    waiting = [...asking, ...waiting];
    asking = [];
    while (active < AT_ONCE) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      active += 1;
      begin();
    }
  }

  return {
    ask(begin) {
      let began = false;
      let ended = false;
      const start = (): void => {
        began = true;
        begin();
      };
      asking.push(start);
      queueMicrotask(next);
      return () => {
        if (ended) return;
        ended = true;
        if (began) active -= 1;
        else {
          waiting = waiting.filter((each) => each !== start);
          asking = asking.filter((each) => each !== start);
        }
        next();
      };
    },
  };
}

const Context = createContext<LoadQueue | null>(null);
export const LoadQueueProvider = Context.Provider;

export function useLoadQueue(): LoadQueue {
  const queue = useContext(Context);
  if (queue === null) throw new Error('no queue around');
  return queue;
}

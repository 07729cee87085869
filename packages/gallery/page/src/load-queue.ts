import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/**
 * A turn for each picture. A browser opens six connections to one server; pictures that are made
 * only when they are asked for must leave some for clicks.
 */
export interface LoadQueue {
  /** Calls `begin` when it is its turn, the last that asked first. Gives what ends the turn. */
  ask(begin: () => void): () => void;
}

const AT_ONCE = 3;

export function createLoadQueue(): LoadQueue {
  const waiting: (() => void)[] = [];
  let active = 0;

  function next(): void {
    while (active < AT_ONCE) {
      const begin = waiting.pop();
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
      waiting.push(start);
      // Those that ask together are begun in their order.
      queueMicrotask(next);
      return () => {
        if (ended) return;
        ended = true;
        if (began) active -= 1;
        else waiting.splice(waiting.indexOf(start), 1);
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

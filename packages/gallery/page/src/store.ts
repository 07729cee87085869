import { useEffect, useState } from 'preact/hooks';

/** A value that components can follow. */
export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(first: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A part of a store; the component draws again when it is another. */
export function useStore<T extends object, Part>(
  store: Store<T>,
  select: (value: T) => Part,
): Part {
  const [, draw] = useState({});
  const part = select(store.get());
  useEffect(() => {
    let shown = part;
    const look = (): void => {
      const now = select(store.get());
      if (Object.is(now, shown)) return;
      shown = now;
      draw({});
    };
    look();
    return store.subscribe(look);
  });
  return part;
}

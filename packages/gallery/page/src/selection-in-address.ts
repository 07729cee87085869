import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Gallery } from './gallery.ts';
import { keepChoice } from './route.ts';

/** No name of a file on every system has it. */
const BETWEEN = '*';

/** Keeps the chosen assets in the address: a link shows the same, and so does a reload. */
export function useSelectionInAddress({ store, select }: Gallery, told: string): void {
  const last = useRef('');
  useLayoutEffect(() => {
    if (told === last.current) return;
    last.current = told;
    select(new Set(told.split(BETWEEN).filter(Boolean)));
  }, [told]);
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const now = [...store.get().selected].toSorted().join(BETWEEN);
        if (now === last.current) return;
        last.current = now;
        keepChoice({ selected: now });
      }),
    [],
  );
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AssetSummary } from '../../src/shared/messages.ts';
import { parseSelection, printSelection } from '../../src/shared/selection-text.ts';
import type { Gallery } from './gallery.ts';
import { keepChoice } from './route.ts';

/**
 * Keeps the chosen assets in the address: a link shows the same, and so does a reload.
 * @param told what the address has
 * @param shown those that the filters show
 */
export function useSelectionInAddress(
  { store, select }: Gallery,
  told: string,
  shown: readonly AssetSummary[],
): void {
  const last = useRef('');
  const names = useRef<readonly string[]>([]);
  names.current = shown.map(({ name }) => name);
  useLayoutEffect(() => {
    if (told === last.current) return;
    last.current = told;
    select(parseSelection(told, names.current));
  }, [told]);
  const keep = (): void => {
    const now = printSelection(store.get().selected, names.current) ?? '';
    if (now === last.current) return;
    last.current = now;
    keepChoice({ selected: now });
  };
  useLayoutEffect(() => store.subscribe(keep), []);
  // With other filters, "all" means other assets.
  useLayoutEffect(keep, [shown]);
}

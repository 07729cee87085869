import type { VNode } from 'preact';
import { Acts } from '../acts.tsx';
import { printPrice } from '../format.ts';
import { useGallery } from '../gallery.ts';
import { Icon } from '../icons.tsx';
import type { StageItem } from '../stage/stage-item.ts';
import { useStore } from '../store.ts';

interface UseThisProps {
  readonly item: StageItem;
  /** Frozen: nothing is changed. */
  readonly isReadOnly: boolean;
}

/** Makes the asset from what stands here: what was bought is chosen, and says what that costs. */
export function UseThis({ item, isReadOnly }: UseThisProps): VNode | null {
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const { use, label } = item;
  if (use === null) return null;
  const { action, price } = use;
  if (action === null) {
    return (
      <span class="picked-mark">
        <Icon name="check" /> In use
      </span>
    );
  }
  if (isReadOnly) return null;
  return (
    <Acts>
      <button
        type="button"
        disabled={run !== null || asking}
        onClick={() => gallery.spend({ title: `Use ${label}`, price, action })}
      >
        Use this{' '}
        <span class="price">
          {price.max === 0 ? 'free' : `up to ${printPrice({ ...price, min: price.max ?? 0 })}`}
        </span>
        <span class="unseen">: {label}</span>
      </button>
    </Acts>
  );
}

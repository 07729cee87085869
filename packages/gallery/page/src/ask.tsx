import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { printPrice } from './format.ts';
import { useGallery } from './gallery.ts';
import { Balance } from './list/header.tsx';
import { LimitField, parseLimit } from './detail/limit-field.tsx';
import { useStore } from './store.ts';

/** Asks once, with everything that is known, before what may spend does. */
export function Ask(): VNode | null {
  const gallery = useGallery();
  const question = useStore(gallery.store, (value) => value.question);
  const balance = useStore(gallery.store, (value) => value.balance);
  const isFree = useStore(gallery.store, (value) => value.project?.free === true);
  const [limit, setLimit] = useState(() => String(gallery.limit() ?? ''));
  if (question === null) return null;
  const { title, price, action } = question;
  return (
    <Dialog title={title} onClose={() => gallery.answer(null)}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFree) gallery.answer(action);
          else gallery.answer(action, parseLimit(limit));
        }}
      >
        <p>
          It costs <strong>{price.max === 0 ? 'nothing' : printPrice(price)}</strong>.{' '}
          <Balance balance={balance} />
        </p>
        {price.max === null ? (
          <p class="hint">
            The service shows a price with the first purchase of its kind. Until then, a known part
            is the minimum.
          </p>
        ) : null}
        {isFree ? null : <LimitField value={limit} onInput={setLimit} />}
        <div class="make-row">
          <button type="submit" class="primary">
            Go ahead <span class="price">{printPrice(price)}</span>
          </button>
          <button type="button" class="quiet" onClick={() => gallery.answer(null)}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

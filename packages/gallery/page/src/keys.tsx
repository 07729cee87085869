import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Acts } from './acts.tsx';
import { isCopy } from './addresses.ts';
import { Dialog } from './dialog.tsx';
import { useGallery } from './gallery.ts';
import { LimitField, parseLimit } from './detail/limit-field.tsx';
import { ThemeSwitch } from './theme.tsx';

interface Key {
  readonly key: string;
  readonly does: string;
  /** It changes something: a static copy does not have it. */
  readonly acts?: true;
}

const KEYS: readonly Key[] = [
  { key: '/', does: 'search; Escape clears it' },
  { key: 'Arrows, Home, End', does: 'go from asset to asset' },
  { key: 'Enter', does: 'open one' },
  { key: 'Space or x', does: 'choose one; with Shift, all up to it' },
  { key: 'Ctrl+A', does: 'choose all shown assets; Escape: none' },
  { key: '← →, Escape', does: 'on an asset’s page: the neighbours; the grid' },
  { key: 'n', does: 'add an asset; so does an image that you drop or paste', acts: true },
  { key: 'Ctrl+Z', does: 'take back the newest change', acts: true },
  { key: 'Ctrl+Shift+Z', does: 'redo it', acts: true },
  { key: 'Arrows, + and -', does: 'on a model or an image: turn or move it, zoom' },
  { key: 'Ctrl+Enter, Escape', does: 'in a prompt: save it; cancel', acts: true },
  { key: '?', does: 'show these keys' },
];

/** The limit of this person, kept by the browser as it is written. */
function Limit(): VNode {
  const gallery = useGallery();
  const [limit, setLimit] = useState(() => String(gallery.limit() ?? ''));
  return (
    <LimitField
      value={limit}
      onInput={(value) => {
        setLimit(value);
        gallery.setLimit(parseLimit(value));
      }}
    />
  );
}

/**
 * Every key of the page, how it looks, and when it asks. `?` opens it.
 * @param isFree whether the embedded service is asked, which never costs anything
 */
export function Keys({ isFree }: { readonly isFree: boolean }): VNode {
  const [isOpen, setOpen] = useState(false);
  // Before the page is seen: a key may come at once.
  useLayoutEffect(() => {
    const show = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '?' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', show);
    return () => removeEventListener('keydown', show);
  }, []);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        title="Keys and theme"
        onClick={() => setOpen(true)}
      >
        ?<span class="unseen"> Keys and theme</span>
      </button>
      {isOpen ? (
        <Dialog title="Keys and theme" onClose={() => setOpen(false)}>
          <dl class="keys">
            {KEYS.filter(({ acts }) => acts !== true || !isCopy()).map(({ key, does }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Acts>{isFree ? null : <Limit />}</Acts>
          <div class="make-row">
            <ThemeSwitch />
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { ThemeSwitch } from './theme.tsx';

const KEYS = [
  ['/', 'go to the search; Escape empties it'],
  ['Arrows, Home, End', 'go from asset to asset'],
  ['Enter', 'open one'],
  ['Space or x', 'choose one; with Shift all up to it'],
  ['Ctrl+A', 'choose all that are shown; Escape: none'],
  ['← →, Escape', 'on an asset’s page: the neighbours; the grid'],
  ['Ctrl+Z', 'take back the newest change'],
  ['Ctrl+Shift+Z', 'bring it again'],
  ['Arrows, + and -', 'on a model: turn it, come closer'],
  ['Ctrl+Enter, Escape', 'in a prompt: save it; leave it as it was'],
  ['?', 'show these keys'],
] as const;

/** Every key of the page, and how it looks. `?` opens it. */
export function Keys(): VNode {
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
            {KEYS.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
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

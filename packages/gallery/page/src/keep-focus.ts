/** Where the focus goes when what had it is gone: none of these acts on a key. */
const PLACES = 'section, li, form, header, main, dialog, nav, [role=group], [role=log]';
/** What had the focus before, to return to. */
const REMEMBERED = 8;

/**
 * Keeps the focus from falling to the body when what had it is removed, hidden or disabled: the next key would
 * begin at the top of the page. A dialog or message gives the focus back to the element that had it before;
 * anything else to the part of the page around it. Never to a neighbouring button: the second of two quick
 * Enters must not buy.
 *
 * @returns what ends it
 */
export function keepFocus(root: Document = document): () => void {
  let path: readonly Element[] = [];
  let before: readonly Element[] = [];

  function take({ target }: FocusEvent): void {
    if (!(target instanceof Element) || target === path[0]) return;
    const [last] = path;
    if (last !== undefined) before = [last, ...before].slice(0, REMEMBERED);
    path = ancestors(target);
  }

  /** A click on nothing is a wish to have no focus. */
  function drop(): void {
    if (isLost(root) && path[0] !== undefined && isUsable(path[0])) path = [];
  }

  function look(): void {
    const [last] = path;
    if (last === undefined || !isLost(root) || isUsable(last)) return;
    const isOver = path.some((each) => each.matches('dialog, .notices'));
    const earlier = isOver ? before.find(isUsable) : undefined;
    const around = path.slice(1).find((each) => each.matches(PLACES) && isUsable(each));
    const next = earlier ?? around ?? root.querySelector('main') ?? root.querySelector('h1');
    path = [];
    if (next instanceof HTMLElement) hold(next);
  }

  const observer = new MutationObserver(look);
  observer.observe(root.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
  root.addEventListener('focusin', take);
  root.addEventListener('pointerup', drop);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', take);
    root.removeEventListener('pointerup', drop);
  };
}

function hold(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Chromium leaves the focus with what was disabled until it draws, and then drops it without an event. */
function isLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body || !isUsable(activeElement);
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function ancestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
  return found;
}

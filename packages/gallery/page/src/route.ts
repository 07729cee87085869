import { useLayoutEffect, useState } from 'preact/hooks';
import type { PagePlace, Texts } from '../../src/choice-url.ts';
import { parsePlace, printPlace } from '../../src/choice-url.ts';
import { ALL } from './choose.ts';
import type { Choice } from './choose.ts';

const DEFAULTS: Texts = { ...ALL };

/** The address of an asset's page; what was asked to see stays in it. */
export function assetHref(name: string): string {
  return printPlace({ asset: name, texts: parsePlace(location.hash).texts }, DEFAULTS);
}

/** The address of the grid with what was asked to see. */
export function gridHref(): string {
  return printPlace({ asset: null, texts: parsePlace(location.hash).texts }, DEFAULTS);
}

/** Where the page is. */
export function useRoute(): PagePlace {
  const [place, setPlace] = useState(() => parsePlace(location.hash));
  useLayoutEffect(() => {
    const look = (): void => setPlace(parsePlace(location.hash));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return place;
}

export function goTo(name: string | null): void {
  location.hash = name === null ? gridHref() : assetHref(name);
}

/** Words of an address as a choice; what no choice has is left out. */
export function choiceOf(texts: Texts): Choice {
  const given = Object.entries(texts).filter(([key]) => Object.hasOwn(DEFAULTS, key));
  return { ...ALL, ...Object.fromEntries(given) };
}

/** Writes a choice into the address, beside what else stands there; no step of the browser's history. */
export function keepChoice(choice: Texts): void {
  const { asset, texts } = parsePlace(location.hash);
  const hash = printPlace({ asset, texts: { ...texts, ...choice } }, DEFAULTS);
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

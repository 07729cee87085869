import { useLayoutEffect, useState } from 'preact/hooks';
import type { PagePlace, Texts } from '../../src/shared/choice-url.ts';
import { parsePlace, printPlace } from '../../src/shared/choice-url.ts';
import { ALL } from './list/choose.ts';
import type { Choice } from './list/choose.ts';

const DEFAULTS: Texts = { ...ALL };
/** What is asked to see of one asset: which of its files, what is compared, and how. */
const OF_ASSET = new Set(['show', 'compare', 'way']);

/** The address of an asset's page; what was asked to see in the grid stays in it. */
export function assetHref(name: string): string {
  return printPlace({ asset: name, texts: textsOfGrid() }, DEFAULTS);
}

/** The address of the grid with what was asked to see. */
export function gridHref(): string {
  return printPlace({ asset: null, texts: textsOfGrid() }, DEFAULTS);
}

function textsOfGrid(): Texts {
  const all = Object.entries(parsePlace(location.hash).texts);
  return Object.fromEntries(all.filter(([key]) => !OF_ASSET.has(key)));
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
  history.replaceState(null, '', hrefWith(choice));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** As {@link keepChoice}, but the browser's Back takes it back. */
export function goToChoice(choice: Texts): void {
  location.hash = hrefWith(choice);
}

function hrefWith(choice: Texts): string {
  const { asset, texts } = parsePlace(location.hash);
  return printPlace({ asset, texts: { ...texts, ...choice } }, DEFAULTS);
}

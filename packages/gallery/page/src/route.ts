import { useLayoutEffect, useState } from 'preact/hooks';

/** `#/asset/props/dragon` opens an asset; anything else is the grid. */
export function assetHref(name: string): string {
  return `#/asset/${name}`;
}

function openAsset(): string | null {
  const match = /^#\/asset\/(.+)$/.exec(decodeURIComponent(location.hash));
  return match?.[1] ?? null;
}

/** The name of the asset that is open; null: the grid. */
export function useRoute(): string | null {
  const [name, setName] = useState(openAsset);
  useLayoutEffect(() => {
    const look = (): void => setName(openAsset());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return name;
}

export function goTo(name: string | null): void {
  location.hash = name === null ? '#/' : assetHref(name);
}

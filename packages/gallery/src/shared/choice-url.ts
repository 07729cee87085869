/** What a person asked to see, as texts by name. */
export type Texts = Readonly<Record<string, string>>;

/** A place in the page: the grid, or an asset, and what was asked to see. */
export interface PagePlace {
  /** null: the grid. */
  readonly asset: string | null;
  readonly texts: Texts;
}

/** `#/asset/props/dragon?kind=model` → the asset and what was asked to see. Never throws. */
export function parsePlace(hash: string): PagePlace {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const asset = /^\/asset\/(.+)$/s.exec(path)?.[1] ?? null;
  return {
    asset: asset === null ? null : decode(asset),
    texts: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The hash of a place. Defaults stay out. */
export function printPlace({ asset, texts }: PagePlace, defaults: Texts): string {
  const told = Object.entries(texts).filter(([key, value]) => value !== (defaults[key] ?? ''));
  const query = new URLSearchParams(told).toString();
  // A name may hold what ends a path.
  const path = asset === null ? '/' : `/asset/${encodeURIComponent(asset).replaceAll('%2F', '/')}`;
  return `#${path}${query === '' ? '' : `?${query}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

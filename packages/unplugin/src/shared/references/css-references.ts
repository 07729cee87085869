import { escapePattern } from './import-id.ts';

/** Asset names that a style sheet refers to, and where. */
export interface CssReference {
  /** `@gen/hero.webp` */
  readonly id: string;
  /** Offsets of the URL in the text, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** Finds `url(@gen/…)` and, inside `image-set()`, the bare strings. Comments are passed over. */
export function findCssReferences(css: string, prefix: string): readonly CssReference[] {
  return findReferences(css, prefix, 'url', '~?');
}

/**
 * The same in a sheet that a preprocessor put together: Sass and Less write the URLs of a file in
 * another folder relative to the first one, `../parts/@gen/…`. Also `URL(…)`, which Vite does not read.
 */
export function findNestedCssReferences(css: string, prefix: string): readonly CssReference[] {
  return findReferences(css, prefix, '[uU][rR][lL]', `(?:(?!${SCHEME})[^'"()\\s]*/)?~?`);
}

const SCHEME = '[a-z][a-z0-9+.-]*:|//';

function findReferences(
  css: string,
  prefix: string,
  url: string,
  before: string,
): readonly CssReference[] {
  if (!css.includes(prefix)) return [];
  const below = `(?:${before})(?<id>${escapePattern(prefix)}/[^'"()\\s]+)`;
  const pattern = new RegExp(
    `/\\*[\\s\\S]*?\\*/|(?:${url}\\(\\s*['"]?|(?:image-set\\(|,)\\s*['"])(${below})`,
    'gd',
  );
  const found: CssReference[] = [];
  for (const match of css.matchAll(pattern)) {
    const id = match.groups?.['id'];
    const range = match.indices?.[1];
    if (id === undefined || range === undefined) continue;
    found.push({ id, start: range[0], end: range[1] });
  }
  return found;
}

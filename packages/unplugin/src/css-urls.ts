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
  if (!css.includes(prefix)) return [];
  const below = `~?${prefix.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}/[^'"()\\s]+`;
  const pattern = new RegExp(
    `/\\*[\\s\\S]*?\\*/|(?:url\\(\\s*['"]?|(?:image-set\\(|,)\\s*['"])(${below})`,
    'gd',
  );
  const found: CssReference[] = [];
  for (const match of css.matchAll(pattern)) {
    const id = match[1];
    const range = match.indices?.[1];
    if (id === undefined || range === undefined) continue;
    found.push({ id: id.replace(/^~/, ''), start: range[0], end: range[1] });
  }
  return found;
}

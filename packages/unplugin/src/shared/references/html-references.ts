/** One reference below the prefix, in an attribute of an HTML page. */
export interface HtmlReference {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** Whether it stands in a `style` attribute, which is CSS. */
  readonly inStyle: boolean;
}

// Comments, and elements whose text is not HTML; then a start tag with its attributes.
const TOKEN =
  /<!--[\s\S]*?-->|<(script|style)\b([^>]*)>[\s\S]*?<\/\1\s*>|<[a-z][^\s/>]*((?:"[^"]*"|'[^']*'|[^>"'])*)>/dgi;
const ATTRIBUTE = /[^\s"'<>/=]+\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/dg;
// `srcset` separates its URLs by a comma and white space, URL and width by white space. SVG and A-Frame have `url(…)`.
const WORD = /(?<=^|[\s,]|url\(\s*["']?)[^\s,;"'()]+/g;

/** Finds `src="@gen/…"` and the like; `srcset` may hold several. Text and scripts are left alone. */
export function findHtmlReferences(html: string, prefix: string): readonly HtmlReference[] {
  if (!html.includes(prefix)) return [];
  const found: HtmlReference[] = [];
  for (const tag of html.matchAll(TOKEN)) {
    const group = tag[3] === undefined ? 2 : 3;
    const attributes = tag[group];
    const offset = tag.indices?.[group]?.[0];
    if (attributes === undefined || offset === undefined) continue;
    for (const attribute of attributes.matchAll(ATTRIBUTE)) {
      const quoted = [1, 2, 3].find((index) => attribute[index] !== undefined);
      const value = quoted === undefined ? undefined : attribute[quoted];
      const at = quoted === undefined ? undefined : attribute.indices?.[quoted]?.[0];
      if (value === undefined || at === undefined) continue;
      const inStyle = /^style[\s=]/i.test(attribute[0]);
      for (const word of value.matchAll(WORD)) {
        if (!word[0].startsWith(`${prefix}/`)) continue;
        const start = offset + at + word.index;
        found.push({ id: word[0], start, end: start + word[0].length, inStyle });
      }
    }
  }
  return found;
}

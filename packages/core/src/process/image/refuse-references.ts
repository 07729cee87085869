import { AssetgenError } from '@assetgen/client/errors';

/**
 * Where an SVG may refer to another file, and what follows the place: what it may name there is a part
 * of itself (`#part`) and what it holds (`data:`). Each pattern is tried at a place once,
 * on what stands before the next: time grows with the text alone.
 */
const PLACES: readonly (readonly [place: RegExp, reference: RegExp])[] = [
  [
    /<(?:[\w-]{1,64}:)?(?:image|feImage|use|include)\b/gi,
    /\bhref\s*=\s*(?:"\s*(?!#|data:|["\s])(?<double>[^"]*)"|'\s*(?!#|data:|['\s])(?<single>[^']*)')/i,
  ],
  [/<!ENTITY\s/gi, /\bSYSTEM\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/i],
  [
    /<\?xml-stylesheet\b/gi,
    /\bhref\s*=\s*(?:"\s*(?!#|data:|["\s])(?<double>[^"]*)"|'\s*(?!#|data:|['\s])(?<single>[^']*)')/i,
  ],
];
/** Of CSS, in the text of a style or an attribute. */
const CSS: readonly RegExp[] = [
  /@import\s{1,8}(?:url\(\s{0,8})?["']?(?!data:)(?<found>[^"')\s;]+)/i,
  /\burl\(\s{0,8}["']?\s{0,8}(?!["'#]|data:|\s)(?<found>[^"')]+)/i,
];

/**
 * What an SVG refers to is not drawn: better told than missing.
 * @throws AssetgenError `ASSETGEN_CONTENT`
 */
export function refuseReferences(text: string): void {
  const found = taggedReference(text) ?? cssReference(text);
  if (found === undefined) return;
  throw new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected an SVG that stands alone, found a reference to ${JSON.stringify(found.slice(0, 200))}`,
    { hint: 'Embed what it refers to (a data URL), or export it as PNG.' },
  );
}

/** Within a tag, which ends at its ">", or where the next one that may refer to something begins. */
function taggedReference(text: string): string | undefined {
  for (const [place, reference] of PLACES) {
    let from: number | null = null;
    for (const { index } of [...text.matchAll(place), { index: text.length }]) {
      if (from !== null) {
        const piece = text.slice(from, index);
        const close = piece.indexOf('>');
        const groups = reference.exec(close < 0 ? piece : piece.slice(0, close))?.groups;
        const found = groups?.['double'] ?? groups?.['single'];
        if (found !== undefined) return found;
      }
      from = index;
    }
  }
  return undefined;
}

function cssReference(text: string): string | undefined {
  for (const pattern of CSS) {
    const found = pattern.exec(text)?.groups?.['found'];
    if (found !== undefined) return found;
  }
  return undefined;
}

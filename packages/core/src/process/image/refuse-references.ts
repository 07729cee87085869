import { AssetgenError } from '@assetgen/client/errors';

/** What an SVG may refer to: a part of itself (`#part`) and what it holds (`data:`). */
const REFERENCES: readonly RegExp[] = [
  /<(?:\w+:)?(?:image|feImage|use|include)\b[^>]*?\bhref\s*=\s*(["'])\s*(?!#|data:)(?<found>[^"']*)\1/i,
  /<!ENTITY\s[^>]*?\bSYSTEM\s*(["'])(?<found>[^"']*)\1/i,
  /<\?xml-stylesheet\b[^>]*?\bhref\s*=\s*(["'])\s*(?!#|data:)(?<found>[^"']*)\1/i,
  /@import\s+(?:url\(\s*)?["']?(?!data:)(?<found>[^"')\s;]+)/i,
  /\burl\(\s*["']?\s*(?!["'#]|data:|\s)(?<found>[^"')]+)/i,
];

/**
 * What an SVG refers to is not drawn: better told than missing.
 * @throws AssetgenError `ASSETGEN_CONTENT`
 */
export function refuseReferences(source: Uint8Array): void {
  const text = new TextDecoder().decode(source);
  for (const pattern of REFERENCES) {
    const found = pattern.exec(text)?.groups?.['found'];
    if (found === undefined) continue;
    throw new AssetgenError(
      'ASSETGEN_CONTENT',
      `expected an SVG that stands alone, found a reference to ${JSON.stringify(found)}`,
      { hint: 'Embed what it refers to (a data URL), or export it as PNG.' },
    );
  }
}

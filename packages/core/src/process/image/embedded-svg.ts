import { svgText } from './svg-text.ts';

const ATTRIBUTE = /\bhref\s*=\s*(?:"\s*(?<double>data:[^"]*)"|'\s*(?<single>data:[^']*)')/i;
const DATA = /^data:\s*image\/svg\+xml(?<options>[^,]{0,200}),/i;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The SVG that the attributes of an image hold in a data URL (RFC 2397); null where they hold none.
 * @throws AssetgenError `ASSETGEN_CONTENT` where it is too long
 */
export function embeddedSvg(attributes: string): string | null {
  const found = ATTRIBUTE.exec(attributes)?.groups;
  const url = unescaped(found?.['double'] ?? found?.['single'] ?? '');
  const head = DATA.exec(url);
  if (head === null) return null;
  const body = unquoted(url.slice(head[0].length));
  const isBase64 = /;\s*base64\s*$/i.test(head.groups?.['options'] ?? '');
  return svgText(Buffer.from(body, isBase64 ? 'base64' : 'latin1'));
}

/** What XML writes as entities of its own or as numbers. */
function unescaped(text: string): string {
  return text
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    })
    .replaceAll('&amp;', '&');
}

/** The bytes of a URL, as characters of one byte each. */
function unquoted(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

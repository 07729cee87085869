import { AssetgenError } from '@assetgen/client/errors';

const ROOT = /<(?:[\w-]{1,64}:)?svg(?=[\s>])([^<>]*)>/i;
const VIEW_BOX = /\sviewBox\s*=/;
const SIDES: readonly RegExp[] = [
  /\swidth\s*=\s*["']\s*[\d.]+(?!\s*%|[\d.])/,
  /\sheight\s*=\s*["']\s*[\d.]+(?!\s*%|[\d.])/,
];

/**
 * Nobody knows where the drawing of an SVG ends that has neither a `viewBox` nor a width and a height in
 * numbers: at another size than its own, a part of it would be drawn.
 * @throws AssetgenError `ASSETGEN_CONTENT`
 */
export function refuseSizeless(text: string): void {
  const attributes = ROOT.exec(withoutComments(text))?.[1];
  if (attributes === undefined || VIEW_BOX.test(attributes)) return;
  if (SIDES.every((side) => side.test(attributes))) return;
  throw new AssetgenError(
    'ASSETGEN_CONTENT',
    'expected an SVG with a size, found neither a "viewBox" nor a "width" and a "height" in numbers',
    { hint: 'Give its first element a viewBox, such as viewBox="0 0 24 24".' },
  );
}

/** One that does not end is none. */
function withoutComments(text: string): string {
  let rest = '';
  for (let at = 0; ;) {
    const begin = text.indexOf('<!--', at);
    const end = begin === -1 ? -1 : text.indexOf('-->', begin + 4);
    if (end === -1) return rest + text.slice(at);
    rest += text.slice(at, begin);
    at = end + 3;
  }
}

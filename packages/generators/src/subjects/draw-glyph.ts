import type { Glyph } from './lexicon.ts';

export interface GlyphView {
  /** Unit: pixels. */
  readonly side: number;
  /** Free space around the glyph, as a share of its side. @default 0 */
  readonly margin?: number;
  /** @default false */
  readonly mirror?: boolean;
  /** Clockwise. Unit: degrees. @default 0 */
  readonly tilt?: number;
  /** Width and height against the usual. @default [1, 1] */
  readonly stretch?: readonly [number, number];
}

/** The glyph as RGBA, `side × side`, colours not multiplied by alpha. Drawn by sharp's own renderer: the same everywhere. */
export async function rasterOf(glyph: Glyph, view: GlyphView): Promise<Uint8Array> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { data } = await sharp(Buffer.from(svgOf(glyph, view)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data;
}

function svgOf(glyph: Glyph, view: GlyphView): string {
  const { side, margin = 0, mirror = false, tilt = 0, stretch = [1, 1] } = view;
  const { size } = glyph;
  const free = size * margin;
  const box = `${-free} ${-free} ${size + 2 * free} ${size + 2 * free}`;
  const middle = size / 2;
  const [wide, tall] = stretch;
  const move = `translate(${middle} ${middle}) rotate(${tilt}) scale(${mirror ? -wide : wide} ${tall}) translate(${-middle} ${-middle})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${box}"><g transform="${move}">${glyph.body}</g></svg>`;
}

/**
 * The glyph in greys: the later a shape is painted, the lighter it is. What lies on top of a drawing stands out of a
 * relief of it.
 */
export function layersOf(glyph: Glyph): Glyph {
  const shapes = /\b(fill|stroke|stop-color)=(["'])#[\da-f]{3,6}\2/gi;
  const count = [...glyph.body.matchAll(shapes)].length;
  let at = 0;
  const body = glyph.body
    .replaceAll(/(?<![\w-])(?:fill-|stroke-|stop-)?opacity=(["'])[^"']*\1/g, '')
    .replaceAll(shapes, (_, attribute: string, quote: string) => {
      const tone = Math.round(40 + (215 * ++at) / Math.max(1, count)).toString(16);
      return `${attribute}=${quote}#${tone}${tone}${tone}${quote}`;
    });
  return { ...glyph, body };
}

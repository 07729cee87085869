import type { Part } from '../shape/part.ts';
import type { Extent } from './share-faces.ts';

/** A rectangle of the texture. Unit: pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Atlas {
  readonly size: number;
  /** The rectangle of each part; parts of one chart share it. */
  readonly rects: readonly Rect[];
  /** The first part of every chart, by index. */
  readonly painted: readonly number[];
}

/** Lays the charts on a square texture in shelves, sized by area. `gutter` pixels part them. */
export function layAtlas(
  parts: readonly Part[],
  extents: readonly Extent[],
  size: number,
  gutter: number,
): Atlas {
  const first = new Map<string, number>();
  const chartOf = parts.map((part, i) => {
    const key = part.chart ?? `#${i}`;
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, i);
    return i;
  });
  const painted = [...first.values()];
  const shapes = new Map<number, { width: number; height: number }>();
  for (const i of painted) {
    const extent = extents[i]!;
    const ratio = Math.min(8, Math.max(1 / 8, extent.around / extent.along));
    const side = Math.sqrt(extent.area * Math.sqrt(parts[i]!.detail));
    shapes.set(i, { width: side * Math.sqrt(ratio), height: side / Math.sqrt(ratio) });
  }
  const order = [...painted].sort((a, b) => shapes.get(b)!.height - shapes.get(a)!.height || a - b);
  let low = 0;
  let high = size * 100;
  let best: Map<number, Rect> | undefined;
  for (let round = 0; round < 28; round++) {
    const scale = (low + high) / 2;
    const laid = shelves(order, shapes, scale, size, gutter);
    if (laid === undefined) high = scale;
    else {
      low = scale;
      best = laid;
    }
  }
  const rects = best ?? shelves(order, shapes, 0, size, gutter);
  if (rects === undefined) throw new RangeError(`${painted.length} charts do not fit ${size} px`);
  return { size, painted, rects: chartOf.map((i) => rects.get(i)!) };
}

function shelves(
  order: readonly number[],
  shapes: ReadonlyMap<number, { width: number; height: number }>,
  scale: number,
  size: number,
  gutter: number,
): Map<number, Rect> | undefined {
  const out = new Map<number, Rect>();
  let x = gutter;
  let y = gutter;
  let tallest = 0;
  for (const i of order) {
    const shape = shapes.get(i)!;
    const width = Math.max(4, Math.floor(shape.width * scale));
    const height = Math.max(4, Math.floor(shape.height * scale));
    if (width + 2 * gutter > size) return undefined;
    if (x + width + gutter > size) {
      x = gutter;
      y += tallest + 2 * gutter;
      tallest = 0;
    }
    if (y + height + gutter > size) return undefined;
    out.set(i, { x, y, width, height });
    x += width + 2 * gutter;
    tallest = Math.max(tallest, height);
  }
  return out;
}

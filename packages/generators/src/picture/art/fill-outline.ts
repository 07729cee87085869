import type { Rgb } from './colour.ts';
import type { Raster } from './raster.ts';
import { blend } from './raster.ts';

/** A closed outline as x, y, x, y, … in world pixels. */
export type Outline = readonly number[];

/** The outline through corners, each an x and a y. */
export function outline(...corners: (readonly [x: number, y: number])[]): number[] {
  return corners.flat();
}

/** The outline of an upright boxOutline between two corners. */
export function boxOutline(left: number, from: number, right: number, to: number): number[] {
  return [left, from, right, from, right, to, left, to];
}

/** A flat colour, or one that changes from the top of the shape to its bottom. */
export interface Paint {
  readonly top: Rgb;
  /** @default top */
  readonly bottom?: Rgb;
  /** 0 to 1. @default 1 */
  readonly opacity?: number;
}

/**
 * Fills an outline with exact area coverage (the accumulation method of font rasterisers): every
 * edge adds its signed area to the cells it crosses, and a running sum along the row gives the
 * coverage.
 */
export function fillOutline(raster: Raster, outline: Outline, paint: Paint): void {
  const { top, bottom = top, opacity = 1 } = paint;
  const box = boundsOf(outline);
  const x0 = Math.max(0, Math.floor(box.left - raster.left));
  const x1 = Math.min(raster.width, Math.ceil(box.right - raster.left) + 1);
  const y0 = Math.max(0, Math.floor(box.top - raster.top));
  const y1 = Math.min(raster.height, Math.ceil(box.bottom - raster.top) + 1);
  const width = x1 - x0;
  const height = y1 - y0;
  if (width <= 0 || height <= 0) return;
  const cells = new Float32Array((width + 2) * height);
  const { length } = outline;
  for (let index = 0; index < length; index += 2) {
    addEdge(
      cells,
      width,
      height,
      (outline[index] as number) - raster.left - x0,
      (outline[index + 1] as number) - raster.top - y0,
      (outline[(index + 2) % length] as number) - raster.left - x0,
      (outline[(index + 3) % length] as number) - raster.top - y0,
    );
  }
  const tall = Math.max(1, box.bottom - box.top);
  for (let y = 0; y < height; y++) {
    const down = Math.max(0, Math.min(1, (y + y0 + raster.top - box.top) / tall));
    const colour: Rgb = [
      top[0] + (bottom[0] - top[0]) * down,
      top[1] + (bottom[1] - top[1]) * down,
      top[2] + (bottom[2] - top[2]) * down,
    ];
    let sum = 0;
    const row = y * (width + 2);
    let slot = ((y + y0) * raster.width + x0) * 4;
    for (let x = 0; x < width; x++, slot += 4) {
      sum += cells[row + x] as number;
      const coverage = Math.min(1, Math.abs(sum)) * opacity;
      if (coverage > 0.002) blend(raster.data, slot, colour, coverage);
    }
  }
}

function addEdge(
  cells: Float32Array,
  width: number,
  height: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  if (fromY === toY) return;
  const direction = fromY < toY ? 1 : -1;
  const [topX, topY, endX, endY] =
    direction === 1 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
  const slope = (endX - topX) / (endY - topY);
  let x = topY < 0 ? topX - topY * slope : topX;
  const last = Math.min(height, Math.ceil(endY));
  for (let y = Math.max(0, Math.floor(topY)); y < last; y++) {
    const high = Math.min(y + 1, endY) - Math.max(y, topY);
    const nextX = x + slope * high;
    const area = direction * high;
    const row = y * (width + 2);
    // Left of the box everything counts in full; right of it nothing does.
    const left = Math.max(0, Math.min(width, Math.min(x, nextX)));
    const right = Math.max(0, Math.min(width, Math.max(x, nextX)));
    const first = Math.floor(left);
    const end = Math.ceil(right);
    if (end <= first + 1) {
      const middle = (left + right) / 2 - first;
      cells[row + first] = (cells[row + first] as number) + area * (1 - middle);
      cells[row + first + 1] = (cells[row + first + 1] as number) + area * middle;
    } else {
      const step = 1 / (right - left);
      const start = 0.5 * step * (1 - (left - first)) ** 2;
      cells[row + first] = (cells[row + first] as number) + area * start;
      if (end === first + 2) {
        const tail = 0.5 * step * (right - end + 1) ** 2;
        cells[row + first + 1] = (cells[row + first + 1] as number) + area * (1 - start - tail);
        cells[row + first + 2] = (cells[row + first + 2] as number) + area * tail;
      } else {
        const second = step * (1.5 - (left - first));
        cells[row + first + 1] = (cells[row + first + 1] as number) + area * (second - start);
        for (let cell = first + 2; cell < end - 1; cell++) {
          cells[row + cell] = (cells[row + cell] as number) + area * step;
        }
        const done = second + (end - first - 3) * step;
        const tail = 0.5 * step * (right - end + 1) ** 2;
        cells[row + end - 1] = (cells[row + end - 1] as number) + area * (1 - done - tail);
        cells[row + end] = (cells[row + end] as number) + area * tail;
      }
    }
    x = nextX;
  }
}

function boundsOf(outline: Outline): Record<'left' | 'top' | 'right' | 'bottom', number> {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < outline.length; index += 2) {
    const x = outline[index] as number;
    const y = outline[index + 1] as number;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
}

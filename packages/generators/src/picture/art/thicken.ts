import type { Outline } from './fill-outline.ts';

/** The outline of a smooth stroke through the points. */
export function thicken(points: Outline, start: number, end: number): number[] {
  const count = points.length / 2;
  const at = (index: number, axis: number): number =>
    points[Math.max(0, Math.min(count - 1, index)) * 2 + axis] as number;
  const line: number[] = [];
  for (let index = 0; index < count - 1; index++) {
    for (let step = 0; step < 8; step++) {
      for (const axis of [0, 1]) {
        line.push(
          spline(
            at(index - 1, axis),
            at(index, axis),
            at(index + 1, axis),
            at(index + 2, axis),
            step / 8,
          ),
        );
      }
    }
  }
  line.push(at(count - 1, 0), at(count - 1, 1));
  const dots = line.length / 2;
  const left: number[] = [];
  const right: number[] = [];
  for (let dot = 0; dot < dots; dot++) {
    const before = Math.max(0, dot - 1) * 2;
    const after = Math.min(dots - 1, dot + 1) * 2;
    const dx = (line[after] as number) - (line[before] as number);
    const dy = (line[after + 1] as number) - (line[before + 1] as number);
    const long = Math.hypot(dx, dy) || 1;
    const half = (start + (end - start) * (dot / (dots - 1))) / 2;
    const x = line[dot * 2] as number;
    const y = line[dot * 2 + 1] as number;
    left.push(x - (dy / long) * half, y + (dx / long) * half);
    right.unshift(x + (dy / long) * half, y - (dx / long) * half);
  }
  return [...left, ...right];
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

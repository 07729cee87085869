import type { Finish } from '../paint/finish.ts';
import { through, type Pair } from '../shape/curve.ts';
import { part, type Part } from '../shape/part.ts';
import { finer, lathe } from '../shape/surface.ts';
import type { Cutout, Picture, ReadImage } from './read-image.ts';
import { carryOver } from './sheet-texture.ts';

/** Rows that must be one symmetrical span for a thing to be turned on a lathe. */
const SYMMETRICAL = 0.93;

/** A body of revolution with the picture thrown on its front and back, or undefined where the outline is none. */
export function revolved(read: ReadImage): Part[] | undefined {
  const { cutout } = read;
  const profile = cutout.cut ? profileOf(cutout) : undefined;
  if (!profile) return undefined;
  const rgb = Uint8Array.from(read.picture.rgb);
  carryOver(rgb, read);
  const picture = { ...read.picture, rgb };
  const finish = thrown(picture, cutout, profile.axis);
  return [part(finer(lathe(through(profile.points)), 24, 24), finish)];
}

/** The half outline, bottom first, in heights of the picture; undefined where rows are split or lean. */
function profileOf(cutout: Cutout): { points: Pair[]; axis: number } | undefined {
  const { width, height, inside } = cutout;
  const rows: { y: number; left: number; right: number; wide: number }[] = [];
  let split = 0;
  for (let y = 0; y < height; y++) {
    let left = -1;
    let right = -1;
    let changes = 0;
    let wide = 0;
    for (let x = 0; x < width; x++) {
      const here = inside[y * width + x]! > 0.5;
      const before = x > 0 && inside[y * width + x - 1]! > 0.5;
      if (here !== before) changes++;
      wide += inside[y * width + x]!;
      if (here) {
        if (left < 0) left = x;
        right = x + 1;
      }
    }
    if (left < 0) continue;
    if (changes > 2) split++;
    rows.push({ y, left, right, wide });
  }
  if (rows.length < height * 0.2) return undefined;
  const axes = rows.map((row) => (row.left + row.right) / 2).sort((a, b) => a - b);
  const axis = axes[axes.length >> 1]!;
  const widest = rows.reduce((most, row) => Math.max(most, row.right - row.left), 0);
  const even = rows.filter((row) => Math.abs((row.left + row.right) / 2 - axis) < widest * 0.03);
  if (split > rows.length * 0.05 || even.length < rows.length * SYMMETRICAL) return undefined;
  const points: Pair[] = [];
  // Sums of shares tell widths to a part of a cell; a mean of neighbours takes the last steps away.
  const near = (i: number): number => {
    let sum = 0;
    for (let k = -3; k <= 3; k++) {
      sum += rows[Math.min(rows.length - 1, Math.max(0, i + k))]!.wide;
    }
    return sum / 7;
  };
  const count = Math.min(28, rows.length - 1);
  for (let i = 0; i <= count; i++) {
    const k = rows.length - 1 - Math.round((i / count) * (rows.length - 1));
    points.push([near(k) / 2 / height, 1 - (rows[k]!.y + 0.5) / height]);
  }
  const bottom = points[0]![1];
  const top = points[count]![1];
  return { points: [[0, bottom - 0.004], ...points, [0, top + 0.004]], axis: axis / width };
}

function thrown(picture: Picture, cutout: Cutout, axis: number): Finish {
  const ratio = cutout.height / cutout.width;
  return {
    paint(s, t) {
      // A little inside the outline, where the background cannot shine through.
      const u = axis + s.x * ratio * 0.94;
      const v = 1 - s.y;
      const x = Math.min(picture.width - 1, Math.max(0, Math.floor(u * picture.width)));
      const y = Math.min(picture.height - 1, Math.max(0, Math.floor(v * picture.height)));
      const at = (y * picture.width + x) * 3;
      t.r = picture.rgb[at]! / 255;
      t.g = picture.rgb[at + 1]! / 255;
      t.b = picture.rgb[at + 2]! / 255;
      t.rough = 0.45;
      t.bump = (0.3 * t.r + 0.59 * t.g + 0.11 * t.b) * 0.004;
    },
    relief: (s) => {
      const u = axis + s.x * ratio * 0.94;
      const x = Math.min(picture.width - 1, Math.max(0, Math.floor(u * picture.width)));
      const y = Math.min(picture.height - 1, Math.max(0, Math.floor((1 - s.y) * picture.height)));
      return (picture.rgb[(y * picture.width + x) * 3 + 1]! / 255 - 0.5) * 0.006;
    },
  };
}

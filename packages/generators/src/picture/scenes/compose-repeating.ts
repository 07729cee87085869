import { hsl, mix, type Rgb } from '../art/colour.ts';
import { createRaster, layOver, type Raster } from '../art/raster.ts';
import { createRepeatingNoise, wrap, type RepeatingNoise } from '../art/repeating-noise.ts';
import type { Layer, Scene } from '../scene.ts';
import { subjectLayer } from '../subject-layer.ts';
import type { View } from '../view.ts';
import type { SurfaceKind, SurfaceWord } from '../words/surface-words.ts';

/** A picture that goes on at its right as it begins at its left, and below as above: a surface, or things in rows. */
export function composeRepeating(view: View, surface: SurfaceWord | undefined): Scene {
  const isOfThings = surface === undefined && view.wish.subjects.length > 0;
  const layers = [surfaceLayer(view, surface, isOfThings)];
  if (isOfThings) layers.push(thingsLayer(view));
  return { layers, particles: 'none' };
}

/** How high a place is, 0 to 1, and how much of the first colour it has. */
type Surface = (u: number, v: number) => readonly [height: number, share: number];

function surfaceLayer(view: View, word: SurfaceWord | undefined, isPlain: boolean): Layer {
  const { wish, width, height } = view;
  const random = view.random.fork('surface');
  const noise = createRepeatingNoise(random.integer(1, 0x7fffffff));
  const kind = word?.kind ?? 'grains';
  const [asked, second] = wish.colours;
  const colour: Rgb = asked ?? word?.colour ?? hsl(random.next(), 0.32, isPlain ? 0.84 : 0.55);
  const below = asked === undefined ? word?.other : undefined;
  const other: Rgb = second ?? below ?? mix(colour, [20, 16, 24], 0.45);
  const surface: Surface = isPlain ? () => [0, 1] : surfaceOf(kind, view, noise);
  let tile: Raster | undefined;
  return {
    name: 'surface',
    depth: 0.1,
    motion: { kind: 'still' },
    paint(raster) {
      tile ??= paintTile(createRaster(width, height), view, surface, colour, other);
      layTile(raster, tile);
    },
  };
}

/** Lays the tile as often as the raster, which may reach beyond the frame, needs it. */
function layTile(raster: Raster, tile: Raster): void {
  for (const moveY of repeats(raster.top, raster.height, tile.height)) {
    for (const moveX of repeats(raster.left, raster.width, tile.width)) {
      layOver(raster, tile, moveX, moveY);
    }
  }
}

function repeats(from: number, length: number, period: number): number[] {
  const first = Math.floor(from / period);
  const last = Math.ceil((from + length) / period);
  return Array.from({ length: last - first }, (_, at) => (first + at) * period);
}

function paintTile(
  tile: Raster,
  { unit, wish }: View,
  surface: Surface,
  colour: Rgb,
  other: Rgb,
): Raster {
  const { width, height, data } = tile;
  const isPixelArt = wish.style === 'pixel art' || wish.style === 'voxel';
  const block = isPixelArt ? unit / 64 : 1;
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side / block)));
  const heights = new Float32Array(columns! * rows!);
  const shares = new Float32Array(columns! * rows!);
  for (let row = 0; row < rows!; row++) {
    for (let column = 0; column < columns!; column++) {
      const at = row * columns! + column;
      [heights[at], shares[at]] = surface((column + 0.5) / columns!, (row + 0.5) / rows!);
    }
  }
  // Light from the upper left, over a step that is the same at every size.
  const step = Math.max(1, Math.round(unit / block / 400));
  const heightAt = (column: number, row: number): number =>
    heights[wrap(row, rows!) * columns! + wrap(column, columns!)]!;
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows! - 1, Math.floor((y / height) * rows!));
    for (let x = 0; x < width; x++) {
      const column = Math.min(columns! - 1, Math.floor((x / width) * columns!));
      const slope = heightAt(column + step, row + step) - heightAt(column - step, row - step);
      const light = Math.max(0.55, Math.min(1.4, 1 + slope * 0.9));
      const shade = mix(other, colour, shares[row * columns! + column]!);
      const slot = (y * width + x) * 4;
      for (let k = 0; k < 3; k++) data[slot + k] = shade[k]! * light;
      data[slot + 3] = 255;
    }
  }
  return tile;
}

/** Each of a whole number of parts across and down, so that it ends where it begins. */
function surfaceOf(kind: SurfaceKind, view: View, noise: RepeatingNoise): Surface {
  const { width, height, unit } = view;
  const count = (side: number, most: number): number =>
    Math.max(1, Math.round((side / unit) * most));
  const even = (side: number, most: number): number => 2 * count(side, most / 2);
  const [wide, tall] = [count(width, 5), count(height, 5)];
  const rough = (u: number, v: number, more = 1): number =>
    noise.fbm(u * wide * more, v * tall * more, wide * more, tall * more, 5);
  /** 0 at the border of a part, 1 within it. */
  const within = (x: number, y: number, gapX: number, gapY: number): number =>
    Math.min(rise(Math.min(x, 1 - x) / gapX), rise(Math.min(y, 1 - y) / gapY));
  switch (kind) {
    case 'bricks': {
      const [columns, rows] = [count(width, 4), even(height, 8)];
      return (u, v) => {
        const row = Math.floor(v * rows);
        const x = u * columns + (row % 2) / 2;
        const inside = within(x % 1, (v * rows) % 1, 0.05, 0.1);
        const own = noise.cell(wrap(Math.floor(x), columns), row, 1);
        const grain = rough(u, v, 4);
        return [inside * 0.5 + grain * 0.3, inside * (0.62 + own * 0.38) * (0.8 + grain * 0.3)];
      };
    }
    case 'tiles': {
      const [columns, rows] = [even(width, 4), even(height, 4)];
      return (u, v) => {
        const inside = within((u * columns) % 1, (v * rows) % 1, 0.04, 0.04);
        const own = noise.cell(Math.floor(u * columns), Math.floor(v * rows), 1);
        const grain = rough(u, v, 2);
        return [inside * 0.5 + grain * 0.12, inside * (0.7 + own * 0.22 + grain * 0.12)];
      };
    }
    case 'cells': {
      const [columns, rows] = [count(width, 7), count(height, 7)];
      return (u, v) => {
        const [near, gap, own] = noise.points(u * columns, v * rows, columns, rows);
        const inside = rise((gap - 0.03) / 0.16);
        const grain = rough(u, v, 3);
        const round = Math.max(0, 1 - near * near * 1.2);
        return [
          inside * (0.4 + round * 0.6) + grain * 0.2,
          inside * (0.55 + own * 0.3 + grain * 0.25),
        ];
      };
    }
    case 'planks': {
      const [rows, columns] = [count(height, 6), count(width, 2)];
      return (u, v) => {
        const row = Math.floor(v * rows);
        const x = u * columns + noise.cell(row, 0, 2);
        const inside = within(x % 1, (v * rows) % 1, 0.008, 0.045);
        const plank = wrap(Math.floor(x), columns);
        const own = noise.cell(plank, row, 3);
        const bend = noise.fbm(u * wide, v * tall, wide, tall, 3) * 0.6;
        const fine = rows * 10;
        const grain = noise.fbm(u * wide + own * 9, v * fine + bend * 4, wide, fine, 3);
        return [inside * 0.4 + grain * 0.25, inside * (0.45 + own * 0.25 + grain * 0.5)];
      };
    }
    case 'blades': {
      const [columns, rows] = [count(width, 60), count(height, 14)];
      return (u, v) => {
        const bend = (noise.fbm(u * wide, v * tall, wide, tall, 2) - 0.5) * 5;
        const blade = noise.fbm(u * columns + bend, v * rows, columns, rows, 2);
        const patch = rough(u, v);
        return [blade * 0.9, rise((blade - 0.2) * 1.5) * 0.75 + (patch - 0.3) * 0.5];
      };
    }
    case 'weave': {
      const [columns, rows] = [even(width, 24), even(height, 24)];
      return (u, v) => {
        const [x, y] = [u * columns, v * rows];
        const isAcross = (Math.floor(x) + Math.floor(y)) % 2 === 0;
        const [along, over] = isAcross ? [x % 1, y % 1] : [y % 1, x % 1];
        const thread = Math.sin(over * Math.PI) * (0.6 + 0.4 * Math.sin(along * Math.PI));
        const own = noise.cell(Math.floor(x), Math.floor(y), 4);
        return [thread * 0.7, thread * (isAcross ? 0.95 : 0.75) * (0.8 + own * 0.2)];
      };
    }
    case 'veins': {
      return (u, v) => {
        const bend = rough(u, v) * 2;
        const vein = Math.abs(noise.fbm(u * wide + bend, v * tall + bend, wide, tall, 4) - 0.5) * 2;
        return [vein * 0.4, rise(vein / 0.3) * 0.9 + rough(u, v, 3) * 0.1];
      };
    }
    case 'stripes': {
      const columns = even(width, 10);
      return (u) => [0, Math.floor(u * columns) % 2];
    }
    case 'dots': {
      const [columns, rows] = [count(width, 6), even(height, 6)];
      return (u, v) => {
        const row = Math.floor(v * rows);
        const [x, y] = [(u * columns + (row % 2) / 2) % 1, (v * rows) % 1];
        return [0, rise((0.3 - Math.hypot(x - 0.5, y - 0.5)) * 20)];
      };
    }
    case 'grains':
      return (u, v) => {
        const large = rough(u, v);
        const fine = rough(u, v, 8);
        return [large * 0.6 + fine * 0.5, large * 0.7 + fine * 0.5 - 0.1];
      };
  }
}

/** 0 at 0, 1 at 1, smooth. */
function rise(value: number): number {
  const t = Math.max(0, Math.min(1, value));
  return t * t * (3 - 2 * t);
}

/** The subjects by turns in columns, every second of them half a row lower; what is cut at one side goes on at the other. */
function thingsLayer(view: View): Layer {
  const { width, height, unit, wish, sprites } = view;
  const columns = 2 * Math.max(1, Math.round((width / unit) * 1.5));
  const rows = Math.max(1, Math.round((height / unit) * 2.5));
  const cell = Math.min(width / columns, height / rows);
  const known = wish.subjects.flatMap((subject) => sprites.get(subject) ?? []);
  return {
    name: 'things',
    depth: 0.1,
    motion: { kind: 'still' },
    paint(raster) {
      const tile = createRaster(width, height);
      for (let at = 0; at < columns * rows; at++) {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        const sprite = known[(column + row) % known.length];
        if (sprite === undefined) continue;
        const size = cell * 0.8;
        const tallness = sprite.height / Math.max(sprite.width, sprite.height);
        const x = ((column + 0.5) * width) / columns;
        const y = ((row + 0.5 + (column % 2) / 2) * height) / rows + (size * tallness) / 2;
        for (const [moveX, moveY] of AROUND) {
          subjectLayer(view, {
            name: 'thing',
            sprite,
            gait: 'still',
            x: x + moveX * width,
            y: y + moveY * height,
            size,
            depth: 1,
            mirror: false,
            reflected: false,
            shadow: false,
          }).paint(tile, tile);
        }
      }
      layTile(raster, tile);
    },
  };
}

const AROUND = [0, -1, 1].flatMap((x) => [0, -1, 1].map((y) => [x, y] as const));

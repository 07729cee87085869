import type { Rgb } from './art/colour.ts';
import { fillOutline, outline } from './art/fill-outline.ts';
import type { Raster } from './art/raster.ts';
import { blend } from './art/raster.ts';
import { particlesAt } from './elements/particles.ts';
import type { Particles } from './scene.ts';
import type { View } from './view.ts';

/** Bloom of bright parts, vignette and film grain: what makes layers one picture. */
export function finishPicture(raster: Raster, view: View): void {
  // What is printed flat has no lens before it.
  if (view.wish.style === 'flat' || view.wish.style === 'sticker') return;
  const { width, height, data } = raster;
  const cell = Math.max(4, Math.round(view.unit / 96));
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const glow = blurredLights(raster, cell, columns, rows);
  const places = new Int32Array(width);
  const shares = new Float64Array(width);
  const dims = new Float64Array(width);
  for (let x = 0; x < width; x++) {
    const u = (x / width) * 2 - 1;
    const gridX = x / cell;
    const column = Math.floor(gridX);
    places[x] = column * 3;
    shares[x] = gridX - column;
    dims[x] = u * u * 0.55;
  }
  let noise = 0x9e3779b9;
  for (let y = 0; y < height; y++) {
    const v = (y / height) * 2 - 1;
    const gridY = y / cell;
    const row = Math.floor(gridY);
    const fy = gridY - row;
    let slot = y * width * 4;
    for (let x = 0; x < width; x++, slot += 4) {
      const corner = dims[x]! + v * v * 0.45;
      const dim = 1 - corner * corner * 0.3;
      const fx = shares[x]!;
      const rest = 1 - fx;
      const above = row * columns * 3 + places[x]!;
      const below = above + columns * 3;
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      // Enlarged grain would be blots.
      const grain = view.light ? 0 : ((noise >>> 27) - 15.5) * 0.16;
      for (let channel = 0; channel < 3; channel++) {
        const upper = glow[above + channel]! * rest + glow[above + 3 + channel]! * fx;
        const lower = glow[below + channel]! * rest + glow[below + 3 + channel]! * fx;
        const bloom = upper + (lower - upper) * fy;
        const value = data[slot + channel]!;
        data[slot + channel] = (value + (255 - value) * bloom) * dim + grain;
      }
      data[slot + 3] = 255;
    }
  }
}

/** What is nearly white, averaged in cells and blurred, as shares of 255. */
function blurredLights(raster: Raster, cell: number, columns: number, rows: number): Float32Array {
  const cells = new Float32Array((columns + 1) * (rows + 1) * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = Math.min(raster.width - 1, column * cell);
      const y = Math.min(raster.height - 1, row * cell);
      const slot = (y * raster.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const value = raster.data[slot + channel] as number;
        cells[(row * columns + column) * 3 + channel] = (Math.max(0, value - 190) / 65) * 0.2;
      }
    }
  }
  let from = cells;
  for (let pass = 0; pass < 3; pass++) {
    const to = new Float32Array(cells.length);
    const [across, down] = [3, columns * 3];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        for (let channel = 0; channel < 3; channel++) {
          const slot = (row * columns + column) * 3 + channel;
          const at = (move: number): number => from[slot + move] ?? 0;
          to[slot] =
            (at(0) * 2 +
              (column > 0 ? at(-across) : at(0)) +
              (column < columns - 1 ? at(across) : at(0)) +
              (row > 0 ? at(-down) : at(0)) +
              (row < rows - 1 ? at(down) : at(0))) /
            6;
        }
      }
    }
    from = to;
  }
  return from;
}

/** Rain, snow and other particles of the given time (seconds) over a finished picture. */
export function paintParticles(raster: Raster, view: View, kind: Particles, time: number): void {
  const colour = particleColour(view, kind);
  for (const particle of particlesAt(view, kind, time)) {
    if (particle.dx !== 0 || particle.dy !== 0) {
      const wide = particle.radius;
      fillOutline(
        raster,
        outline(
          [particle.x - wide, particle.y],
          [particle.x + wide, particle.y],
          [particle.x + particle.dx + wide, particle.y + particle.dy],
          [particle.x + particle.dx - wide, particle.y + particle.dy],
        ),
        { top: colour, opacity: particle.strength },
      );
      continue;
    }
    const soft = particle.radius * 1.6;
    for (let y = Math.floor(particle.y - soft); y <= particle.y + soft; y++) {
      if (y < 0 || y >= raster.height) continue;
      for (let x = Math.floor(particle.x - soft); x <= particle.x + soft; x++) {
        if (x < 0 || x >= raster.width) continue;
        const far = Math.hypot(x + 0.5 - particle.x, y + 0.5 - particle.y) / soft;
        if (far < 1)
          blend(
            raster.data,
            (y * raster.width + x) * 4,
            colour,
            particle.strength * (1 - far * far),
          );
      }
    }
  }
}

export function particleColour(view: View, kind: Particles): Rgb {
  switch (kind) {
    case 'embers':
      return [255, 150, 60];
    case 'fireflies':
      return [235, 255, 140];
    case 'dust':
      return [255, 240, 205];
    case 'rain':
    case 'snow':
    case 'bubbles':
    case 'none':
      return view.palette.night ? [200, 215, 240] : [240, 246, 252];
    default:
      return kind satisfies never;
  }
}

/** The mark of a draft: a striped ribbon across the lower right corner, drawn as shapes. */
export function paintDraftMark(raster: Raster, width: number, height: number): void {
  const unit = Math.min(width, height);
  const near = unit * 0.1;
  const far = unit * 0.17;
  const ink: Rgb = [24, 24, 28];
  const bright: Rgb = [255, 205, 40];
  const ribbon = outline(
    [width - far, height],
    [width - near, height],
    [width, height - near],
    [width, height - far],
  );
  fillOutline(raster, ribbon, { top: bright, opacity: 0.92 });
  for (let stripe = 0; stripe < 5; stripe++) {
    const along = (stripe + 0.25) / 5;
    const end = along + 0.1;
    const at = (reach: number, t: number): [number, number] => [
      width - reach + reach * t,
      height - reach * t,
    ];
    fillOutline(
      raster,
      [...at(far, along), ...at(far, end), ...at(near, end), ...at(near, along)],
      { top: ink, opacity: 0.92 },
    );
  }
}

import type { Rgb } from '../art/colour.ts';
import { mix, smoothstep } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { blendBetween } from '../art/raster.ts';
import type { View } from '../view.ts';

/**
 * A sheet of clouds, lit from the side of the sun. Density is computed on a coarse grid and
 * interpolated: clouds have no sharp edges, and noise is what a picture spends its time on.
 *
 * @param sheet 0 is the high, far sheet, 1 the low, near one.
 */
export function paintClouds(raster: Raster, view: View, sheet: number): void {
  const { palette, unit, noise, wish } = view;
  const heavy = wish.weather === 'storm' || wish.weather === 'rain';
  const amount = COVER[wish.weather] ?? 0;
  if (amount === 0) return;
  const cell = Math.max(2, Math.round(unit / (view.light ? 120 : 240)));
  const bottom = Math.min(raster.height, Math.ceil(view.horizon * 1.02) - raster.top);
  const columns = Math.ceil(raster.width / cell) + 2;
  const rows = Math.ceil(Math.max(0, bottom) / cell) + 2;
  const density = new Float32Array(columns * rows);
  const light = new Float32Array(columns * rows);
  const size = sheet === 0 ? 1.5 : 2.3;
  const octaves = view.light ? 3 : 5;
  const sunSide = Math.sign(view.sunX - view.width / 2) || 1;
  for (let row = 0; row < rows; row++) {
    const y = (row * cell + raster.top) / unit;
    const level = (row * cell + raster.top) / view.horizon;
    const band = heavy
      ? 1 - smoothstep(0.75, 1.05, level)
      : sheet === 0
        ? 1 - smoothstep(0.15, 0.75, level)
        : smoothstep(0.3, 0.62, level) * (1 - smoothstep(0.82, 1, level));
    // Clouds near the horizon are seen from the side: flatter and longer.
    const squeeze = size * (1.6 + level * 2.6);
    for (let column = 0; column < columns; column++) {
      const x = (column * cell + raster.left) / unit;
      const warp = noise.at(x * 1.1 + 40 + sheet * 9, y * 1.4) * 0.25;
      const shape = noise.fbm(x * size + warp + sheet * 50, y * squeeze + warp, octaves);
      const slot = row * columns + column;
      density[slot] =
        smoothstep(
          0.42 - amount * 0.55,
          0.85 - amount * 0.45,
          (shape + 0.5) * (0.35 + 0.65 * band),
        ) * band;
      light[slot] =
        shape -
        noise.fbm(
          (x + sunSide * 0.035) * size + warp + sheet * 50,
          (y - 0.045) * squeeze + warp,
          3,
        );
    }
  }
  const lit: Rgb = palette.night
    ? mix(palette.sky, palette.sun, 0.22)
    : mix(palette.sun, palette.horizon, heavy ? 0.75 : 0.25);
  const dark: Rgb = mix(palette.haze, palette.zenith, heavy ? 0.75 : 0.42);
  for (let y = 0; y < bottom; y++) {
    const gridY = y / cell;
    const row = Math.floor(gridY);
    const fy = gridY - row;
    for (let x = 0; x < raster.width; x++) {
      const gridX = x / cell;
      const column = Math.floor(gridX);
      const fx = gridX - column;
      const slot = row * columns + column;
      const cover = bilinear(density, slot, columns, fx, fy);
      if (cover < 0.01) continue;
      const side = Math.max(0, Math.min(1, 0.5 + bilinear(light, slot, columns, fx, fy) * 2.2));
      const opacity = cover * (palette.night ? 0.55 : 0.86);
      blendBetween(raster.data, (y * raster.width + x) * 4, dark, lit, side, opacity);
    }
  }
}

const COVER: Readonly<Record<string, number>> = {
  clear: 0.18,
  cloudy: 0.55,
  rain: 0.9,
  storm: 1,
  snow: 0.7,
  mist: 0.4,
};

function bilinear(
  grid: Float32Array,
  slot: number,
  columns: number,
  fx: number,
  fy: number,
): number {
  const a = grid[slot] as number;
  const b = grid[slot + 1] as number;
  const c = grid[slot + columns] as number;
  const d = grid[slot + columns + 1] as number;
  const upper = a + (b - a) * fx;
  return upper + (c + (d - c) * fx - upper) * fy;
}

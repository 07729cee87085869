import { mix, smoothstep } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import type { View } from '../view.ts';

/**
 * A surface of water from `surface` (world y) downwards: a rippled mirror of what stands behind it,
 * deeper in colour towards the viewer, with a path of light under the sun.
 *
 * @param backdrop All that is drawn so far; may be `raster` itself.
 */
export function paintWater(raster: Raster, view: View, surface: number, backdrop: Raster): void {
  const { palette, unit, noise } = view;
  const rough = view.wish.weather === 'storm' ? 2.4 : view.wish.weather === 'rain' ? 1.6 : 1;
  const first = Math.max(0, Math.round(surface) - raster.top);
  const deep = mix(palette.water, palette.shade, 0.35);
  const from = backdrop.data;
  const data = raster.data;
  const tall = Math.max(1, view.height - surface);
  for (let y = first; y < raster.height; y++) {
    const below = y + raster.top - surface;
    const near = Math.min(1, below / tall);
    // Waves look longer and farther apart towards the viewer.
    const v = Math.log(1 + near * 14) * 9;
    const stretch = 26 / (0.35 + near * 3.2);
    const mirror = Math.max(0.08, 0.78 - near * 0.55) / (0.7 + rough * 0.3);
    for (let x = 0; x < raster.width; x++) {
      const u = (x + raster.left) / unit;
      let wave = noise.at(u * stretch * 0.35, v * 2.1);
      if (!view.light) wave += noise.at(u * stretch, v * 4.3 + 20) * 0.6;
      const bend = wave * rough * unit * (0.004 + near * 0.02);
      const sourceX = Math.max(
        0,
        Math.min(backdrop.width - 1, Math.round(x + raster.left - backdrop.left + bend)),
      );
      const sourceY = Math.max(
        0,
        Math.min(
          backdrop.height - 1,
          Math.round(surface - below * 0.95 - 1 - backdrop.top + bend * 0.8),
        ),
      );
      const source = (sourceY * backdrop.width + sourceX) * 4;
      const crest = smoothstep(0.1, 0.8, wave);
      const sunward =
        Math.abs(x + raster.left - view.sunX + bend * 3) / (unit * (0.035 + near * 0.16));
      const glint =
        sunward < 1
          ? (1 - sunward) * smoothstep(0.05, 0.55, wave + 0.1) * (palette.night ? 0.5 : 0.75)
          : 0;
      const slot = (y * raster.width + x) * 4;
      const depth = smoothstep(0, 1, near);
      for (const channel of [0, 1, 2] as const) {
        const body = palette.water[channel] + (deep[channel] - palette.water[channel]) * depth;
        let value = body + ((from[source + channel] as number) - body) * mirror;
        value += (palette.horizon[channel] - value) * crest * 0.13 * rough;
        value -= value * smoothstep(0.1, 0.8, -wave) * 0.16;
        value += (palette.sun[channel] - value) * glint;
        data[slot + channel] = value;
      }
      data[slot + 3] = 255;
    }
  }
}

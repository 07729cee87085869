import type { Rgb } from '../art/colour.ts';
import { mix, smoothstep } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { addGlow, addLight } from '../art/raster.ts';
import type { View } from '../view.ts';

/** Gradient, glow of the sun, its disc or the moon, and stars. Covers the raster. */
export function paintSky(raster: Raster, view: View): void {
  const { palette, unit, sunX, sunY } = view;
  const sky = palette;
  const clear = view.wish.weather === 'clear' || view.wish.weather === 'cloudy';
  const reach = unit * (palette.night ? 0.55 : 0.95);
  const strength = (palette.night ? 0.35 : 0.62) * (clear ? 1 : 0.35);
  const data = raster.data;
  for (let y = 0; y < raster.height; y++) {
    const worldY = y + raster.top;
    const down = Math.max(0, Math.min(1, worldY / Math.max(1, view.horizon)));
    const base: Rgb =
      down < 0.55
        ? mix(sky.zenith, sky.sky, smoothstep(0, 1, down / 0.55))
        : mix(sky.sky, sky.horizon, smoothstep(0, 1, (down - 0.55) / 0.45));
    const dy = (worldY - sunY) * 1.15;
    let slot = y * raster.width * 4;
    for (let x = 0; x < raster.width; x++, slot += 4) {
      const dx = x + raster.left - sunX;
      const far = Math.sqrt(dx * dx + dy * dy) / reach;
      const near = far < 1 ? (1 - far) * (1 - far) * strength : 0;
      // Half a step of noise hides the bands of a slow gradient.
      const dither = ((((x * 73) ^ (y * 151)) & 15) - 7.5) / 14;
      data[slot] = base[0] + (sky.glow[0] - base[0]) * near + dither;
      data[slot + 1] = base[1] + (sky.glow[1] - base[1]) * near + dither;
      data[slot + 2] = base[2] + (sky.glow[2] - base[2]) * near + dither;
      data[slot + 3] = 255;
    }
  }
  if (palette.starlight > 0 && clear) paintStars(raster, view);
  if (clear) paintSun(raster, view);
}

function paintSun(raster: Raster, view: View): void {
  const { palette, unit, sunX, sunY } = view;
  const radius = unit * (palette.night ? 0.045 : 0.052);
  addGlow(raster, sunX, sunY, radius * 5, palette.glow, palette.night ? 0.3 : 0.4);
  const data = raster.data;
  const x0 = Math.max(0, Math.floor(sunX - radius - 1 - raster.left));
  const x1 = Math.min(raster.width, Math.ceil(sunX + radius + 1 - raster.left));
  const y0 = Math.max(0, Math.floor(sunY - radius - 1 - raster.top));
  const y1 = Math.min(raster.height, Math.ceil(sunY + radius + 1 - raster.top));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const dx = x + 0.5 + raster.left - sunX;
      const dy = y + 0.5 + raster.top - sunY;
      const cover = Math.max(0, Math.min(1, radius - Math.hypot(dx, dy) + 0.5));
      if (cover === 0) continue;
      // Dark plains of the moon.
      const plain = palette.night
        ? smoothstep(0.05, 0.4, view.noise.fbm((dx / radius) * 1.6 + 3, (dy / radius) * 1.6, 3)) *
          0.22
        : 0;
      const slot = (y * raster.width + x) * 4;
      for (const channel of [0, 1, 2] as const) {
        const colour = palette.sun[channel] * (1 - plain);
        const value = data[slot + channel] as number;
        data[slot + channel] = value + (colour - value) * cover;
      }
    }
  }
}

function paintStars(raster: Raster, view: View): void {
  const random = view.random.fork('stars');
  const area = (view.width * view.height) / (view.unit * view.unit);
  const count = Math.round(420 * area);
  const wide = view.width * 1.8;
  for (let star = 0; star < count; star++) {
    const x = random.range(-view.width * 0.4, wide);
    const y = random.next() ** 1.3 * view.horizon * 1.02;
    const power = random.next() ** 4;
    const warm = random.next();
    const radius = view.unit * (0.0011 + power * 0.0028);
    const fade = 1 - smoothstep(0.55, 1, y / view.horizon) * (view.wish.biome === 'space' ? 0 : 1);
    addGlow(
      raster,
      x,
      y,
      radius * 1.6 + 0.6,
      [200 + warm * 55, 215 + warm * 20, 255 - warm * 60],
      (0.35 + power) * fade * view.palette.starlight,
    );
  }
  if (view.palette.starlight === 1) paintMilkyWay(raster, view);
}

function paintMilkyWay(raster: Raster, view: View): void {
  const { unit, noise, palette } = view;
  const tone = mix(palette.horizon, [190, 200, 255], 0.5);
  const block = Math.max(1, Math.round(unit / 260));
  for (let y = 0; y < raster.height; y += block) {
    const v = (y + raster.top) / unit;
    if (y + raster.top > view.horizon) break;
    for (let x = 0; x < raster.width; x += block) {
      const u = (x + raster.left) / unit;
      const across = (v - 0.5 + u * 0.55 - 0.28) * 2.6 + noise.at(u * 1.7, v * 1.7) * 0.35;
      const band = Math.max(0, 1 - across * across);
      if (band === 0) continue;
      const cloud = Math.max(0, noise.fbm(u * 4, v * 4 + 7, 3) + 0.25);
      const strength =
        band * cloud * 0.16 * (1 - smoothstep(0.6, 1, (y + raster.top) / view.horizon));
      for (let by = 0; by < block && y + by < raster.height; by++) {
        for (let bx = 0; bx < block && x + bx < raster.width; bx++) {
          addLight(raster.data, ((y + by) * raster.width + x + bx) * 4, tone, strength);
        }
      }
    }
  }
}

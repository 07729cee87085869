import { thicken } from '../art/thicken.ts';
import { mix, smoothstep } from '../art/colour.ts';
import type { Rgb } from '../art/colour.ts';
import { fillOutline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import { addGlow, blend } from '../art/raster.ts';
import type { View } from '../view.ts';

const LAVA: Rgb = [255, 108, 28];
const HOT: Rgb = [255, 226, 140];

/** A cone with a glowing crater, streams of lava and a plume of smoke lit from below. */
export function paintVolcano(
  raster: Raster,
  view: View,
  depth: number,
  base: number,
  rise: number,
): void {
  const { width, unit, noise, palette } = view;
  const centre = view.sunX > width / 2 ? width * 0.4 : width * 0.6;
  const top = base - rise;
  const mouth = unit * 0.05;
  paintPlume(raster, view, centre, top, mouth);
  addGlow(raster, centre, top, unit * 0.3, LAVA, 0.55);
  const dark = mix(palette.haze, mix(palette.shade, [36, 24, 28], 0.5), 0.35 + depth * 1.2);
  const lit = mix(palette.haze, mix(palette.land, [84, 58, 56], 0.5), 0.35 + depth * 1.2);
  const data = raster.data;
  for (let x = 0; x < raster.width; x++) {
    const across = (x + raster.left - centre) / unit;
    const away = Math.max(0, Math.abs(across) - mouth / unit);
    // Slopes that grow gentler downwards, as ash lies.
    const fall = rise * (1 - Math.exp(-away * 2.9)) * 1.12;
    const jag = noise.fbm(across * 5 + 9, 3, 4) * unit * 0.03;
    const dip = away === 0 ? unit * 0.014 : 0;
    const crest = top + fall + jag * Math.min(1, away * 8 + 0.2) + dip;
    for (let y = Math.max(0, Math.floor(crest) - raster.top); y < raster.height; y++) {
      const down = y + raster.top - crest;
      const cover = Math.min(1, down + 1);
      const v = (y + raster.top) / unit;
      const gully = noise.ridge(
        across * 3.2 + Math.sign(across) * v * 0.8,
        v * 0.8,
        view.light ? 2 : 4,
      );
      const shade = smoothstep(
        0.25,
        0.75,
        gully + 0.25 * Math.sign(view.sunX - centre) * across * 2,
      );
      const mist = smoothstep(0, rise * 0.9, y + raster.top - top) * 0.45;
      const heat = Math.max(0, 1 - (y + raster.top - top) / (unit * 0.12)) * 0.5;
      const rock = mix(mix(mix(dark, lit, shade), LAVA, heat), palette.haze, mist);
      const slot = (y * raster.width + x) * 4;
      if (cover < 1) {
        blend(data, slot, rock, Math.max(0, cover));
      } else {
        data[slot] = rock[0];
        data[slot + 1] = rock[1];
        data[slot + 2] = rock[2];
        data[slot + 3] = 255;
      }
    }
  }
  const random = view.random.fork('lava');
  for (let stream = 0; stream < 5; stream++) {
    const start = centre + mouth * random.range(-0.8, 0.8);
    const line: number[] = [start, top + unit * 0.012];
    const reach = rise * random.range(0.3, 0.85);
    const side = random.range(-0.5, 0.5);
    for (let step = 1; step <= 6; step++) {
      const t = step / 6;
      line.push(
        start + unit * (side * t * 0.34 + noise.at(stream * 3, t * 4) * 0.03),
        top + unit * 0.012 + reach * t,
      );
    }
    fillOutline(raster, thicken(line, unit * 0.02, unit * 0.004), {
      top: LAVA,
      bottom: mix(LAVA, [140, 20, 10], 0.6),
      opacity: 0.85,
    });
    fillOutline(raster, thicken(line, unit * 0.009, unit * 0.001), {
      top: HOT,
      bottom: LAVA,
      opacity: 0.95,
    });
  }
  addGlow(raster, centre, top + unit * 0.01, unit * 0.1, HOT, 0.5);
}

function paintPlume(raster: Raster, view: View, centre: number, top: number, mouth: number): void {
  const { unit, noise, palette } = view;
  const smoke = mix(
    mix(palette.sky, [70, 60, 64], 0.65),
    palette.shade,
    palette.night ? 0.5 : 0.15,
  );
  for (let y = 0; y < Math.min(raster.height, top + unit * 0.02 - raster.top); y++) {
    const up = (top + unit * 0.02 - y - raster.top) / unit;
    const middle = centre + unit * (up * up * 0.35 + noise.at(up * 3, 40) * 0.05 * up * 4);
    const half = mouth * 0.8 + unit * up * 0.32;
    for (
      let x = Math.max(0, Math.floor(middle - half * 1.5 - raster.left));
      x < Math.min(raster.width, middle + half * 1.5 - raster.left);
      x++
    ) {
      const across = (x + raster.left - middle) / half;
      const u = (x + raster.left) / unit;
      const billow = noise.fbm(u * 5, up * 5 + 60, view.light ? 3 : 5);
      const cover =
        smoothstep(0, 0.5, 1 - Math.abs(across) + billow * 1.1) * Math.max(0, 1 - up * 0.9) * 0.85;
      if (cover < 0.01) continue;
      const light = Math.max(0, 1 - up * 3.2) * 0.85 * (0.6 + billow);
      blend(
        raster.data,
        (y * raster.width + x) * 4,
        mix(mix(smoke, palette.glow, 0.18 + billow * 0.35), LAVA, light),
        cover,
      );
    }
  }
}

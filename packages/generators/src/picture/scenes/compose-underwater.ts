import { mix, smoothstep } from '../art/colour.ts';
import type { Rgb } from '../art/colour.ts';
import { thicken } from '../art/thicken.ts';
import { fillOutline, outline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import { addLight } from '../art/raster.ts';
import type { Layer, Scene } from '../scene.ts';
import { placeSubjects } from '../stage.ts';
import type { Ridge } from '../elements/terrain.ts';
import { landFrom, paintRidge } from '../elements/terrain.ts';
import type { View } from '../view.ts';

/** Water from the light above to the dark below, rays, reefs in the haze, weed and coral. */
export function composeUnderwater(view: View): Scene {
  const { height, unit, palette } = view;
  const top = mix(palette.water, [150, 235, 240], palette.night ? 0.25 : 0.6);
  const deep = mix(palette.water, [4, 26, 52], 0.7);
  const sea: View = {
    ...view,
    palette: {
      ...palette,
      haze: mix(top, deep, 0.5),
      land: mix(palette.water, [24, 62, 70], 0.6),
      shade: mix(deep, [2, 10, 24], 0.5),
      sun: top,
      glow: top,
    },
  };
  const ridge = (
    name: string,
    relief: Ridge['relief'],
    depth: number,
    base: number,
    rise: number,
  ): Layer => {
    const form: Ridge = {
      relief,
      depth,
      base: base * height,
      rise: rise * unit,
      offset: view.random.fork(name).range(0, 80),
      snow: 0,
    };
    return {
      name,
      depth,
      motion: { kind: 'still' },
      coversFrom: (raster) => landFrom(raster, sea, form),
      paint(raster, _backdrop, hidden) {
        paintRidge(raster, sea, form, hidden);
        if (depth > 0.4) paintWeed(raster, sea, form, name);
      },
    };
  };
  return {
    layers: [
      {
        name: 'water',
        depth: 0,
        motion: { kind: 'still' },
        paint: (raster) => paintDepth(raster, view, top, deep),
      },
      {
        name: 'rays',
        depth: 0.02,
        motion: { kind: 'drift', speed: 0.018 },
        paint: (raster) => paintRays(raster, view, top),
      },
      ridge('far reef', 'peaks', 0.15, 0.82, 0.4),
      ridge('middle reef', 'peaks', 0.42, 0.92, 0.32),
      ...placeSubjects(view, {
        ground: height * 0.86,
        depth: 0.75,
        mirrored: false,
        afloat: height * 0.5,
      }),
      ridge('bed', 'dunes', 0.75, 0.93, 0.07),
      ridge('near bed', 'ice', 1, 1.03, 0.1),
    ],
    particles: 'bubbles',
  };
}

function paintDepth(raster: Raster, view: View, top: Rgb, deep: Rgb): void {
  const { data } = raster;
  for (let y = 0; y < raster.height; y++) {
    const row = mix(top, deep, smoothstep(-0.05, 0.95, (y + raster.top) / view.height));
    let slot = y * raster.width * 4;
    for (let x = 0; x < raster.width; x++, slot += 4) {
      const near = Math.abs(x + raster.left - view.sunX) / view.width;
      const light =
        Math.max(0, 1 - near * 1.7) * Math.max(0, 1 - (y + raster.top) / (view.height * 0.8)) * 34;
      const dither = ((((x * 73) ^ (y * 151)) & 15) - 7.5) / 14;
      data[slot] = row[0] + light + dither;
      data[slot + 1] = row[1] + light + dither;
      data[slot + 2] = row[2] + light * 0.8 + dither;
      data[slot + 3] = 255;
    }
  }
}

function paintRays(raster: Raster, view: View, colour: Rgb): void {
  const { noise, unit, height } = view;
  for (let y = 0; y < raster.height; y++) {
    const down = (y + raster.top) / height;
    const fade = Math.max(0, 1 - down * 1.25);
    if (fade === 0) break;
    for (let x = 0; x < raster.width; x++) {
      // Rays lean away from the sun, as if they came from one place above the water.
      const origin = (x + raster.left - view.sunX) / (1 + down * 1.1);
      const ray = smoothstep(
        0.05,
        0.75,
        noise.at((origin / unit) * 9, 4) + 0.5 * noise.at((origin / unit) * 23, 9),
      );
      if (ray > 0.01)
        addLight(raster.data, (y * raster.width + x) * 4, colour, ray * fade * fade * 0.3);
    }
  }
}

/** Weed and corals on a bed. */
function paintWeed(raster: Raster, view: View, ridge: Ridge, label: string): void {
  const { unit, width, palette } = view;
  const random = view.random.fork(`weed ${label}`);
  const corals: readonly [Rgb, ...Rgb[]] = [
    [222, 92, 96],
    [232, 146, 74],
    [196, 92, 170],
    [240, 196, 110],
  ];
  const count = Math.round((view.light ? 26 : 60) * (width / unit));
  for (let plant = 0; plant < count; plant++) {
    const x = random.range(-width * 0.35, width * 1.35);
    const tall = unit * random.range(0.04, 0.16) * (0.4 + ridge.depth * 0.8);
    const y = ridge.base + unit * random.range(-0.01, 0.03);
    const lean = random.range(-0.3, 0.3);
    const tone = random.chance(0.3)
      ? mix(random.pick(corals), palette.shade, 0.35 * (1.4 - ridge.depth))
      : mix(palette.land, [60, 150, 90], random.range(0.1, 0.5));
    const colour = mix(palette.haze, tone, ridge.depth ** 0.7);
    const fan = random.chance(0.35) ? 5 : 1;
    for (let blade = 0; blade < fan; blade++) {
      const turn = fan === 1 ? lean : (blade / (fan - 1) - 0.5) * 1.5;
      const line = thicken(
        outline(
          [x, y + tall * 0.2],
          [x + tall * turn * 0.3 + tall * 0.06, y - tall * 0.35],
          [x + tall * turn * 0.7 - tall * 0.05, y - tall * 0.7],
          [x + tall * turn, y - tall],
        ),
        tall * (fan === 1 ? 0.13 : 0.09),
        tall * (fan === 1 ? 0.02 : 0.07),
      );
      fillOutline(raster, line, {
        top: mix(colour, palette.glow, 0.2),
        bottom: mix(colour, palette.shade, 0.45),
      });
    }
  }
}

import { hsl, luma, mix } from '../art/colour.ts';
import type { Rgb } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { blend } from '../art/raster.ts';
import type { Layer, Scene } from '../scene.ts';
import { placeSubjects } from '../stage.ts';
import type { View } from '../view.ts';

/** Flowing colour for words that name nothing we know: a marbled ground, and ribbons over it. */
export function composeAbstract(view: View): Scene {
  const random = view.random.fork('abstract');
  const colours = coloursOf(view);
  const ribbons = random.integer(4, 6);
  const layers: Layer[] = [
    {
      name: 'ground',
      depth: 0.05,
      motion: { kind: 'drift', speed: 0.01 },
      paint: (raster) => paintMarble(raster, view, colours),
    },
  ];
  for (let ribbon = 0; ribbon < ribbons; ribbon++) {
    const colour = colours[(ribbon + 1) % colours.length] ?? colours[0];
    const level = 0.3 + (ribbon / ribbons) * 0.62;
    layers.push({
      name: `ribbon ${ribbon}`,
      depth: 0.2 + ribbon * 0.15,
      motion: { kind: 'drift', speed: 0.02 * (ribbon % 2 === 0 ? 1 : -1) },
      paint: (raster) => paintRibbon(raster, view, colour, level, ribbon),
    });
  }
  layers.push(
    ...placeSubjects(view, {
      ground: view.height * 0.8,
      depth: 0.8,
      mirrored: false,
      afloat: view.height * 0.52,
    }),
  );
  return { layers, particles: 'none' };
}

/** Those of the prompt, or neighbours on the colour wheel with one across from them. */
function coloursOf(view: View): readonly [Rgb, ...Rgb[]] {
  const random = view.random.fork('colours');
  const hue = random.next();
  const deep = view.palette.night;
  const own = [
    hsl(hue, 0.5, deep ? 0.16 : 0.3),
    hsl(hue + 0.05, 0.48, deep ? 0.3 : 0.48),
    hsl(hue + 0.11, 0.52, deep ? 0.45 : 0.64),
    hsl(hue + 0.45, 0.6, 0.66),
    hsl(hue + 0.15, 0.45, 0.84),
  ] as const;
  const [first, second = mix(first ?? own[0], [255, 240, 220], 0.55)] = view.wish.colours;
  if (first === undefined) return own;
  const list: Rgb[] = [
    mix(first, [10, 12, 30], 0.55),
    first,
    second,
    mix(first, second, 0.5),
    mix(second, [255, 255, 255], 0.55),
  ];
  const [head = first, ...rest] = [...list, ...view.wish.colours.slice(2)].sort(
    (a, b) => luma(a) - luma(b),
  );
  return [head, ...rest];
}

/** Noise bent by noise, as oil on water. */
function paintMarble(raster: Raster, view: View, colours: readonly [Rgb, ...Rgb[]]): void {
  const { noise, unit } = view;
  const { data } = raster;
  const block = view.light ? 3 : 2;
  for (let y = 0; y < raster.height; y += block) {
    for (let x = 0; x < raster.width; x += block) {
      const u = ((x + raster.left) / unit) * 1.3;
      const v = ((y + raster.top) / unit) * 1.3;
      const bendX = noise.fbm(u, v, 3);
      const bendY = noise.fbm(u + 5.2, v + 1.3, 3);
      const value = noise.fbm(u + bendX * 1.6, v + bendY * 1.6, view.light ? 2 : 4);
      const place =
        Math.max(0, Math.min(0.999, value * 0.9 + 0.45 + v * 0.12)) * (colours.length - 1);
      const index = Math.floor(place);
      const colour = mix(
        mix(colours[index] ?? colours[0], colours[index + 1] ?? colours[0], place - index),
        [0, 0, 0],
        0.12 - bendX * 0.25,
      );
      for (let by = 0; by < block && y + by < raster.height; by++) {
        for (let bx = 0; bx < block && x + bx < raster.width; bx++) {
          const slot = ((y + by) * raster.width + x + bx) * 4;
          data[slot] = colour[0];
          data[slot + 1] = colour[1];
          data[slot + 2] = colour[2];
          data[slot + 3] = 255;
        }
      }
    }
  }
}

/** A band that fades downwards, with a bright edge and a shadow over it. */
function paintRibbon(raster: Raster, view: View, colour: Rgb, level: number, index: number): void {
  const { noise, unit, height } = view;
  for (let x = 0; x < raster.width; x++) {
    const u = (x + raster.left) / unit;
    const crest =
      height * level +
      unit * (0.15 * noise.at(u * 0.9 + index * 7, index) + 0.04 * noise.at(u * 2.6, index + 30));
    const thick = unit * (0.2 + 0.12 * noise.at(u * 0.7 + 50, index));
    const shadow = unit * 0.035;
    const first = Math.max(0, Math.floor(crest - shadow - raster.top));
    const last = Math.min(raster.height, Math.ceil(crest + thick - raster.top));
    for (let y = first; y < last; y++) {
      const down = y + raster.top - crest;
      const slot = (y * raster.width + x) * 4;
      if (down < 0) {
        blend(raster.data, slot, [8, 8, 20], (1 + down / shadow) * 0.22);
        continue;
      }
      const t = down / thick;
      const edge = Math.max(0, 1 - down / (unit * 0.006));
      const tone = mix(mix(colour, [255, 255, 255], 0.3 * (1 - t)), [255, 255, 255], edge * 0.35);
      blend(raster.data, slot, tone, Math.min(1, down + 0.5) * (1 - t) * (1 - t) * 0.94);
    }
  }
}

import type { Rgb } from './colour.ts';
import { hsl, luma, mix, rgb, saturate, scale, tint } from './colour.ts';
import type { Random } from './random.ts';
import type { Biome, Daytime } from '../words/vocabulary.ts';
import type { Wish } from '../words/read-wish.ts';

/** All colours of a scene. */
export interface Palette {
  readonly zenith: Rgb;
  readonly sky: Rgb;
  readonly horizon: Rgb;
  /** Disc of the sun or moon. */
  readonly sun: Rgb;
  /** Glow around it, and rims of what it lights. */
  readonly glow: Rgb;
  /** What the farthest land fades into. */
  readonly haze: Rgb;
  /** The nearest land in full light, and in shadow. */
  readonly land: Rgb;
  readonly shade: Rgb;
  readonly water: Rgb;
  readonly accent: Rgb;
  readonly night: boolean;
  /** Height of the sun over the horizon, 0 to 1 of the sky. */
  readonly sunHeight: number;
  readonly starlight: number;
}

type Tuple = readonly [
  zenith: string,
  sky: string,
  horizon: string,
  sun: string,
  glow: string,
  haze: string,
  shade: string,
];

const SKIES: Readonly<Record<Daytime, Tuple>> = {
  dawn: ['#4c5f9c', '#c795b0', '#ffd9ae', '#fff4d6', '#ffc690', '#e6bdb2', '#33315a'],
  day: ['#2a74c9', '#6db3ea', '#d5edf8', '#fffdf0', '#fff3cf', '#b9d8ea', '#1d4655'],
  golden: ['#4f79ab', '#e9b072', '#ffdc92', '#fff6d2', '#ffc163', '#efc08a', '#4b2d2b'],
  sunset: ['#2b2064', '#c9466f', '#ffa25b', '#ffe7a6', '#ff8a4e', '#dd7272', '#241742'],
  dusk: ['#161d52', '#5e5094', '#ee9686', '#ffd9b8', '#ef8e7e', '#8f6f9c', '#15122f'],
  night: ['#040a22', '#0f2352', '#2c5284', '#eef4ff', '#7fa8e0', '#2c4a7a', '#050b1d'],
};

const SUN_HEIGHTS: Readonly<Record<Daytime, number>> = {
  dawn: 0.2,
  day: 0.66,
  golden: 0.34,
  sunset: 0.12,
  dusk: 0.06,
  night: 0.66,
};

const LANDS: Readonly<Record<Biome, string>> = {
  mountains: '#4d6470',
  hills: '#5f9440',
  forest: '#2f6242',
  desert: '#d08a4a',
  sea: '#56704c',
  city: '#4a5268',
  arctic: '#c3dcea',
  volcano: '#4a2f30',
  space: '#3a3a5c',
  underwater: '#1f5f6e',
  interior: '#8a6a4e',
  studio: '#8a8a8a',
  abstract: '#5a5a8a',
};

const WATERS: Readonly<Record<Daytime, string>> = {
  dawn: '#5d7396',
  day: '#1f7fae',
  golden: '#3f7186',
  sunset: '#4a3468',
  dusk: '#27305f',
  night: '#0a1a3c',
};

/** The colours that time, weather, place and the named colours agree on. */
export function choosePalette(wish: Wish, random: Random): Palette {
  const [zenith, sky, horizon, sun, glow, haze, shade] = SKIES[wish.daytime].map(rgb) as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ];
  const night = wish.daytime === 'night';
  const light = mix([255, 255, 255], night ? rgb('#5f7fbf') : horizon, night ? 0.85 : 0.35);
  const lit = wish.daytime === 'day' ? 1 : night ? 0.42 : wish.daytime === 'dusk' ? 0.55 : 0.8;
  const snowy = wish.weather === 'snow' && wish.biome !== 'city';
  const ground = snowy ? mix(rgb(LANDS[wish.biome]), rgb('#dfe9f2'), 0.75) : rgb(LANDS[wish.biome]);
  const lead = wish.colours[0];
  const second = wish.colours[1] ?? lead;
  const grey = GREYNESS[wish.weather] ?? 0;
  const veil = rgb(night ? '#26344f' : wish.weather === 'snow' ? '#aebccb' : '#9aa5b0');
  const finish = (colour: Rgb, pull: number, towards = lead): Rgb => {
    const dulled = mix(colour, scaleTo(veil, luma(colour) * (1 - grey * 0.35)), grey);
    const tinted =
      towards === undefined ? dulled : mix(dulled, scaleTo(towards, luma(dulled)), pull);
    return saturate(tinted, wish.vividness);
  };
  const space = wish.biome === 'space';
  const hue = random.range(0.5, 0.95);
  return {
    zenith: space ? finish(rgb('#05040f'), 0.1) : finish(zenith, 0.3),
    sky: space ? finish(hsl(hue, 0.6, 0.13), 0.4) : finish(sky, 0.45),
    horizon: space ? finish(hsl(hue + 0.12, 0.65, 0.3), 0.6) : finish(horizon, 0.4),
    sun,
    glow: finish(glow, 0.3),
    haze: finish(haze, 0.45, second),
    land: saturate(finish(scale(tint(ground, light), lit), 0.12, second), 1.05),
    shade: finish(mix(shade, ground, 0.12), 0.25, second),
    water: finish(rgb(WATERS[wish.daytime]), 0.35, second),
    accent: lead ?? mix(glow, rgb('#d8503f'), 0.5),
    night: night || space,
    sunHeight: SUN_HEIGHTS[wish.daytime] + random.range(-0.05, 0.05),
    starlight: space || night ? 1 : wish.daytime === 'dusk' ? 0.45 : 0,
  };
}

/** The palette with the colours of references in it, dark to light: what is added fits the picture. */
export function borrowColours(
  palette: Palette,
  colours: readonly [Rgb, Rgb, Rgb, Rgb, Rgb] | undefined,
): Palette {
  if (colours === undefined) return palette;
  const [darkest, dark, middle, light, lightest] = colours;
  return {
    ...palette,
    zenith: mix(palette.zenith, dark, 0.5),
    sky: mix(palette.sky, light, 0.5),
    horizon: mix(palette.horizon, lightest, 0.5),
    haze: mix(palette.haze, light, 0.5),
    land: mix(palette.land, middle, 0.5),
    shade: mix(palette.shade, darkest, 0.6),
    accent: mix(palette.accent, middle, 0.4),
  };
}

const GREYNESS: Readonly<Record<string, number>> = {
  cloudy: 0.15,
  rain: 0.6,
  storm: 0.75,
  snow: 0.62,
  mist: 0.5,
};

/** The colour's hue at another luma. */
function scaleTo(colour: Rgb, level: number): Rgb {
  const own = Math.max(12, luma(colour));
  return own > level
    ? scale(colour, level / own)
    : mix(colour, [255, 255, 255], (level - own) / (255 - own || 1));
}

import { singular } from '../../subjects/singular.ts';

export type Daytime = 'dawn' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night';
export type Weather = 'clear' | 'cloudy' | 'rain' | 'storm' | 'snow' | 'mist';
export type Biome =
  | 'mountains'
  | 'hills'
  | 'forest'
  | 'desert'
  | 'sea'
  | 'city'
  | 'arctic'
  | 'volcano'
  | 'space'
  | 'underwater'
  | 'interior'
  | 'studio'
  | 'abstract';

export const DAYTIMES: Readonly<Record<Daytime, string>> = {
  dawn: 'dawn sunrise morning daybreak',
  day: 'day daylight noon midday sunny bright daytime summer afternoon',
  golden: 'warm autumn fall harvest',
  sunset: 'sunset sundown evening',
  dusk: 'dusk twilight gloaming',
  night: 'night midnight moonlit moonlight nocturnal starry stars moon dark neon cyberpunk aurora',
};

export const WEATHERS: Readonly<Record<Weather, string>> = {
  clear: 'clear cloudless',
  cloudy: 'cloud cloudy overcast clouds',
  rain: 'rain rainy drizzle wet',
  storm: 'storm stormy thunder lightning tempest',
  snow: 'snow snowy blizzard snowfall winter',
  mist: 'mist misty fog foggy haze hazy',
};

export const BIOMES: Readonly<Record<Biome, string>> = {
  mountains: 'mountain peak alps alpine cliff ridge summit highland canyon valley',
  hills: 'hill meadow field grassland prairie countryside farm village pasture plain garden park',
  forest: 'forest wood woods woodland jungle grove taiga swamp',
  desert: 'desert dune sand sahara mesa oasis mars',
  sea: 'sea ocean coast beach island lake harbor harbour bay shore river lagoon wave water',
  city: 'city town skyline street downtown metropolis urban cyberpunk building',
  arctic: 'arctic antarctic ice iceberg glacier frozen polar tundra',
  volcano: 'volcano lava magma volcanic hell inferno',
  space: 'space galaxy nebula cosmos cosmic orbit universe',
  underwater: 'underwater reef seabed deep',
  interior: 'room interior inside kitchen library office hall bedroom indoor',
  studio: 'studio',
  abstract: 'abstract pattern gradient texture background minimal geometric wallpaper shape',
};

export const VIVID = 'vivid vibrant colorful colourful neon bright bold saturated';
export const MUTED = 'muted pastel faded soft pale vintage minimal watercolor watercolour';

const SCENE_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(DAYTIMES), ...Object.values(WEATHERS), ...Object.values(BIOMES)].flatMap(
    (words) => words.split(' '),
  ),
);

/** True for a word that names a place, a time of day or a weather. */
export function isSceneWord(word: string): boolean {
  return SCENE_WORDS.has(word) || SCENE_WORDS.has(singular(word));
}

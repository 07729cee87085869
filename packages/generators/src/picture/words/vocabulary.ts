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
  | 'abstract';

export const DAYTIMES: Readonly<Record<Daytime, string>> = {
  dawn: 'dawn sunrise morning daybreak',
  day: 'day daylight noon midday sunny bright daytime summer afternoon',
  golden: 'golden warm autumn fall harvest',
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
  city: 'city town skyline street downtown metropolis skyscraper urban cyberpunk building',
  arctic: 'arctic antarctic ice iceberg glacier frozen polar tundra',
  volcano: 'volcano lava magma volcanic hell inferno',
  space: 'space galaxy nebula cosmos cosmic planet orbit star universe asteroid',
  underwater: 'underwater reef coral seabed submarine deep',
  interior:
    'room interior inside kitchen library studio office hall bedroom table desk shop indoor',
  abstract: 'abstract pattern gradient texture background minimal geometric wallpaper shape',
};

/** Subject words, and the biome in which a subject stands where the prompt names none. */
export const SUBJECTS: Readonly<Record<string, readonly [words: string, home: Biome]>> = {
  castle: ['castle fortress palace citadel', 'mountains'],
  tower: ['tower wizard-tower keep obelisk', 'hills'],
  house: ['house cottage cabin hut barn home inn farmhouse', 'hills'],
  lighthouse: ['lighthouse beacon', 'sea'],
  windmill: ['windmill mill turbine', 'hills'],
  temple: ['temple shrine pagoda ruin monument', 'mountains'],
  bridge: ['bridge aqueduct', 'sea'],
  pine: ['pine fir spruce conifer', 'forest'],
  tree: ['tree oak maple bonsai willow cherry blossom', 'hills'],
  palm: ['palm', 'sea'],
  ship: ['ship galleon pirate frigate vessel clipper', 'sea'],
  boat: ['boat sailboat yacht canoe dinghy sail', 'sea'],
  whale: ['whale orca', 'sea'],
  fish: ['fish shark koi dolphin goldfish', 'underwater'],
  dragon: ['dragon wyvern drake', 'mountains'],
  bird: ['bird eagle raven crow owl gull hawk parrot phoenix', 'hills'],
  horse: ['horse unicorn pony deer stag elk donkey moose', 'hills'],
  wolf: ['wolf fox dog corgi puppy coyote hound husky', 'forest'],
  cat: ['cat kitten lion tiger panther leopard', 'hills'],
  bear: ['bear panda boar elephant rhino bison creature monster beast', 'forest'],
  person: [
    'person man woman girl boy child hero traveller traveler explorer hiker figure portrait',
    'hills',
  ],
  knight: ['knight warrior samurai soldier guard viking king queen', 'mountains'],
  wizard: ['wizard mage witch sorcerer monk druid', 'forest'],
  astronaut: ['astronaut cosmonaut spaceman', 'space'],
  robot: ['robot mech android droid mecha golem', 'city'],
  car: ['car truck van bus taxi jeep automobile roadster vehicle', 'city'],
  train: ['train locomotive railway', 'hills'],
  rocket: ['rocket spaceship starship shuttle missile', 'space'],
  plane: ['plane airplane aircraft jet airship zeppelin', 'mountains'],
  balloon: ['balloon hot-air-balloon', 'hills'],
  mushroom: ['mushroom toadstool fungus', 'forest'],
  crystal: ['crystal gem diamond ruby emerald jewel', 'mountains'],
  sword: ['sword blade dagger katana excalibur', 'mountains'],
  chair: ['chair armchair sofa throne stool couch', 'interior'],
  lamp: ['lamp lantern candle torch', 'interior'],
  vase: ['vase bottle pot jar cup mug teapot potion', 'interior'],
  book: ['book tome scroll', 'interior'],
  flower: ['flower rose tulip sunflower lily daisy plant', 'hills'],
  crate: ['crate chest box barrel treasure', 'interior'],
};

export const COLOURS: Readonly<Record<string, string>> = {
  red: '#c8322b',
  crimson: '#a5162c',
  scarlet: '#d8341f',
  orange: '#e87b22',
  amber: '#f0a628',
  yellow: '#f2cf3a',
  gold: '#d9a93a',
  golden: '#d9a93a',
  green: '#4a9a45',
  lime: '#8fcf3c',
  emerald: '#1f9a66',
  teal: '#1f8a8a',
  turquoise: '#35bdb2',
  cyan: '#36c3e0',
  blue: '#2f68c8',
  azure: '#3a8fe0',
  navy: '#1d2f66',
  indigo: '#40358f',
  violet: '#7b45c0',
  purple: '#7d3aa8',
  magenta: '#c7339a',
  pink: '#ef8fb2',
  brown: '#7a4f30',
  bronze: '#a8713a',
  copper: '#b8683c',
  white: '#f1efe9',
  silver: '#c0c6cd',
  grey: '#84898f',
  gray: '#84898f',
  black: '#26262b',
  ivory: '#efe6cf',
  cream: '#f3e7c8',
  beige: '#d8c6a2',
  coral: '#f1785c',
  lavender: '#a99adf',
  rose: '#e0607e',
  wooden: '#8a5a34',
  stone: '#8f8a82',
};

/** Colours that a word brings along when the prompt names none. */
export const WORD_COLOURS: Readonly<Record<string, string>> = {
  sunflower: '#f2b92e',
  rose: '#d0304a',
  lily: '#f1e9e0',
  daisy: '#f4f1ea',
  tulip: '#e8566f',
  cherry: '#f2b8cb',
  blossom: '#f2b8cb',
  maple: '#d9622e',
  willow: '#8fa85a',
  fox: '#d9772e',
  husky: '#9aa5b0',
  corgi: '#d99a52',
  panda: '#e9e6e0',
  elephant: '#8a8d94',
  rhino: '#85858a',
  lion: '#d0a050',
  tiger: '#e08a2e',
  panther: '#2b2b31',
  leopard: '#d3a651',
  crow: '#26262b',
  raven: '#26262b',
  owl: '#9a7a54',
  gull: '#eceff1',
  parrot: '#d8402f',
  phoenix: '#e8622a',
  eagle: '#6d4c30',
  unicorn: '#f3eef4',
  deer: '#a8743f',
  stag: '#8a5f38',
  donkey: '#85807a',
  orca: '#26303a',
  shark: '#7a8a99',
  dolphin: '#6f8fae',
  koi: '#f0603a',
  ruby: '#c2253d',
  emerald: '#1f9a66',
  diamond: '#cfe4f2',
  samurai: '#8a2f2f',
  viking: '#6d5a48',
  king: '#7a3a8f',
  queen: '#a83a6d',
  witch: '#3a2f4a',
  taxi: '#f2c230',
  bus: '#d8402f',
  torch: '#6d4c30',
};

export const VIVID = 'vivid vibrant colorful colourful neon bright bold saturated';
export const MUTED = 'muted pastel faded soft pale vintage minimal watercolor watercolour';
export const MANY = 'two three four five many several flock herd group fleet some';

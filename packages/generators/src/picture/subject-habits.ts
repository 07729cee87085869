import { wordList } from '../word-list.ts';
import type { Biome } from './words/vocabulary.ts';

/** Where a subject belongs in a scene. */
export type Stand = 'ground' | 'water' | 'air' | 'deep';
/** How it moves in a video. */
export type Gait = 'still' | 'walk' | 'sail' | 'fly' | 'hover' | 'drive';

export interface Habits {
  readonly stand: Stand;
  readonly gait: Gait;
  /** The biome that it stands in where the prompt names a time or a weather, but no place. */
  readonly home: Biome | undefined;
}

/** Names of glyphs by what they do; what stands in no list stands still on the ground. */
const LISTS: readonly (readonly [Stand, Gait, Biome | undefined, readonly string[]])[] = [
  [
    'water',
    'sail',
    'sea',
    wordList(`ship sailboat passenger-ship ferry canoe speedboat motor-boat pirate-ship duck swan`),
  ],
  [
    'deep',
    'hover',
    'underwater',
    wordList(`fish tropical-fish blowfish shark dolphin whale spouting-whale octopus squid
    jellyfish submarine seal lobster shrimp coral`),
  ],
  ['air', 'fly', 'mountains', ['dragon', 'phoenix-bird', 'eagle']],
  [
    'air',
    'fly',
    undefined,
    wordList(`airplane small-airplane helicopter bird eagle dove bat butterfly honeybee dragonfly
    parrot drone dragon phoenix-bird owl fly mosquito blackbird flamingo goose`),
  ],
  [
    'air',
    'hover',
    undefined,
    wordList(`hot-air-balloon balloon airship kite parachute ghost person-fairy
    snowflake cloud aerial-tramway`),
  ],
  [
    'air',
    'hover',
    'space',
    wordList(`rocket spaceship flying-saucer satellite astronaut alien-monster comet ringed-planet
    full-moon globe-showing-europe-africa globe-showing-americas milky-way sun star`),
  ],
  [
    'ground',
    'drive',
    'city',
    wordList(`automobile racing-car taxi bus minibus articulated-lorry delivery-truck fire-engine
    ambulance police-car motorcycle bicycle motor-scooter kick-scooter sport-utility-vehicle pickup-truck tram`),
  ],
  ['ground', 'drive', 'hills', wordList('locomotive tractor excavator bulldozer tank')],
  [
    'ground',
    'walk',
    undefined,
    wordList(`horse dog cat wolf fox bear lion tiger elephant deer cow pig ewe goat rabbit camel
    giraffe zebra robot t-rex sauropod unicorn mouse panda penguin chicken turtle`),
  ],
  ['ground', 'still', 'sea', ['lighthouse']],
  ['ground', 'still', 'arctic', ['igloo', 'polar-bear', 'sled']],
  ['ground', 'still', 'desert', ['cactus', 'pyramid', 'two-hump-camel', 'scorpion']],
];

export function habitsOf(glyph: string): Habits {
  const found = LISTS.find(([, , , names]) => names.includes(glyph));
  return { stand: found?.[0] ?? 'ground', gait: found?.[1] ?? 'still', home: found?.[2] };
}

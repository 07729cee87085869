import { BEASTS } from './beasts.ts';
import { BUILDINGS } from './buildings.ts';
import { CREATURES } from './creatures.ts';
import { PEOPLE } from './people.ts';
import { PLANTS } from './plants.ts';
import type { Subject } from './subject.ts';
import { THINGS } from './things.ts';
import { VEHICLES } from './vehicles.ts';

/** Every subject that the words of a prompt can name. */
export const SUBJECT_TABLE: Readonly<Record<string, Subject>> = {
  ...BEASTS,
  ...BUILDINGS,
  ...CREATURES,
  ...PEOPLE,
  ...PLANTS,
  ...THINGS,
  ...VEHICLES,
};

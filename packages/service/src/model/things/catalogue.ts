import { chair } from './chair.ts';
import { crate } from './crate.ts';
import { dragon } from './dragon.ts';
import { form } from './form.ts';
import { house } from './house.ts';
import type { Thing } from './kit.ts';
import { mushroom } from './mushroom.ts';
import { rock } from './rock.ts';
import { sword } from './sword.ts';
import { pine, tree } from './tree.ts';

/** Every thing of the grammar. Where a word asks for two, the first has it. */
export const THINGS: readonly Thing[] = [
  dragon,
  crate,
  rock,
  tree,
  pine,
  mushroom,
  sword,
  house,
  chair,
];

/** What is made where no word is known. */
export const FORM: Thing = form;

/** The name of the thing that a noun asks for. */
export function thingNamed(word: string): string | undefined {
  return THINGS.find((thing) => thing.words.includes(word))?.name;
}

export function thingOf(name: string | undefined): Thing {
  return THINGS.find((thing) => thing.name === name) ?? FORM;
}

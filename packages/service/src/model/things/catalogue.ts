import type { Thing } from './kit.ts';
import { animal } from './animal.ts';
import { axe, hammer, shield, staff } from './arms.ts';
import { barrel } from './barrel.ts';
import { bed } from './bed.ts';
import { bird } from './bird.ts';
import { car } from './car.ts';
import { castle } from './castle.ts';
import { chair } from './chair.ts';
import { character } from './character.ts';
import { chest } from './chest.ts';
import { crate } from './crate.ts';
import { cup } from './cup.ts';
import { cactus, palm } from './desert.ts';
import { dragon } from './dragon.ts';
import { fish } from './fish.ts';
import { flower } from './flower.ts';
import { apple, pumpkin } from './food.ts';
import { form } from './form.ts';
import { crystal, gem } from './gems.ts';
import { house } from './house.ts';
import { coin, crown, ring } from './jewels.ts';
import { lamp } from './lamp.ts';
import { lantern } from './lantern.ts';
import { mushroom } from './mushroom.ts';
import { plane } from './plane.ts';
import { robot } from './robot.ts';
import { rock } from './rock.ts';
import { rocket } from './rocket.ts';
import { ship } from './ship.ts';
import { snowman } from './snowman.ts';
import { solid } from './solids.ts';
import { cake } from './sweets.ts';
import { sword } from './sword.ts';
import { table } from './table.ts';
import { tower } from './tower.ts';
import { book, key } from './treasure.ts';
import { pine, tree } from './tree.ts';
import { potion, vase } from './vessels.ts';
import { well } from './well.ts';

/** Every thing of the grammar. Where a word asks for two, the first has it. */
export const THINGS: readonly Thing[] = [
  dragon,
  character,
  robot,
  animal,
  bird,
  fish,
  snowman,
  ship,
  rocket,
  car,
  plane,
  castle,
  tower,
  house,
  chest,
  crate,
  barrel,
  potion,
  vase,
  cup,
  lantern,
  lamp,
  sword,
  axe,
  hammer,
  shield,
  staff,
  chair,
  table,
  bed,
  flower,
  cactus,
  palm,
  tree,
  pine,
  mushroom,
  pumpkin,
  apple,
  cake,
  crystal,
  gem,
  coin,
  ring,
  crown,
  key,
  book,
  well,
  solid,
  rock,
];

/** What is made where no word is known. */
const FORM: Thing = form;

/** The name of the thing that a noun asks for. */
export function thingNamed(word: string): string | undefined {
  return THINGS.find((thing) => thing.words.includes(word))?.name;
}

export function thingOf(name: string | undefined): Thing {
  return THINGS.find((thing) => thing.name === name) ?? FORM;
}

import { lexicon } from '../../subjects/lexicon.ts';
import type { Thing } from './kit.ts';
import { animal } from './creatures/animal.ts';
import { axe, hammer, shield, staff } from './treasure/arms.ts';
import { barrel } from './household/barrel.ts';
import { bed } from './household/bed.ts';
import { bird } from './creatures/bird.ts';
import { car } from './vehicles/car.ts';
import { castle } from './buildings/castle.ts';
import { chair } from './household/chair.ts';
import { character } from './creatures/character.ts';
import { chest } from './household/chest.ts';
import { crate } from './household/crate.ts';
import { cup } from './household/cup.ts';
import { cactus, palm } from './plants/desert-plants.ts';
import { dragon } from './creatures/dragon.ts';
import { fish } from './creatures/fish.ts';
import { flower } from './plants/flower.ts';
import { apple, pumpkin } from './food/fruit.ts';
import { crystal, gem } from './treasure/gems.ts';
import { house } from './buildings/house.ts';
import { coin, crown, ring } from './treasure/jewels.ts';
import { lamp } from './household/lamp.ts';
import { lantern } from './household/lantern.ts';
import { mushroom } from './plants/mushroom.ts';
import { plane } from './vehicles/plane.ts';
import { robot } from './creatures/robot.ts';
import { rock } from './rock.ts';
import { rocket } from './vehicles/rocket.ts';
import { ship } from './vehicles/ship.ts';
import { snowman } from './creatures/snowman.ts';
import { solid } from './solid.ts';
import { cake } from './food/cake.ts';
import { sword } from './treasure/sword.ts';
import { table } from './household/table.ts';
import { tower } from './buildings/tower.ts';
import { book, key } from './household/key-and-book.ts';
import { pine, tree } from './plants/tree.ts';
import { potion, vase } from './household/vessels.ts';
import { well } from './buildings/well.ts';

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

/**
 * The thing that is modelled for a noun; for all others there is a drawing to make a relief of. An oak tree is a tree,
 * as their drawings are one; a ring buoy is no ring.
 */
export function thingFor(noun: string): Thing | undefined {
  const whole = thingNamed(noun) ?? thingNamed(noun.replaceAll(' ', '-'));
  const last = noun.split(' ').at(-1)!;
  if (whole !== undefined || last === noun) return whole;
  const { words } = lexicon();
  return words.get(noun)?.glyph === words.get(last)?.glyph ? thingNamed(last) : undefined;
}

function thingNamed(word: string): Thing | undefined {
  return THINGS.find((thing) => thing.words.includes(word));
}

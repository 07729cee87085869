import { lexicon } from '../../subjects/lexicon.ts';
import { recolored } from '../../subjects/recolor.ts';
import { rgb, type Rgb } from '../paint/finish.ts';
import { createRandom, hashText } from '../random.ts';
import type { StuffName } from '../words/materials.ts';
import type { Wish } from '../words/read-prompt.ts';
import type { Relief } from './make-relief.ts';

/** Roughness and metalness of a stuff, where it is not as painted plastic is. */
const SHINE: Readonly<Partial<Record<StuffName, readonly [roughness: number, metalness: number]>>> =
  {
    metal: [0.32, 1],
    crystal: [0.08, 0.1],
    plastic: [0.35, 0],
    marble: [0.25, 0],
    wood: [0.75, 0],
    stone: [0.92, 0],
    brick: [0.92, 0],
    plaster: [0.95, 0],
    cloth: [0.95, 0],
    fur: [1, 0],
  };
const RUST: readonly [number, number] = [0.8, 0.35];
const PLINTHS: readonly Rgb[] = [
  rgb(0x3d4046),
  rgb(0x6d5340),
  rgb(0x8d9299),
  rgb(0x2f4858),
  rgb(0x5b4a6b),
  rgb(0x4b5d45),
];

/** The figure of a glyph in the colours and the material of the prompt; its proportions, turn and plinth come from the seed. */
export async function reliefOf(
  name: string,
  wish: Wish,
  seed: string,
  blocks: boolean,
): Promise<Relief> {
  const random = createRandom(hashText(`relief/${seed}`));
  const either = (most: number): number => (random() * 2 - 1) * most;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const material = wish.materials.get('main');
  const [main, second] = [wish.colors.get('main'), wish.colors.get('second')];
  const glyph = await recolored(lexicon().glyph(name), {
    ...(main && { main }),
    ...(second && { second }),
    ...(material?.color && { material: material.color }),
    ...(material?.other && { other: material.other }),
    turn: either(0.035),
    light: 1 + either(0.12),
  });
  const [roughness, metalness] = material?.other
    ? RUST
    : ((material && SHINE[material.stuff]) ?? [0.55, 0]);
  return {
    glyph,
    view: {
      mirror: random() < 0.5,
      tilt: blocks ? 0 : either(5),
      stretch: [1 - random() * 0.12, 1 - random() * 0.12],
    },
    blocks: blocks ? 26 : undefined,
    thickness: 0.2 + either(0.06),
    plinth: pick(['round', 'square', 'octagon'] as const),
    plinthColor: pick(PLINTHS),
    roughness,
    metalness,
  };
}

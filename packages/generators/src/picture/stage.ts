import type { Layer } from './scene.ts';
import type { Sprite } from './sprite.ts';
import { habitsOf, type Stand } from './subject-habits.ts';
import { subjectLayer } from './subject-layer.ts';
import type { View } from './view.ts';

/** The place where subjects stand. */
export interface Stage {
  /** World y. */
  readonly ground: number;
  readonly depth: number;
  /** True where the ground mirrors them. */
  readonly mirrored: boolean;
  /** Where all subjects float, whatever they stand on elsewhere: the middle. World y. */
  readonly afloat?: number;
  /** Of the first subject's longer side, against the frame's shorter. @default 0.58 */
  readonly size?: number;
}

/** Gives every wished subject its place: the first near the middle, the others beside it. */
export function placeSubjects(view: View, stage: Stage): Layer[] {
  const { width, unit, wish } = view;
  const random = view.random.fork('stage');
  const known = wish.subjects.flatMap((wished) => {
    const sprite = view.sprites.get(wished);
    return sprite === undefined ? [] : [{ ...wished, sprite }];
  });
  const spots = spotsOf(known.length, random.range(-0.05, 0.05), random.chance(0.5));
  const layers: Layer[] = [];
  const usual = stage.size ?? 0.58;
  for (const [index, wished] of known.entries()) {
    const { stand, gait } = habitsOf(wished.glyph);
    const copies = wished.many ? random.integer(3, 4) : 1;
    const share = known.length === 1 ? 1 : index === 0 ? 0.8 : 0.62;
    for (let copy = copies - 1; copy >= 0; copy--) {
      const small = copy === 0 ? 1 : random.range(0.5, 0.75);
      const size =
        unit * usual * share * (copies > 1 ? 0.72 : 1) * small * random.range(0.94, 1.06);
      const spread =
        copy === 0 ? 0 : (copy % 2 === 0 ? 1 : -1) * (0.16 + 0.09 * copy) * random.range(0.8, 1.2);
      const x = width * ((spots[index] ?? 0.5) + spread);
      layers.push(
        subjectLayer(view, {
          name: `${wished.word} ${index} ${copy}`,
          sprite: wished.sprite,
          gait,
          x,
          y: feetOf(view, stage, stand, wished.sprite, size, copy, random.next()),
          size,
          depth: Math.max(0.3, stage.depth - copy * 0.1),
          mirror: x > width / 2 && gait !== 'still',
          reflected: stage.afloat === undefined && (stage.mirrored || stand === 'water'),
          shadow: stage.afloat === undefined && stand === 'ground',
        }),
      );
    }
  }
  return layers;
}

/** Shares of the frame's width. */
function spotsOf(count: number, shift: number, flip: boolean): number[] {
  const spots = count < 2 ? [0.5] : count === 2 ? [0.36, 0.72] : [0.5, 0.2, 0.8];
  return spots.map((spot) => (flip ? 1 - spot : spot) + shift);
}

function feetOf(
  view: View,
  stage: Stage,
  stand: Stand,
  sprite: Sprite,
  size: number,
  copy: number,
  chance: number,
): number {
  const { height } = view;
  const tall = (size * sprite.height) / Math.max(sprite.width, sprite.height);
  if (stage.afloat !== undefined) return stage.afloat + tall * (0.5 + copy * (chance - 0.5) * 0.8);
  switch (stand) {
    case 'ground':
      return stage.ground + size * 0.02 - copy * height * 0.012;
    case 'water':
      return height * (0.8 - copy * 0.035);
    case 'air':
      return Math.max(tall * 1.08, height * (0.55 - copy * 0.06 - chance * 0.05)) + tall * 0.1;
    case 'deep':
      return height * (0.66 - copy * 0.1 + chance * 0.12);
  }
}

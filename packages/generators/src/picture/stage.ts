import { subjectLayer } from './subjects/subject-layer.ts';
import type { Layer } from './scene.ts';
import type { Subject } from './subjects/subject.ts';
import { SUBJECT_TABLE } from './subjects/subject-table.ts';
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
}

/** Gives every wished subject its place: the first at a third of the frame, away from the sun. */
export function placeSubjects(view: View, stage: Stage): Layer[] {
  const { ground, depth } = stage;
  const { width, height, unit, wish } = view;
  const random = view.random.fork('stage');
  const focus = stage.afloat !== undefined ? 0.5 : view.sunX > width / 2 ? 0.37 : 0.63;
  const spots = [focus, 1 - focus, 0.5, focus < 0.5 ? 0.86 : 0.14];
  const layers: Layer[] = [];
  for (const [index, wished] of wish.subjects.entries()) {
    const subject = SUBJECT_TABLE[wished.name];
    if (subject === undefined) continue;
    const shrink = index === 0 ? 1 : 0.72;
    const copies = wished.many ? random.integer(3, 4) : 1;
    for (let copy = copies - 1; copy >= 0; copy--) {
      const small = copy === 0 ? 1 : random.range(0.42, 0.72);
      const size = unit * subject.size * shrink * (copies > 1 ? 0.78 : 1) * small;
      const spread =
        copy === 0 ? 0 : (copy % 2 === 0 ? 1 : -1) * (0.14 + 0.1 * copy) * random.range(0.8, 1.2);
      const x = width * ((spots[index] ?? 0.5) + spread);
      layers.push(
        subjectLayer(view, {
          name: `${wished.name} ${index} ${copy}`,
          subject,
          colour: wished.colour,
          x,
          y:
            stage.afloat === undefined
              ? standOf(subject, view, ground, height, size, copy, random.next())
              : stage.afloat + size * (0.5 + copy * random.range(-0.4, 0.4)),
          size,
          depth: Math.max(0.3, depth - copy * 0.1),
          mirror: x > width / 2 && subject.moves !== undefined,
          reflected: stage.mirrored || subject.stand === 'water',
        }),
      );
    }
  }
  return layers;
}

function standOf(
  subject: Subject,
  view: View,
  ground: number,
  height: number,
  size: number,
  copy: number,
  chance: number,
): number {
  switch (subject.stand) {
    case 'ground':
      return ground + size * 0.02 - copy * height * 0.012;
    case 'water':
      return height * (0.8 - copy * 0.035);
    case 'air':
      return Math.max(size * 1.08, height * (0.5 - copy * 0.06 - chance * 0.08)) + size * 0.1;
    case 'deep':
      return height * (0.66 - copy * 0.1 + chance * 0.12);
    default:
      return view.height * 0.8;
  }
}

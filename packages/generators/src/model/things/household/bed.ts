import { points } from '../../shape/curve.ts';
import { rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import type { Kit, Thing } from '../kit.ts';

export const bed: Thing = {
  name: 'bed',
  words: ['bed', 'sofa', 'couch', 'mattress'],
  metres: 2.1,
  build(kit: Kit): Part[] {
    const wood = (axis: 'x' | 'y' | 'z', shift = 0) =>
      kit.stuff('wood', 0x7d4f2c, ['leg', 'main'], { axis, shift });
    const sheet = kit.stuff('cloth', 0xefe9dc, ['pillow', 'sheet'], {});
    const blanket = kit.stuff('cloth', 0x4a6fa5, ['seat', 'second', 'main'], { keep: true });
    if (kit.has('sofa', 'couch')) {
      const fabric = kit.stuff('cloth', 0x5f7f86, ['seat', 'main'], {});
      return [
        part(box(2.0, 0.3, 0.86, 0.06), fabric, { at: [0, 0.34, 0] }),
        part(box(2.0, 0.72, 0.26, 0.11), fabric, { at: [0, 0.72, -0.36], turn: [-0.02, 0, 0] }),
        ...mirrored(
          [
            part(box(0.26, 0.5, 0.9, 0.11), fabric, { at: [0.94, 0.52, 0.02] }),
            part(box(0.82, 0.2, 0.7, 0.08), fabric, { at: [0.41, 0.56, 0.08] }),
            rod([0.88, 0.2, 0.34], [0.9, 0, 0.38], 0.045, wood('y')),
            rod([0.88, 0.2, -0.34], [0.9, 0, -0.38], 0.045, wood('y')),
            part(box(0.46, 0.4, 0.16, 0.075), blanket, {
              at: [0.5, 0.78, -0.16],
              turn: [-0.05, 0.02, 0.03],
            }),
          ],
          'sofa',
        ),
      ];
    }
    type Heights = readonly [number, number, number, number];
    const post = (shift: number, z: number, [waist, knob, neck, top]: Heights): Part => {
      const foot = points([0, 0], [0.07, 0], [0.055, 0.1], [0.07, 0.3]);
      const head = points([0.06, waist], [0.08, knob], [0.05, neck], [0, top]);
      return part(turned([...foot, ...head], 0.02, 12), wood('y', shift), { at: [0.6, 0, z] });
    };
    return [
      part(box(1.2, 0.2, 1.96, 0.03), wood('z'), { at: [0, 0.34, 0] }),
      part(box(1.14, 0.24, 1.86, 0.09), sheet, { at: [0, 0.54, 0] }),
      part(box(1.24, 0.2, 1.2, 0.09), blanket, { at: [0, 0.6, 0.36], detail: 1.2 }),
      part(box(1.22, 0.1, 0.2, 0.045), sheet, { at: [0, 0.68, -0.26] }),
      ...mirrored(
        [
          part(box(0.5, 0.2, 0.34, 0.09), sheet, {
            at: [0.28, 0.74, -0.68],
            turn: [0.04, 0.01, 0],
          }),
          post(3, -0.96, [1.05, 1.1, 1.2, 1.22]),
          post(4, 0.96, [0.7, 0.75, 0.84, 0.86]),
        ],
        'bed',
      ),
      part(box(1.2, 0.62, 0.07, 0.03), wood('x', 5), { at: [0, 0.74, -0.96] }),
      part(box(1.2, 0.34, 0.07, 0.03), wood('x', 6), { at: [0, 0.5, 0.96] }),
    ];
  },
};

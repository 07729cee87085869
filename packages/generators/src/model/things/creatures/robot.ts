import { points } from '../../shape/curve.ts';
import { rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const robot: Thing = {
  name: 'robot',
  words: ['robot', 'android', 'droid', 'mech', 'bot', 'cyborg'],
  metres: 1.6,
  build(kit: Kit): Part[] {
    const shell = kit.stuff('plastic', 0xd8dcdf, ['main'], { gloss: 0.75 });
    const steel = kit.stuff('metal', 0x777d84, ['leg', 'second'], { gloss: 0.6 });
    const dark = kit.stuff('skin', 0x1d2126, ['window'], { gloss: 0.9 });
    const light = kit.stuff('crystal', 0x45c8ee, ['eye', 'flame'], { gleam: 0.95 });
    const joint = (at: readonly [number, number, number], r: number): Part =>
      part(ball(r), steel, { at });
    return [
      part(box(0.86, 0.66, 0.6, 0.16), shell, { at: [0, 1.0, 0], detail: 1.3 }),
      part(box(0.5, 0.24, 0.06, 0.025), dark, { at: [0, 1.06, 0.3] }),
      ...[-0.14, 0, 0.14].map((x) =>
        part(ball(0.045, 0.045, 0.03), light, { at: [x, 1.06, 0.33], chart: 'light' }),
      ),
      part(turned(points([0, 0.6], [0.24, 0.6], [0.3, 0.7], [0, 0.72]), 0.02), steel),
      part(turned(points([0, 1.3], [0.12, 1.3], [0.1, 1.44], [0, 1.44]), 0.01), steel),
      part(box(0.8, 0.56, 0.6, 0.18), shell, { at: [0, 1.7, 0], detail: 1.5 }),
      part(box(0.64, 0.34, 0.1, 0.045), dark, { at: [0, 1.7, 0.28] }),
      rod([0, 1.96, 0], [0, 2.16, 0], 0.02, steel),
      part(ball(0.06), light, { at: [0, 2.18, 0] }),
      ...mirrored(
        [
          part(ball(0.085, 0.105, 0.04), light, { at: [0.16, 1.71, 0.325] }),
          part(turned(points([0, 0], [0.13, 0], [0.11, 0.08], [0, 0.08]), 0.02), steel, {
            at: [0.39, 1.7, 0],
            turn: [0, 0, -0.25],
          }),
          joint([0.5, 1.2, 0], 0.13),
          part(tube(stations([0.52, 1.2, 0, 0.07], [0.62, 0.9, 0.02, 0.06])), steel),
          joint([0.62, 0.88, 0.02], 0.085),
          part(tube(stations([0.62, 0.88, 0.02, 0.1], [0.6, 0.62, 0.12, 0.12])), shell),
          ...[0, 0.33, 0.66].map((t) =>
            part(
              tube([
                [0.6, 0.56, 0.14, 0.045],
                [0.6 + 0.08 * Math.round(t * 3 - 1), 0.46, 0.2 - 0.06 * Math.round(t * 2), 0.03],
              ]),
              steel,
            ),
          ),
          joint([0.22, 0.58, 0], 0.11),
          part(tube(stations([0.22, 0.56, 0, 0.075], [0.23, 0.2, 0.01, 0.075])), steel),
          part(box(0.27, 0.2, 0.42, 0.08), shell, { at: [0.24, 0.1, 0.05] }),
          part(ball(0.05), light, { at: [0.24, 0.14, 0.26], scale: [1, 0.6, 0.3] }),
        ],
        'robot',
      ),
    ];
  },
};

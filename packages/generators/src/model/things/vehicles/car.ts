import { rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { points, squircle } from '../../shape/curve.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, finer, torus } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Finish } from '../../paint/finish.ts';
import type { Kit, Thing } from '../kit.ts';
import { wordList } from '../../../word-list.ts';

export const car: Thing = {
  name: 'car',
  words: wordList('car vehicle automobile taxi truck pickup'),
  metres: 4.2,
  rigid: true,
  build(kit: Kit): Part[] {
    const truck = kit.has('truck', 'pickup');
    const color = kit.has('taxi') ? 0xe8b830 : truck ? 0x2f6fa5 : 0xb8322a;
    const paint = kit.stuff('plastic', color, ['main'], { gloss: 1 });
    const glass = kit.stuff('crystal', 0x27343f, ['window'], {});
    const dark = kit.stuff('skin', 0x26262a, ['trim'], { gloss: 0.3 });
    const chrome = kit.stuff('metal', 0xc9cdd2, ['band'], { gloss: 0.9 });
    const lamps = kit.stuff('crystal', 0xf9efc4, ['flame'], { gleam: 0.5 });
    const tail = kit.stuff('crystal', 0xb01a1a, ['taillight'], { gleam: 0.4 });
    const section = squircle(0.72);
    // Stations along Z: the half height, then the half width.
    const hull = truck
      ? tube(
          [
            [0, 0.48, -1.06, 0.22, 0.46],
            [0, 0.5, -0.4, 0.25, 0.5],
            [0, 0.5, 0.5, 0.25, 0.5],
            [0, 0.52, 0.86, 0.27, 0.49],
            [0, 0.5, 1.06, 0.22, 0.46],
          ],
          { section, up: [1, 0, 0], ends: 'flat' },
        )
      : tube(
          [
            [0, 0.46, -1.06, 0.16, 0.4],
            [0, 0.47, -0.8, 0.23, 0.47],
            [0, 0.46, 0, 0.23, 0.49],
            [0, 0.45, 0.7, 0.21, 0.47],
            [0, 0.4, 1.06, 0.14, 0.41],
          ],
          { section, up: [1, 0, 0] },
        );
    const out: Part[] = [part(hull, paint, { detail: 1.3 })];
    if (truck) {
      out.push(
        part(box(0.9, 0.5, 0.66, 0.12), paint, { at: [0, 0.92, 0.36], detail: 1.2 }),
        part(box(0.92, 0.26, 0.5, 0.08), glass, { at: [0, 0.98, 0.36] }),
        part(box(0.76, 0.28, 0.69, 0.08), glass, { at: [0, 0.98, 0.36] }),
        ...mirrored([part(box(0.07, 0.3, 1.1, 0.02), paint, { at: [0.46, 0.84, -0.52] })], 'rail'),
        part(box(0.94, 0.3, 0.07, 0.02), paint, { at: [0, 0.84, -1.05] }),
        part(box(0.86, 0.06, 1.06, 0.02), dark, { at: [0, 0.74, -0.52] }),
      );
    } else {
      out.push(
        part(
          tube(
            [
              [0, 0.66, -0.72, 0.03, 0.36],
              [0, 0.79, -0.4, 0.2, 0.39],
              [0, 0.82, 0, 0.2, 0.4],
              [0, 0.7, 0.46, 0.08, 0.39],
            ],
            { section: squircle(0.6), up: [1, 0, 0] },
          ),
          glass,
        ),
        part(
          tube(
            [
              [0, 0.98, -0.4, 0.035, 0.33],
              [0, 1.01, -0.12, 0.042, 0.34],
              [0, 0.99, 0.16, 0.035, 0.32],
            ],
            { section: squircle(0.7), up: [1, 0, 0] },
          ),
          paint,
        ),
        ...mirrored(
          [
            rod([0.36, 0.66, 0.42], [0.31, 0.99, 0.14], 0.026, paint),
            rod([0.39, 0.66, -0.1], [0.34, 0.99, -0.12], 0.024, paint),
            rod([0.36, 0.66, -0.66], [0.31, 0.98, -0.38], 0.032, paint),
          ],
          'pillar',
        ),
      );
    }
    out.push(
      ...mirrored(
        [
          ...wheel(dark, chrome, 0.42, 0.62),
          ...wheel(dark, chrome, 0.42, -0.62),
          part(ball(0.1, 0.085, 0.05), lamps, { at: [0.3, 0.5, truck ? 1.05 : 0.98] }),
          part(box(0.15, 0.08, 0.04, 0.02), tail, { at: [0.3, 0.53, truck ? -1.08 : -1.07] }),
          part(box(0.1, 0.035, 0.03, 0.012), chrome, { at: [0.49, 0.56, -0.02] }),
          part(ball(0.05, 0.05, 0.07), paint, { at: [0.5, 0.72, 0.34] }),
        ],
        'side',
      ),
      part(box(0.94, 0.1, 0.1, 0.04), chrome, { at: [0, 0.29, truck ? 1.08 : 1.05] }),
      part(box(0.94, 0.1, 0.1, 0.04), chrome, { at: [0, 0.31, -1.08] }),
      part(box(0.44, 0.11, 0.04, 0.02), dark, { at: [0, 0.42, truck ? 1.08 : 1.09] }),
      part(box(0.8, 0.12, 1.7, 0.04), dark, { at: [0, 0.24, 0] }),
    );
    if (kit.has('taxi'))
      out.push(part(box(0.24, 0.09, 0.12, 0.03), lamps, { at: [0, 1.08, -0.1] }));
    return out;
  },
};

/** A wheel on the right side: a tyre, a rim, a hub. */
function wheel(dark: Finish, chrome: Finish, x: number, z: number): Part[] {
  const place = { at: [x, 0.24, z] as const, turn: [0, 0, 0.25] as const };
  return [
    part(finer(torus(0.17, 0.075, 1.25), 20, 7), dark, { ...place, chart: 'tyre' }),
    part(
      turned(
        points([0, -0.07], [0.13, -0.07], [0.13, 0.05], [0.05, 0.06], [0.04, 0.08], [0, 0.08]),
        0.012,
        16,
      ),
      chrome,
      { ...place, turn: [0, 0, -0.25], chart: 'rim' },
    ),
  ];
}

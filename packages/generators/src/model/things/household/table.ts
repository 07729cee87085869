import { points } from '../../shape/curve.ts';
import { around, polar, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, torus } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const table: Thing = {
  name: 'table',
  words: ['table', 'desk', 'stool', 'workbench'],
  metres: 1.4,
  build(kit: Kit): Part[] {
    const wood = (axis: 'x' | 'y' | 'z', shift: number) =>
      kit.stuff('wood', 0x8f6038, ['main'], { axis, shift });
    if (kit.has('stool', 'round')) {
      const high = kit.has('stool') ? 1.1 : 1.2;
      const wide = kit.has('stool') ? 0.55 : 1;
      return [
        part(
          turned(points([0, high], [wide, high], [wide, high + 0.12], [0, high + 0.12]), 0.03, 28),
          wood('x', 0),
        ),
        ...around(4, (turn) => [
          part(
            tube([
              [...polar(turn + 0.125, wide * 0.86, 0), 0.05],
              [...polar(turn + 0.125, wide * 0.7, high * 0.5), 0.065],
              [...polar(turn + 0.125, wide * 0.55, high), 0.06],
            ]),
            wood('y', 1),
            { chart: 'leg' },
          ),
        ]),
        part(torus(wide * 0.74, 0.035), wood('x', 2), { at: [0, high * 0.3, 0] }),
      ];
    }
    const [w, d, h] = [2.0, 1.1, 1.12];
    const boards = 5;
    const out: Part[] = Array.from({ length: boards }, (_, i) =>
      part(box(w, 0.09, d / boards - 0.008, 0.018), wood('x', i * 4.1), {
        at: [0, h, (i + 0.5) * (d / boards) - d / 2],
      }),
    );
    out.push(
      ...mirrored(
        [
          ...[1, -1].map((side) =>
            part(
              tube(
                [
                  [w / 2 - 0.14, 0, side * (d / 2 - 0.12), 0.06],
                  [w / 2 - 0.14, h * 0.3, side * (d / 2 - 0.12), 0.075],
                  [w / 2 - 0.14, h * 0.62, side * (d / 2 - 0.12), 0.05],
                  [w / 2 - 0.14, h - 0.02, side * (d / 2 - 0.12), 0.08],
                ],
                { ends: 'flat' },
              ),
              wood('y', 21 - side),
            ),
          ),
          part(box(0.05, 0.14, d - 0.26, 0.012), wood('z', 26), {
            at: [w / 2 - 0.14, h - 0.13, 0],
          }),
        ],
        'legs',
      ),
      ...[-1, 1].map((side) =>
        part(box(w - 0.3, 0.14, 0.05, 0.012), wood('x', 25), {
          at: [0, h - 0.13, side * (d / 2 - 0.12)],
          chart: 'apron',
        }),
      ),
    );
    if (kit.has('desk')) {
      for (let i = 0; i < 3; i++) {
        out.push(
          part(box(0.5, 0.26, 0.9, 0.02), wood('x', 30 + i), {
            at: [w / 2 - 0.42, h - 0.2 - i * 0.29, 0],
          }),
        );
        out.push(
          part(ball(0.035), kit.stuff('metal', 0xc39a4a, ['handle']), {
            at: [w / 2 - 0.42, h - 0.2 - i * 0.29, 0.47],
            chart: 'knob',
          }),
        );
      }
    }
    return out;
  },
};

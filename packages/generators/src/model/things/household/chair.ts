import { box } from '../../shape/box.ts';
import { squircle } from '../../shape/curve.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { tube, type Station } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const chair: Thing = {
  name: 'chair',
  words: ['chair', 'chairs', 'throne', 'armchair', 'seat'],
  metres: 1,
  build(kit: Kit): Part[] {
    const throne = kit.has('throne', 'royal');
    const frame = (axis: 'x' | 'y' | 'z', shift: number) =>
      throne
        ? kit.stuff('metal', 0xd1a13f, ['leg', 'main'], { gloss: 0.75, shift })
        : kit.stuff('wood', 0x8c5a30, ['leg', 'main'], { axis, shift });
    const cushion = kit.stuff('cloth', throne ? 0x8c1c2c : 0xb98f5a, ['seat', 'second'], {});
    const padded =
      throne || kit.has('cushion', 'armchair', 'upholstered', 'cushions', 'velvet', 'seat');
    const section = squircle(0.75);
    const leg = (stations: readonly Station[]) => tube(stations, { section, ends: 'flat' });
    const top = throne ? 2.1 : 1.78;
    const out: Part[] = [
      ...mirrored(
        [
          part(
            leg([
              [0.4, 0, 0.4, 0.045],
              [0.4, 0.45, 0.39, 0.055],
              [0.39, 0.82, 0.38, 0.06],
            ]),
            frame('y', 1),
          ),
          part(
            leg([
              [0.41, 0, -0.5, 0.045],
              [0.4, 0.5, -0.42, 0.055],
              [0.39, 0.9, -0.4, 0.06],
              [0.39, 1.4, -0.46, 0.05],
              [0.38, top - 0.04, -0.56, 0.045],
            ]),
            frame('y', 2),
          ),
          part(
            leg([
              [0.4, 0.3, 0.4, 0.03],
              [0.4, 0.3, -0.44, 0.03],
            ]),
            frame('z', 3),
          ),
          ...(throne || kit.has('armchair')
            ? [
                part(
                  leg([
                    [0.42, 1.14, 0.42, 0.06, 0.045],
                    [0.42, 1.17, 0, 0.06, 0.045],
                    [0.41, 1.16, -0.44, 0.055, 0.045],
                  ]),
                  frame('z', 6),
                ),
                part(
                  leg([
                    [0.41, 0.84, 0.32, 0.04],
                    [0.42, 1.14, 0.36, 0.04],
                  ]),
                  frame('y', 7),
                ),
              ]
            : []),
        ],
        'chair',
      ),
      part(box(0.94, 0.09, 0.96, 0.03), frame('x', 4), { at: [0, 0.86, 0] }),
      part(
        leg([
          [-0.38, 0.36, 0.02, 0.03],
          [0.38, 0.36, 0.02, 0.03],
        ]),
        frame('x', 5),
      ),
    ];
    // Slats of the back, bowed; or a padded back.
    const rail = (y: number, z: number, high: number, shift: number): Part =>
      part(
        tube(
          [
            [-0.4, y, z, 0.025, high],
            [0, y + 0.015, z - 0.06, 0.025, high],
            [0.4, y, z, 0.025, high],
          ],
          { section: squircle(0.85), up: [0, 1, 0], ends: 'flat' },
        ),
        frame('x', shift),
      );
    out.push(rail(top - 0.1, -0.545, 0.1, 8), rail(1.16, -0.42, 0.05, 9));
    if (padded) {
      out.push(part(box(0.84, 0.15, 0.86, 0.07), cushion, { at: [0, 0.95, 0.01], detail: 1.2 }));
    }
    if (throne || kit.has('armchair')) {
      out.push(
        part(box(0.72, top - 1.2, 0.13, 0.06), cushion, {
          at: [0, (top + 1.06) / 2, -0.475],
          turn: [-0.022, 0, 0],
        }),
      );
    } else {
      for (let i = -2; i <= 2; i++) {
        out.push(
          part(
            leg([
              [i * 0.145, 1.16, -0.455, 0.032, 0.018],
              [i * 0.15, top - 0.12, -0.58, 0.032, 0.018],
            ]),
            frame('y', 10 + i),
            { chart: `slat${Math.abs(i)}` },
          ),
        );
      }
    }
    return out;
  },
};

import { lines, points } from '../../shape/curve.ts';
import { prism } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, finer, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import { creatureEye } from './creature-eye.ts';
import type { Kit, Thing } from '../kit.ts';

export const bird: Thing = {
  name: 'bird',
  words: ['bird', 'owl', 'chicken', 'hen', 'penguin'],
  metres: 0.5,
  build(kit: Kit): Part[] {
    const [color, belly, beakColor] = coat(kit);
    const feathers = kit.stuff('fur', color, ['main'], {});
    const front = kit.stuff('fur', belly, ['belly', 'second'], {});
    const wings = kit.stuff('fur', color, ['wing', 'main'], { shift: 9 });
    const beak = kit.stuff('skin', beakColor, ['nose'], { gloss: 0.5 });
    const owl = kit.has('owl');
    const tall = kit.has('penguin') ? 1.2 : 1;
    const body = finer(
      warp(ball(0.5, 0.62 * tall, 0.5), (p) => {
        p[2]! -= 0.25 * Math.max(0, -p[1]!) * 0.4;
        p[0]! *= 1 - 0.16 * p[1]!;
      }),
      14,
      10,
    );
    const y = 0.75 + 0.1 * (tall - 1);
    const head = y + 0.66 * tall;
    const tail = prism(
      lines(points([-0.12, -0.2], [0.12, -0.2], [0.26, 0.34], [0, 0.4], [-0.26, 0.34]), 0.03, true),
      0.09,
      0.03,
    );
    const wing = warp(ball(0.13, 0.44 * tall, 0.3), (p) => {
      const t = Math.max(0, -p[1]!) / (0.44 * tall);
      p[2]! -= t * t * 0.16;
      p[0]! *= 1 - 0.4 * t;
    });
    const pair: Part[] = [
      ...creatureEye(
        kit,
        [owl ? 0.16 : 0.24, head + 0.06, owl ? 0.32 : 0.22],
        owl ? 0.13 : 0.075,
        owl ? [0.25, 0, 1] : [0.75, 0.05, 0.6],
        owl ? 0xe6a826 : 0x3a2415,
        'round',
      ),
      part(wing, wings, { at: [0.48, y + 0.04, -0.03], turn: [-0.02, 0, 0.035] }),
      part(tube(stations([0.18, 0.3, 0.02, 0.06], [0.19, 0.06, 0.04, 0.042])), beak),
      ...[-1, 0, 1].map((k) =>
        part(
          tube(stations([0.19, 0.05, 0.04, 0.042], [0.19 + k * 0.09, 0.035, 0.25, 0.028])),
          beak,
          { chart: 'toe' },
        ),
      ),
      ...(owl
        ? [
            part(
              tube(stations([0.18, head + 0.26, 0.12, 0.11], [0.3, head + 0.5, 0.08, 0.004])),
              feathers,
            ),
            part(ball(0.21, 0.22, 0.1), front, { at: [0.16, head + 0.04, 0.24] }),
          ]
        : []),
    ];
    const out = [
      part(body, feathers, { at: [0, y, 0], detail: 1.1 }),
      part(ball(0.4, 0.48 * tall, 0.34), front, { at: [0, y - 0.06, 0.2] }),
      part(finer(ball(0.34, 0.32, 0.33), 12, 9), feathers, { at: [0, head, 0.06], detail: 1.2 }),
      part(tail, wings, { at: [0, y - 0.26, -0.52], turn: [-0.17, 0, 0] }),
      part(
        tube(
          [
            [0, head - (owl ? 0.06 : 0.02), 0.3, 0.1],
            [0, head - 0.05, 0.46, 0.065],
            [0, head - 0.13, 0.54, 0.004],
          ],
          { up: [1, 0, 0] },
        ),
        beak,
      ),
      ...mirrored(pair, 'bird'),
    ];
    if (kit.has('chicken', 'hen')) {
      const comb = kit.stuff('skin', 0xc22f2a, ['comb'], { gloss: 0.3 });
      out.push(
        ...[-0.08, 0.04, 0.16].map((z, i) =>
          part(ball(0.045, 0.11 - i * 0.008, 0.08), comb, {
            at: [0, head + 0.33, z],
            chart: 'comb',
          }),
        ),
        part(ball(0.05, 0.09, 0.05), comb, { at: [0, head - 0.2, 0.36] }),
      );
    }
    return out;
  },
};

function coat(kit: Kit): [number, number, number] {
  if (kit.has('penguin')) return [0x23262e, 0xf2f0ea, 0xe39a2c];
  if (kit.has('owl')) return [0x8a6848, 0xd9c3a0, 0xd0902c];
  if (kit.has('chicken', 'hen')) return [0xeee6d6, 0xf4efe4, 0xe0a030];
  return [0x4a86c0, 0xe8d8b8, 0xe0982c];
}

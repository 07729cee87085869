import { carvedFace } from '../../paint/carved-face.ts';
import { cosTurn, square } from '../../exact-math.ts';
import { spun } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const pumpkin: Thing = {
  name: 'pumpkin',
  words: ['pumpkin', 'pumpkins', 'jack-o-lantern', 'gourd'],
  metres: 0.4,
  build(kit: Kit): Part[] {
    const rind = kit.stuff('skin', 0xd9762a, ['main'], { gloss: 0.55 });
    const scary = kit.has('jack-o-lantern', 'halloween', 'carved', 'face', 'scary', 'spooky');
    const stem = kit.stuff('bark', 0x6f7a3a, ['stem'], {});
    const body = finer(
      warp(ball(0.86, 0.68, 0.86), (p, u) => {
        const groove = Math.abs(cosTurn(u * 5));
        const r = Math.sqrt(square(p[0]!) + square(p[2]!)) / 0.86;
        const k = 1 - 0.16 * square(1 - groove) * (0.3 + 0.7 * r);
        p[0]! *= k;
        p[2]! *= k;
        p[1]! -= 0.16 * square(1 - r) * (p[1]! > 0 ? 1 : -1);
      }),
      30,
      14,
    );
    return [
      part(body, scary ? carvedFace(rind, 0.8, 0.68) : rind, { at: [0, 0.62, 0], detail: 1.2 }),
      part(
        tube(stations([0, 1.05, 0, 0.15], [0.02, 1.24, 0, 0.085], [0.1, 1.42, 0.02, 0.1]), {
          ends: 'flat',
        }),
        stem,
      ),
    ];
  },
};

export const apple: Thing = {
  name: 'apple',
  words: ['apple', 'apples', 'fruit', 'pear'],
  metres: 0.09,
  build(kit: Kit): Part[] {
    const pear = kit.has('pear');
    const peel = kit.stuff('skin', pear ? 0xa9b84a : 0xb8262a, ['main'], { gloss: 0.85 });
    const stem = kit.stuff('bark', 0x5a3f26, ['stem'], {});
    const leaf = kit.stuff('leaf', 0x5c9a3c, ['leaf'], {});
    const outline: readonly (readonly [number, number])[] = pear
      ? [
          [0, 0.08],
          [0.3, 0.02],
          [0.68, 0.3],
          [0.68, 0.72],
          [0.42, 1.16],
          [0.28, 1.5],
          [0.12, 1.66],
          [0, 1.64],
        ]
      : [
          [0, 0.14],
          [0.22, 0.02],
          [0.6, 0.22],
          [0.84, 0.78],
          [0.74, 1.26],
          [0.4, 1.46],
          [0.14, 1.38],
          [0, 1.24],
        ];
    const top = pear ? 1.62 : 1.22;
    return [
      part(spun(outline, 28), peel, { detail: 1.2 }),
      part(
        tube([
          [0, top, 0, 0.035],
          [0.02, top + 0.2, 0, 0.032],
          [0.1, top + 0.4, 0.02, 0.05],
        ]),
        stem,
      ),
      part(
        warp(ball(0.3, 0.03, 0.15), (p) => void (p[1]! += 0.12 - p[0]! * p[0]! * 1.2)),
        leaf,
        { at: [0.34, top + 0.26, 0.02], turn: [0, 0.05, 0.04] },
      ),
    ];
  },
};

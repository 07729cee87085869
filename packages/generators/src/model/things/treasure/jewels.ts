import { around, polar, spun, turned } from '../../shape/arrange.ts';
import { prism, regular } from '../../shape/box.ts';
import { lines, type Pair, points } from '../../shape/curve.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, lathe, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const coin: Thing = {
  name: 'coin',
  words: ['coin', 'coins', 'token', 'medallion'],
  metres: 0.04,
  rigid: true,
  build(kit: Kit): Part[] {
    const gold = kit.stuff('metal', 0xe6b84c, ['main'], { gloss: 0.85 });
    const star: Pair[] = Array.from({ length: 10 }, (_, i) => {
      const [x, , y] = polar(i / 10 + 0.25, i % 2 === 0 ? 0.46 : 0.2, 0);
      return [x, y];
    });
    const stand = (z: number): Part =>
      part(prism(lines(star, 0.02, true), 0.1, 0.03), gold, { at: [0, 0.92, z], chart: 'star' });
    return [
      part(turned(points([0, -0.07], [0.82, -0.07], [0.82, 0.07], [0, 0.07]), 0.02, 40), gold, {
        at: [0, 0.92, 0],
        turn: [0.25, 0, 0],
      }),
      part(finer(torus(0.84, 0.08, 1.5), 48, 8), gold, { at: [0, 0.92, 0], turn: [0.25, 0, 0] }),
      ...[-1, 1].map((side) =>
        part(finer(torus(0.62, 0.025), 40, 5), gold, {
          at: [0, 0.92, side * 0.075],
          turn: [0.25, 0, 0],
          chart: 'ring',
        }),
      ),
      stand(0.07),
      stand(-0.07),
    ];
  },
};

export const ring: Thing = {
  name: 'ring',
  words: ['ring'],
  metres: 0.03,
  rigid: true,
  build(kit: Kit): Part[] {
    const gold = kit.stuff('metal', 0xe6b84c, ['main'], { gloss: 0.9 });
    const stone = kit.stuff('crystal', 0x2b6fd0, ['gem', 'second'], { gleam: 0.35 });
    return [
      part(finer(torus(0.7, 0.1, 1.5), 48, 9), gold, {
        at: [0, 0.82, 0],
        turn: [0.25, 0, 0],
        detail: 1.2,
      }),
      part(spun(points([0, 0], [0.14, 0], [0.24, 0.14], [0.27, 0.2], [0, 0.21]), 16), gold, {
        at: [0, 1.52, 0],
      }),
      part(
        lathe(
          lines(points([0, 0], [0.27, 0.2], [0.27, 0.24], [0.15, 0.36], [0, 0.36]), 0.01),
          regular(8, 1, 0.02),
        ),
        stone,
        { at: [0, 1.62, 0] },
      ),
      ...around(4, (turn) => [
        part(
          tube([
            [...polar(turn, 0.23, 1.66), 0.03],
            [...polar(turn, 0.29, 1.84), 0.03],
            [...polar(turn, 0.24, 1.92), 0.02],
          ]),
          gold,
          { chart: 'claw' },
        ),
      ]),
    ];
  },
};

export const crown: Thing = {
  name: 'crown',
  words: ['crown', 'tiara', 'diadem'],
  metres: 0.25,
  build(kit: Kit): Part[] {
    const gold = kit.stuff('metal', 0xe6b84c, ['main'], { gloss: 0.88 });
    const gems = [0xb0122f, 0x2250b8, 0x1f9a5c].map((color, i) =>
      kit.stuff('crystal', color, ['gem', `gem${i}`], { gleam: 0.3 }),
    );
    const velvet = kit.stuff('cloth', 0x7a1526, ['second', 'seat'], {});
    const band = lathe(
      lines(
        points([0.74, 0.04], [0.8, 0], [0.86, 0.04], [0.84, 0.5], [0.79, 0.52], [0.75, 0.5]),
        0.02,
        true,
      ),
    );
    const hoop = { ...band, around: { at: [0, 1], least: [32] }, ends: 'ring' as const };
    return [
      part(hoop, gold),
      part(
        spun(points([0, 0.06], [0.72, 0.06], [0.76, 0.4], [0.6, 0.8], [0.3, 0.95], [0, 0.98]), 24),
        velvet,
      ),
      ...[0.06, 0.46].map((y) =>
        part(finer(torus(0.85, 0.045), 40, 6), gold, { at: [0, y, 0], chart: 'rim' }),
      ),
      ...around(8, (turn, i) => {
        const high = i % 2 === 0 ? 0.62 : 0.42;
        const place = polar(turn, 0.82, 0.46);
        return [
          part(
            warp(
              spun(points([0, 0], [0.2, 0], [0.13, high * 0.4], [0.06, high * 0.8], [0, high]), 10),
              (p) => void (p[2]! *= 0.34),
            ),
            gold,
            { at: place, turn: [0.0, 0.25 - turn, 0], chart: `point${i % 2}` },
          ),
          part(ball(0.075), gold, { at: polar(turn, 0.82, 0.5 + high), chart: 'ball' }),
          part(ball(0.075, 0.1, 0.05), gems[i % 3]!, {
            at: polar(turn, 0.87, 0.26),
            turn: [0, 0.25 - turn, 0],
            chart: `gem${i % 3}`,
          }),
        ];
      }),
    ];
  },
};

import { polar, spun, turned } from '../shape/arrange.ts';
import { box, regular } from '../shape/box.ts';
import { lines, points } from '../shape/curve.ts';
import { part, type Part } from '../shape/part.ts';
import { ball, finer, lathe, torus, warp } from '../shape/surface.ts';
import { knot } from './form.ts';
import type { Kit, Thing } from './kit.ts';
import { wordList } from '../../word-list.ts';

const COLORS: readonly (readonly [noun: string, color: number])[] = [
  ['moon', 0xb9b6ae],
  ['star', 0xecc242],
  ['heart', 0xc42a3e],
  ['egg', 0xeadcc2],
  ['cannonball', 0x33373c],
];

function stuffOf(kit: Kit): 'metal' | 'stone' | 'plastic' {
  if (kit.has('cannonball')) return 'metal';
  return kit.has('planet', 'moon', 'earth', 'globe') ? 'stone' : 'plastic';
}

export const solid: Thing = {
  name: 'solid',
  words: wordList(`
    cube sphere cylinder cone pyramid torus knot egg heart star globe planet moon earth cannonball
  `),
  metres: 1,
  rigid: true,
  build(kit: Kit): Part[] {
    const [, color = 0x4a7fb5] = COLORS.find(([noun]) => kit.has(noun)) ?? [];
    const main = kit.stuff(stuffOf(kit), color, ['main'], { gloss: 0.8 });
    if (kit.has('cube')) return [part(box(1.6, 1.6, 1.6, 0.12), main, { at: [0, 0.8, 0] })];
    if (kit.has('cylinder'))
      return [part(turned(points([0, 0], [0.7, 0], [0.7, 1.7], [0, 1.7]), 0.07, 40), main)];
    if (kit.has('cone')) return [part(turned(points([0, 0], [0.85, 0], [0, 1.8]), 0.06, 40), main)];
    if (kit.has('pyramid'))
      return [
        part(
          lathe(lines(points([0, 0], [1.1, 0], [0, 1.45]), 0.03), regular(4, 1, 0.03)),
          kit.stuff('brick', 0xcfae72, ['main'], { course: 0.12 }),
        ),
      ];
    if (kit.has('torus'))
      return [
        part(finer(torus(0.66, 0.3), 40, 18), main, { at: [0, 0.96, 0], turn: [0.2, 0.06, 0] }),
      ];
    if (kit.has('knot'))
      return [part(knot(2, 3, 0.62, 0.17), main, { at: [0, 0.9, 0], turn: [0.25, 0, 0] })];
    if (kit.has('egg'))
      return [
        part(
          spun(points([0, 0], [0.4, 0.06], [0.66, 0.5], [0.6, 1.0], [0.36, 1.46], [0, 1.64]), 32),
          main,
        ),
      ];
    if (kit.has('star')) {
      const corners = Array.from({ length: 10 }, (_, i) => {
        const [x, , y] = polar(i / 10 + 0.25, i % 2 === 0 ? 1 : 0.46, 0);
        return [x, y] as const;
      });
      const star = warp(
        lathe(
          lines(points([0, -0.34], [1, -0.03], [1, 0.03], [0, 0.34]), 0.02),
          lines(corners, 0.05, true),
        ),
        (p) => {
          const [x, y, z] = [p[0]!, p[1]!, p[2]!];
          p[0] = x;
          p[1] = z;
          p[2] = y;
        },
      );
      return [part(star, main, { at: [0, 0.95, 0] })];
    }
    if (kit.has('heart')) {
      const heart = warp(ball(1, 0.9, 0.52), (p) => {
        const x = Math.abs(p[0]!);
        p[1] = p[1]! * 0.92 + x * 0.62 * (1 - 0.36 * x) - 0.1;
        p[0]! *= 0.92;
      });
      return [part(finer(heart, 36, 22), main, { at: [0, 0.94, 0] })];
    }
    if (kit.has('planet', 'globe', 'earth')) {
      const land = kit.stuff('skin', 0x2f6fb5, ['main'], {
        gloss: 0.6,
        other: kit.color(0x5f9a4a, 'second'),
      });
      const halo = kit.stuff('stone', 0xd2b98a, ['band', 'ring'], {});
      const ring =
        kit.has('ring', 'rings', 'ringed', 'saturn') || !kit.has('earth', 'globe')
          ? [
              part(finer(torus(1.15, 0.17, 0.08), 64, 8), halo, {
                at: [0, 0.85, 0],
                turn: [0.04, 0, 0.05],
              }),
            ]
          : [];
      return [part(finer(ball(0.8), 40, 24), land, { at: [0, 0.85, 0] }), ...ring];
    }
    return [part(finer(ball(0.85), 40, 24), main, { at: [0, 0.85, 0] })];
  },
};

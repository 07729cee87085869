import { around, polar } from '../../shape/arrange.ts';
import { regular } from '../../shape/box.ts';
import { lines, points } from '../../shape/curve.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, lathe, warp } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';

export const crystal: Thing = {
  name: 'crystal',
  words: ['crystal', 'crystals', 'quartz', 'amethyst', 'geode', 'shard'],
  metres: 0.6,
  build(kit: Kit): Part[] {
    const glow = kit.has('glowing', 'magic', 'luminous') ? 0.8 : 0.22;
    const color = kit.has('amethyst') ? 0x8a4fc0 : 0x5aa6e0;
    const glass = kit.stuff('crystal', color, ['main', 'gem'], { gleam: glow });
    const stone = kit.stuff('stone', 0x6f6a66, ['base'], {});
    const shard = (radius: number, high: number): ReturnType<typeof lathe> =>
      lathe(
        lines(
          [
            [0, 0],
            [radius * 0.8, 0],
            [radius, high * 0.3],
            [radius * 0.92, high * 0.74],
            [0, high],
          ],
          0.012,
        ),
        regular(6, 1, 0.03),
      );
    const out: Part[] = [part(shard(0.3, 1.8), glass, { turn: [0.012, 0, -0.01] })];
    out.push(
      ...around(7, (turn, i) => {
        const lean = kit.between(0.045, 0.1);
        const high = kit.between(0.62, 1.25);
        const [x, , z] = polar(turn, 0.26, 0);
        return [
          part(shard(kit.between(0.12, 0.2), high), glass, {
            at: [x, 0.03, z],
            turn: [0, 0.25 - turn + kit.random(), -lean].map((v, k) => (k === 1 ? -turn : v)) as [
              number,
              number,
              number,
            ],
            chart: `shard${i % 3}`,
          }),
        ];
      }),
    );
    out.push(
      part(
        warp(ball(0.78, 0.24, 0.74), (p) => {
          const n = 1 + 0.24 * kit.noise.cloudy(p[0]! * 3, p[1]! * 3, p[2]! * 3, 3);
          for (let k = 0; k < 3; k++) p[k]! *= n;
        }),
        stone,
        { at: [0, 0.04, 0] },
      ),
    );
    return out;
  },
};

export const gem: Thing = {
  name: 'gem',
  words: ['gem', 'diamond', 'ruby', 'emerald', 'sapphire', 'jewel', 'gemstone', 'topaz', 'opal'],
  metres: 0.1,
  rigid: true,
  build(kit: Kit): Part[] {
    const color = kit.has('ruby')
      ? 0xb0122f
      : kit.has('emerald')
        ? 0x1f9a5c
        : kit.has('sapphire')
          ? 0x2250b8
          : kit.has('topaz')
            ? 0xe0a030
            : 0xb9e2f2;
    const glass = kit.stuff('crystal', color, ['main'], { gleam: 0.28 });
    // A brilliant: table, crown, girdle, pavilion, of eight sides.
    const profile = points([0, 0], [0.92, 0.94], [0.95, 1.02], [0.55, 1.4], [0, 1.4]);
    return [part(lathe(lines(profile, 0.01), regular(8, 1, 0.012)), glass)];
  },
};

import { cosTurn, sinTurn, square } from '../../exact-math.ts';
import { lines } from '../../shape/curve.ts';
import { part, type Part } from '../../shape/part.ts';
import type { Triple } from '../../shape/place.ts';
import { ball, finer, lathe, warp, type Surface } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Finish } from '../../paint/finish.ts';
import { palm } from './desert-plants.ts';
import type { Kit, Thing } from '../kit.ts';

export const tree: Thing = {
  name: 'tree',
  words: ['tree', 'trees', 'oak', 'maple', 'birch', 'willow', 'sakura', 'bonsai', 'elm', 'baobab'],
  metres: 6,
  build(kit: Kit): Part[] {
    if (kit.has('palm')) return palm.build(kit);
    if (kit.has(...pine.words)) return pine.build(kit);
    const trunk = trunkOf(kit);
    const bare = kit.has('dead', 'bare', 'leafless', 'withered');
    const out: Part[] = [part(stem(kit), trunk, { detail: 1.2 }), ...roots(kit, trunk)];
    const crowns: (readonly [Triple, number])[] = [];
    const count = 5;
    for (let i = 0; i < count; i++) {
      const turn = (i + kit.between(0, 0.4)) / count;
      const rise = kit.between(0.85, 1.1);
      const reach = kit.between(0.38, 0.56);
      const tip: Triple = [reach * cosTurn(turn), rise + 0.34, reach * sinTurn(turn)];
      out.push(
        part(
          tube([
            [0, rise - 0.22, 0, 0.085],
            [tip[0] * 0.5, rise + 0.02, tip[2] * 0.5, 0.058],
            [...tip, bare ? 0.02 : 0.03],
          ]),
          trunk,
        ),
      );
      if (bare) out.push(...twigs(kit, tip, turn, trunk));
      crowns.push([[tip[0] * 1.05, tip[1] + 0.02, tip[2] * 1.05], kit.between(0.36, 0.46)]);
    }
    if (bare) return out;
    crowns.push([[0, 1.66, 0], 0.52], [[0.06, 1.36, -0.04], 0.5]);
    const leaves = leavesOf(kit);
    for (const [at, size] of crowns) out.push(part(foliage(kit, size), leaves, { at }));
    return out;
  },
};

export const pine: Thing = {
  name: 'pine',
  words: ['pine', 'fir', 'spruce', 'conifer', 'christmas-tree', 'evergreen', 'christmas'],
  metres: 6,
  build(kit: Kit): Part[] {
    const trunk = trunkOf(kit);
    const snow = kit.has('snowy', 'snow', 'winter');
    const needles = kit.stuff('leaf', snow ? 0x7d9c93 : 0x2f6b46, ['leaf', 'main'], { keep: true });
    const out: Part[] = [
      part(tube(stations([0, 0, 0, 0.13], [0, 0.5, 0, 0.1], [0, 1.9, 0, 0.03])), trunk),
    ];
    const tiers = 6;
    for (let i = 0; i < tiers; i++) {
      const t = i / (tiers - 1);
      const radius = 0.74 - 0.54 * t;
      const y = 0.34 + 1.28 * t;
      const drop = 0.14 + 0.1 * (1 - t);
      const tier = warp(
        finer(
          lathe(
            lines(
              [
                [0, y + 0.06],
                [radius * 0.6, y],
                [radius, y - drop],
                [radius * 0.55, y + 0.16],
                [0, y + 0.44 - t * 0.06],
              ],
              0.05,
            ),
          ),
          22,
          4,
        ),
        (p, u) => {
          const r = Math.sqrt(square(p[0]!) + square(p[2]!)) / radius;
          const lobe = Math.abs(sinTurn(u * 6 + i * 0.21));
          p[1]! -= r * r * 0.09 * (1 - lobe);
          const k = 1 + r * (0.1 * cosTurn(u * 12 + i * 0.37));
          p[0]! *= k;
          p[2]! *= k;
        },
      );
      out.push(part(tier, needles));
    }
    if (kit.has('christmas', 'decorated')) {
      const star = kit.stuff('metal', 0xe7c04a, ['gem'], { gloss: 0.9 });
      out.push(part(ball(0.1), star, { at: [0, 2.08, 0] }));
      const balls = [0xb8322a, 0xe7c04a, 0x3565b5].map((color) =>
        kit.stuff('plastic', color, ['bauble'], {}),
      );
      for (let i = 0; i < 22; i++) {
        const t = (i + 0.5) / 22;
        const r = (0.74 - 0.54 * t) * 0.9;
        const y = 0.3 + 1.26 * t;
        out.push(
          part(ball(0.05), balls[i % 3]!, {
            at: [r * cosTurn(i * 0.381), y, r * sinTurn(i * 0.381)],
            chart: `bauble${i % 3}`,
          }),
        );
      }
    }
    return out;
  },
};

function trunkOf(kit: Kit): Finish {
  return kit.stuff(
    'bark',
    kit.has('birch') ? 0xd9d4c8 : 0x6b4a30,
    ['trunk'],
    kit.has('mossy') ? { other: kit.color(0x5d7a34, 'moss') } : {},
  );
}

function leavesOf(kit: Kit): Finish {
  const autumn = kit.has('autumn', 'fall', 'maple');
  const cherry = kit.has('cherry', 'sakura', 'blossom', 'blossoming', 'blooming');
  return kit.stuff('leaf', autumn ? 0xc06a24 : cherry ? 0xe2a5b8 : 0x4f8a36, ['leaf', 'main'], {
    keep: true,
  });
}

function stem(kit: Kit): Surface {
  const lean = kit.between(-0.06, 0.06);
  return finer(
    warp(
      tube(
        [
          [0, 0, 0, 0.26],
          [0, 0.12, 0, 0.19],
          [lean, 0.5, 0, 0.145],
          [lean * 0.4, 0.95, lean, 0.12],
          [0, 1.4, 0, 0.05],
        ],
        { ends: 'flat' },
      ),
      (p, u) => {
        const flare = Math.max(0, 0.4 - p[1]!);
        const k = 1 + flare * flare * 2.2 * (1 + sinTurn(u * 5));
        p[0]! *= k;
        p[2]! *= k;
      },
    ),
    10,
    6,
  );
}

function roots(kit: Kit, finish: Finish): Part[] {
  return Array.from({ length: 5 }, (_, i) => {
    const turn = (i + kit.between(0, 0.5)) / 5;
    const [c, s] = [cosTurn(turn), sinTurn(turn)];
    const reach = kit.between(0.36, 0.5);
    return part(
      tube([
        [c * 0.1, 0.16, s * 0.1, 0.1],
        [c * 0.26, 0.05, s * 0.26, 0.065],
        [c * reach, 0.0, s * reach, 0.015],
      ]),
      finish,
    );
  });
}

function twigs(kit: Kit, from: Triple, turn: number, finish: Finish): Part[] {
  return [-0.12, 0.02, 0.14].map((by) => {
    const a = turn + by;
    const reach = kit.between(0.24, 0.4);
    const up = kit.between(0.2, 0.5);
    const [x, y, z] = from;
    return part(
      tube([
        [x * 0.9, y - 0.06, z * 0.9, 0.034],
        [x + reach * 0.5 * cosTurn(a), y + up * 0.5, z + reach * 0.5 * sinTurn(a), 0.022],
        [x + reach * cosTurn(a + by), y + up, z + reach * sinTurn(a + by), 0.004],
      ]),
      finish,
    );
  });
}

/** A rough ball of leaves, flatter below. */
function foliage(kit: Kit, size: number): Surface {
  const [a, b] = [kit.random() * 40, kit.random() * 40];
  return finer(
    warp(ball(size), (p) => {
      const n = kit.noise.cloudy(
        (p[0]! / size) * 1.5 + a,
        (p[1]! / size) * 1.5 + b,
        (p[2]! / size) * 1.5,
        3,
      );
      const k = 1 + n * 0.34;
      p[0]! *= k;
      p[1]! *= k * (p[1]! < 0 ? 0.66 : 0.86);
      p[2]! *= k;
    }),
    12,
    8,
  );
}

import { smoothstep } from '../../exact-math.ts';
import { shade, tint, type Finish, type Rgb } from '../../paint/finish.ts';
import type { CellHit, Noise } from '../../noise.ts';
import { type Pair, points, through } from '../../shape/curve.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { finer, lathe } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const mushroom: Thing = {
  name: 'mushroom',
  words: ['mushroom', 'mushrooms', 'toadstool', 'fungus', 'fungi'],
  metres: 0.3,
  build(kit: Kit): Part[] {
    const glow = kit.has('glowing', 'luminous', 'magic', 'bioluminescent') ? 0.75 : 0;
    const cap = capFinish(
      kit.noise,
      kit.color(0xb3281f, 'cap', 'main'),
      kit.color(0xf1e9d8, 'spot', 'second'),
      glow,
    );
    const stem = kit.stuff('skin', 0xe9dfc6, ['stem'], { gloss: 0.1 });
    const gills = gillFinish(kit.color(0xe6d6b4, 'gill'));
    const out = [...one(cap, stem, gills, 0)];
    const small: readonly (readonly [number, number, number, number])[] = [
      [0.55, 0.1, 0.42, 0.1],
      [-0.5, 0.22, 0.36, -0.1],
    ];
    for (const [x, z, scale, turn] of small) {
      out.push(
        ...placed(one(cap, stem, gills, 1), {
          at: [x, 0, z],
          scale: scale + kit.between(-0.05, 0.05),
          turn: [0, turn * 2, -turn * 0.5],
        }),
      );
    }
    const moss = kit.stuff('leaf', 0x55752f, ['base'], {});
    const mound = points(
      [0, -0.06],
      [0.62, -0.06],
      [0.86, -0.02],
      [0.7, 0.05],
      [0.35, 0.08],
      [0, 0.09],
    );
    out.push(part(lathe(through(mound)), moss));
    return out;
  },
};

function one(cap: Finish, stem: Finish, gills: Finish, twin: number): Part[] {
  const dome: readonly Pair[] = [
    [0, 1.06],
    [0.4, 1.04],
    [0.7, 0.98],
    [0.76, 1.0],
    [0.72, 1.12],
    [0.56, 1.36],
    [0.3, 1.53],
    [0, 1.58],
  ];
  const under = points([0, 1.08], [0.36, 1.0], [0.68, 0.97], [0.7, 1.02], [0.3, 1.1], [0, 1.14]);
  const ring = points([0, 0.74], [0.2, 0.72], [0.3, 0.66], [0.29, 0.69], [0.2, 0.78], [0, 0.82]);
  return [
    part(
      tube(
        [
          [0, 0, 0, 0.24],
          [0.02, 0.16, 0, 0.24],
          [0.01, 0.6, 0.01, 0.15],
          [0, 1.08, 0, 0.14],
        ],
        { ends: 'flat' },
      ),
      stem,
      { chart: `stem${twin}` },
    ),
    part(finer(lathe(through(dome)), 20, 9), cap, { chart: `cap${twin}`, detail: 1.3 }),
    part(finer(lathe(through(under)), 20, 5), gills, { chart: `gills${twin}` }),
    part(finer(lathe(through(ring)), 14, 5), stem, { chart: `ring${twin}` }),
  ];
}

/** Round warts, fewer towards the rim. */
function capFinish(noise: Noise, color: Rgb, spot: Rgb, glow: number): Finish {
  const hit: CellHit = { border: 0, near: 0, id: 0 };
  const wart = (x: number, y: number, z: number): number => {
    noise.cells(x * 4.2, y * 4.2 + 0.3, z * 4.2, hit);
    const size = 0.2 + hit.id * 0.2;
    const ragged = noise.smooth(x * 24, y * 24, z * 24) * 0.045;
    return y < 1.02 ? 0 : smoothstep(size, size - 0.09, hit.near + ragged);
  };
  return {
    paint(s, t) {
      const w = wart(s.x, s.y, s.z);
      const cloud = noise.cloudy(s.x * 4, s.y * 4, s.z * 4, 3);
      const base = shade(color, 0.78 + smoothstep(1.0, 1.5, s.y) * 0.3 + cloud * 0.2);
      tint(t, base, shade(spot, 0.94 + cloud * 0.2), w);
      t.rough = 0.28 + w * 0.5 + cloud * 0.08;
      t.bump = w * 0.02;
      t.glow = glow * (0.35 + w * 0.6);
    },
    relief: (s) => wart(s.x, s.y, s.z) * 0.028,
  };
}

function gillFinish(color: Rgb): Finish {
  const dark = shade(color, 0.5);
  const fold = (u: number): number => Math.abs(u * 60 - Math.floor(u * 60) - 0.5) * 2;
  return {
    paint(s, t) {
      tint(t, dark, color, 0.3 + fold(s.u) * 0.7);
      t.rough = 0.9;
      t.bump = fold(s.u) * 0.01;
    },
  };
}

import { prism } from '../../shape/box.ts';
import { lines, type Pair, points } from '../../shape/curve.ts';
import { mirrored, part, placed, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import { type Station, stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';
import { creatureEye } from './creature-eye.ts';
import { wordList } from '../../../word-list.ts';

export const dragon: Thing = {
  name: 'dragon',
  words: wordList('dragon dragons wyvern wyrm drake dragonling'),
  metres: 2.4,
  build: buildDragon,
};

// Along the spine from tail to throat: x, y, z, half height, half width.
const SPINE: readonly Station[] = [
  [0.62, 0.06, -1.02, 0],
  [0.6, 0.07, -1.2, 0.045],
  [0.3, 0.1, -1.32, 0.075],
  [0.05, 0.26, -1.0, 0.12],
  [0, 0.5, -0.6, 0.22, 0.21],
  [0, 0.62, -0.2, 0.33, 0.31],
  [0, 0.72, 0.16, 0.31, 0.29],
  [0, 0.98, 0.42, 0.2, 0.19],
  [0, 1.3, 0.5, 0.14, 0.14],
  [0, 1.53, 0.6, 0.13, 0.13],
];

function buildDragon(kit: Kit): Part[] {
  const wingless = kit.has('wingless');
  const hide = kit.stuff('scales', 0xa3332a, ['main'], { ...bellyOf(kit) });
  const horn = kit.stuff('bone', 0xd9c9a3, ['horn', 'claw']);
  const spikes = kit.stuff('bone', 0x4a3a2c, ['spike', 'second', 'horn']);
  const sails = kit.stuff('skin', 0xc46a3a, ['wing', 'second', 'belly', 'main'], { gloss: 0.25 });
  const out: Part[] = [part(tube(SPINE, { up: [1, 0, 0] }), hide)];
  out.push(...headOf(hide, horn, kit));
  out.push(...mirrored(legsOf(hide, horn), 'leg'));
  if (!wingless) out.push(...mirrored(wingOf(hide, sails), 'wing'));
  SPINE.slice(2, -1).forEach((station, i) => {
    const [x, y, z, high] = station;
    const next = SPINE[i + 3]!;
    for (const t of [0, 0.5]) {
      const h = (high + (next[3] - high) * t) * 0.5 + 0.045;
      const [px, py, pz] = [x + (next[0] - x) * t, y + (next[1] - y) * t, z + (next[2] - z) * t];
      const tall = high + (next[3] - high) * t;
      const [dy, dz] = [next[1] - y, next[2] - z];
      const k = 1 / Math.sqrt(dy * dy + dz * dz);
      const [uy, uz] = [dz * k, -dy * k];
      const [by, bz] = [py + uy * tall * 0.86, pz + uz * tall * 0.86];
      out.push(
        part(
          tube(
            [
              [px, by, bz, h * 0.26, h * 0.5],
              [
                px,
                by + uy * h * 0.6 - dz * k * 0.02,
                bz + uz * h * 0.6 - h * 0.1,
                h * 0.14,
                h * 0.26,
              ],
              [px, by + uy * h * 1.15, bz + uz * h * 1.15 - h * 0.45, 0],
            ],
            { up: [0, 0.3, 1] },
          ),
          spikes,
          { chart: 'spike' },
        ),
      );
    }
  });
  return out;
}

function bellyOf(kit: Kit): { other?: readonly [number, number, number] } {
  return kit.has('belly', 'underbelly') ? { other: kit.color(0xe0c890, 'belly') } : {};
}

function headOf(hide: Part['finish'], horn: Part['finish'], kit: Kit): Part[] {
  const skull = tube(
    [
      [0, 1.56, 0.5, 0.1, 0.1],
      [0, 1.6, 0.62, 0.17, 0.17],
      [0, 1.58, 0.8, 0.135, 0.145],
      [0, 1.53, 0.98, 0.085, 0.1],
      [0, 1.52, 1.1, 0.075, 0.085],
    ],
    { up: [1, 0, 0] },
  );
  const jaw = tube(
    [
      [0, 1.5, 0.62, 0.09, 0.11],
      [0, 1.44, 0.82, 0.05, 0.09],
      [0, 1.42, 1.04, 0.035, 0.06],
    ],
    { up: [1, 0, 0] },
  );
  const pair = mirrored(
    [
      ...creatureEye(kit, [0.125, 1.645, 0.745], 0.052, [0.9, 0.25, 0.45], 0xf2c230),
      ...hornsOf(horn),
      part(ball(0.05, 0.03, 0.08), hide, { at: [0.115, 1.705, 0.72], turn: [0.02, 0.03, 0.04] }),
      part(ball(0.03, 0.026, 0.03), hide, { at: [0.045, 1.585, 1.13] }),
      ...[0.98, 0.9, 0.82].map((z) =>
        part(tube(stations([0.066, 1.47, z + 0.06, 0.014], [0.07, 1.41, z + 0.065, 0])), horn, {
          chart: 'tooth',
        }),
      ),
    ],
    'head',
  );
  return [part(skull, hide, { detail: 2 }), part(jaw, hide, { detail: 1.5 }), ...pair];
}

function hornsOf(horn: Part['finish']): Part[] {
  return [
    part(
      tube(
        [
          [0.085, 1.7, 0.56, 0.055],
          [0.13, 1.84, 0.44, 0.045],
          [0.17, 1.97, 0.26, 0.026],
          [0.17, 2.05, 0.06, 0],
        ],
        { up: [1, 0, 0] },
      ),
      horn,
      { detail: 1.5 },
    ),
    part(
      tube(stations([0.15, 1.55, 0.56, 0.04], [0.24, 1.58, 0.46, 0.025], [0.3, 1.6, 0.34, 0])),
      horn,
    ),
  ];
}

function legsOf(hide: Part['finish'], horn: Part['finish']): Part[] {
  const hind = tube(
    [
      [0.2, 0.62, -0.42, 0.17],
      [0.34, 0.46, -0.26, 0.16],
      [0.36, 0.3, -0.38, 0.09],
      [0.36, 0.12, -0.46, 0.065],
      [0.36, 0.06, -0.34, 0.075],
    ],
    { up: [1, 0, 0] },
  );
  const fore = tube(
    [
      [0.2, 0.7, 0.2, 0.14],
      [0.31, 0.5, 0.22, 0.11],
      [0.32, 0.3, 0.15, 0.075],
      [0.32, 0.11, 0.22, 0.06],
      [0.32, 0.06, 0.32, 0.07],
    ],
    { up: [1, 0, 0] },
  );
  const toes = (x: number, z: number): Part[] =>
    [-1, 0, 1].flatMap((k) => [
      part(ball(0.035, 0.035, 0.075), hide, {
        at: [x + k * 0.055, 0.035, z + 0.05],
        turn: [0, k * 0.05, 0],
        chart: 'toe',
      }),
      part(tube(stations([0, 0.03, 0, 0.022], [0, 0.035, 0.05, 0.016], [0, 0.005, 0.1, 0])), horn, {
        at: [x + k * 0.068, 0, z + 0.1],
        turn: [0, k * 0.05, 0],
        chart: 'claw',
      }),
    ]);
  return [part(hind, hide), part(fore, hide), ...toes(0.36, -0.34), ...toes(0.32, 0.32)];
}

function wingOf(hide: Part['finish'], sails: Part['finish']): Part[] {
  const shoulder: Pair = [0, 0];
  const wrist: Pair = [0.42, 0.62];
  const tips = points([1.35, 0.86], [1.36, 0.14], [1.0, -0.26], [0.5, -0.36]);
  const outline: Pair[] = [shoulder, [0.2, 0.36], wrist];
  tips.forEach((tip, i) => {
    outline.push(tip);
    const next = tips[i + 1] ?? [0.02, -0.3];
    const pull = 0.24;
    const [mx, my] = [(tip[0] + next[0]) / 2, (tip[1] + next[1]) / 2];
    outline.push([mx + (wrist[0] - mx) * pull, my + (wrist[1] - my) * pull]);
  });
  outline.push([0.02, -0.3]);
  const middle: Pair = [0.55, 0.2];
  const curve = lines(
    outline.map(([x, y]) => [x - middle[0], y - middle[1]]),
    0.05,
    true,
  );
  const bow = (x: number, y: number): number => -0.2 * x * x + 0.1 * y - 0.05;
  const sheet = warp(prism(curve, 0.014, 0.006), (p) => {
    const x = p[0]! + middle[0];
    const y = p[1]! + middle[1];
    p[0] = x;
    p[1] = y;
    p[2]! += bow(x, y);
  });
  const bone = (from: Pair, to: Pair, thick: number): Part => {
    const stations: Station[] = [0, 0.35, 0.7, 1].map((t) => {
      const x = from[0] + (to[0] - from[0]) * t;
      const y = from[1] + (to[1] - from[1]) * t;
      return [x, y, bow(x, y), thick * (1 - 0.75 * t)];
    });
    return part(tube(stations, { up: [0, 0, 1] }), hide);
  };
  const wing = [
    part(sheet, sails, { detail: 0.7 }),
    bone(shoulder, wrist, 0.07),
    ...tips.map((tip) => bone(wrist, tip, 0.042)),
    part(ball(0.055), hide, { at: [wrist[0], wrist[1], bow(...wrist)] }),
  ];
  return placed(wing, { at: [0.14, 0.95, 0], turn: [0.02, 0.08, 0.06] });
}

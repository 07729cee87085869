import { rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, torus, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import { lines, points } from '../../shape/curve.ts';
import type { Kit, Thing } from '../kit.ts';
import { pennant } from '../buildings/pennant.ts';
import { wordList } from '../../../word-list.ts';

export const ship: Thing = {
  name: 'ship',
  words: wordList(`
    ship boat galleon sailboat pirate-ship caravel yacht frigate schooner
  `),
  metres: 16,
  build(kit: Kit): Part[] {
    const boat = kit.has('boat', 'sailboat', 'yacht');
    const wood = (axis: 'x' | 'y' | 'z', shift: number) =>
      kit.stuff('wood', 0x7d5130, ['hull', 'main'], { axis, shift });
    const trim = kit.stuff('wood', boat ? 0xd9cdb4 : 0xb98a45, ['band', 'second'], { axis: 'z' });
    const pole = kit.stuff('wood', 0x6a4528, ['mast'], {});
    const canvas = kit.stuff('cloth', kit.has('pirate') ? 0x2c2a2c : 0xeee3c8, ['sail'], {});
    const gold = kit.stuff('metal', 0xc99f45, ['window'], { gloss: 0.7 });
    // A U of planks, stretched by stations: half height (down), half width.
    const bowl = lines(
      [
        [1, -0.9],
        [1, 0.9],
        [0.62, 1],
        [0.2, 0.62],
        [-0.5, 0.34],
        [-1, 0.06],
        [-1, -0.06],
        [-0.5, -0.34],
        [0.2, -0.62],
        [0.62, -1],
      ].map(([a, b]) => [-a!, b!] as const),
      0.05,
      true,
    );
    const hull = tube(
      [
        [0, 0.44, -1.0, 0.24, 0.3],
        [0, 0.4, -0.7, 0.34, 0.4],
        [0, 0.34, 0, 0.34, 0.44],
        [0, 0.38, 0.55, 0.32, 0.36],
        [0, 0.5, 0.95, 0.22, 0.14],
        [0, 0.62, 1.12, 0.12, 0.03],
      ],
      { section: bowl, up: [1, 0, 0], ends: 'flat' },
    );
    const rail = (side: number) =>
      tube([
        [side * 0.3, 0.68, -1.0, 0.035],
        [side * 0.38, 0.72, -0.68, 0.035],
        [side * 0.42, 0.68, 0, 0.035],
        [side * 0.35, 0.7, 0.55, 0.035],
        [side * 0.13, 0.74, 0.96, 0.03],
        [0, 0.78, 1.14, 0.025],
      ]);
    const out: Part[] = [
      part(hull, wood('z', 1), { detail: 1.3 }),
      part(rail(1), trim, { chart: 'rail' }),
      part(rail(-1), trim, { chart: 'rail' }),
      part(rod([0, 0.66, 1.0], [0, 0.98, 1.56], 0.03, pole).surface, pole),
    ];
    if (!boat) {
      out.push(
        part(box(0.66, 0.34, 0.42, 0.03), wood('x', 5), {
          at: [0, 0.82, -0.84],
          turn: [0.01, 0, 0],
        }),
        part(box(0.74, 0.05, 0.5, 0.015), trim, { at: [0, 1.0, -0.84] }),
        ...[-0.2, 0, 0.2].map((x) =>
          part(box(0.12, 0.14, 0.04, 0.015), gold, { at: [x, 0.84, -1.06], chart: 'pane' }),
        ),
        ...mirrored(
          [-0.5, -0.2, 0.1, 0.4].map((z) =>
            part(box(0.05, 0.1, 0.1, 0.015), trim, {
              at: [0.435 - 0.06 * z * z, 0.46, z],
              chart: 'port',
            }),
          ),
          'ports',
        ),
        ...mirrored(
          [-0.5, -0.2, 0.1, 0.4].map((z) =>
            part(
              turned(points([0, 0], [0.03, 0], [0.026, 0.12], [0, 0.12]), 0.008, 10),
              kit.stuff('metal', 0x3a3a3e, ['cannon']),
              { at: [0.43 - 0.06 * z * z, 0.46, z], turn: [0, 0, -0.25], chart: 'cannon' },
            ),
          ),
          'guns',
        ),
      );
    }
    const masts: readonly (readonly [number, number, number])[] = boat
      ? [[0.05, 1.9, 1]]
      : [
          [-0.55, 1.75, 0.8],
          [0.05, 2.1, 1],
          [0.62, 1.8, 0.82],
        ];
    for (const [z, top, scale] of masts) {
      out.push(
        part(tube(stations([0, 0.4, z, 0.045], [0, top, z, 0.025])), pole, {
          chart: `mast${scale}`,
        }),
      );
      if (boat) {
        out.push(
          part(triangle(0.62, 1.1), canvas, { at: [0.03, 0.84, z - 0.03], turn: [0, 0.25, 0] }),
        );
        out.push(
          part(triangle(0.62, 0.9), canvas, { at: [0.03, 0.84, z + 0.06], turn: [0, -0.25, 0] }),
        );
        out.push(rod([0, 0.82, z], [0, 0.82, z - 0.68], 0.022, pole));
        continue;
      }
      for (const [y, wide, high] of [
        [1.22, 0.62, 0.52],
        [1.68, 0.46, 0.36],
      ] as const) {
        const at = y * (0.35 + 0.65 * scale) + 0.02;
        out.push(
          rod(
            [-wide * scale, at + high * 0.5 * scale, z + 0.05],
            [wide * scale, at + high * 0.5 * scale, z + 0.05],
            0.02,
            pole,
            { chart: 'yard' },
          ),
        );
        out.push(
          part(sail(wide * 1.8 * scale, high * scale), canvas, {
            at: [0, at, z + 0.06],
            chart: `sail${wide}`,
            detail: 0.8,
          }),
        );
      }
      out.push(
        part(turned(points([0, 0], [0.06, 0], [0.09, 0.09], [0, 0.09]), 0.01, 10), pole, {
          at: [0, top - 0.42 * scale, z],
          chart: 'nest',
        }),
      );
      out.push(
        part(
          pennant(0.26, 0.12),
          kit.stuff('cloth', kit.has('pirate') ? 0x1d1c1e : 0xb8322a, ['flag']),
          { at: [0.01, top - 0.06, z], chart: 'flag' },
        ),
      );
    }
    if (boat)
      out.push(
        part(torus(0.12, 0.04), kit.stuff('plastic', 0xd8572e, ['ring']), {
          at: [0, 0.8, -0.98],
          turn: [0.22, 0, 0],
        }),
      );
    else out.push(part(ball(0.06), gold, { at: [0, 1.0, 1.58] }));
    return out;
  },
};

/** A square sail that the wind fills towards +Z. */
function sail(width: number, height: number): ReturnType<typeof warp> {
  return warp(box(width, height, 0.02, 0.006), (p) => {
    const x = p[0]! / (width / 2);
    const y = p[1]! / (height / 2);
    p[2]! += 0.2 * height * (1 - 0.55 * x * x) * (1 - 0.8 * y * y);
    p[0]! *= 1 - 0.1 * (y + 1) * 0.5;
  });
}

/** A sail with a right angle at the origin, along X and up Y. */
function triangle(width: number, height: number): ReturnType<typeof warp> {
  return warp(box(width, height, 0.018, 0.005), (p) => {
    const t = (p[1]! + height / 2) / height;
    const x = (p[0]! + width / 2) * (1 - 0.97 * t);
    p[1] = p[1]! + height / 2;
    p[2]! += 0.5 * x * (1 - t) * (width - x);
    p[0] = x;
  });
}

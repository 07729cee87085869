import { lines, type Pair, points, squircle } from '../../shape/curve.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, finer, lathe, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';
import { wordList } from '../../../word-list.ts';

export const sword: Thing = {
  name: 'sword',
  words: wordList(`
    sword swords longsword blade katana dagger excalibur sabre claymore rapier
  `),
  metres: 1.1,
  build(kit: Kit): Part[] {
    const short = kit.has('dagger', 'knife', 'short');
    const curved = kit.has('katana', 'sabre', 'scimitar', 'curved');
    const gleam = kit.has('glowing', 'magic', 'enchanted', 'flaming', 'fire') ? 0.7 : 0;
    const steel = kit.stuff(
      gleam > 0 ? 'crystal' : 'metal',
      gleam > 0 ? 0x7fc4f2 : 0xc2c8ce,
      ['blade', 'main'],
      { gloss: 0.85, gleam },
    );
    const gold = kit.stuff('metal', 0xc89b45, ['guard', 'second'], { gloss: 0.8 });
    const grip = kit.stuff('leather', 0x4a2c1c, ['handle'], {});
    const gem = kit.stuff('crystal', 0xb0182c, ['gem'], { gleam: 0.3 });
    const long = short ? 0.8 : 1.4;
    const wide = kit.has('broad', 'broadsword', 'claymore', 'huge') ? 0.125 : short ? 0.095 : 0.105;
    const base = 0.52;
    const bow = curved ? 0.16 : 0;
    // A diamond section with a flat: the ridge and the edges are knots, so the blade stays keen in drafts.
    const section = lines(
      points([1, 0], [0.34, 0.2], [-0.34, 0.2], [-1, 0], [-0.34, -0.2], [0.34, -0.2]),
      0.02,
      true,
    );
    const profile: Pair[] = [
      [0, base],
      [wide, base],
      [wide * 0.94, base + long * 0.5],
      [wide * 0.78, base + long * 0.86],
      [0, base + long],
    ];
    const blade = warp(finer(lathe(lines(profile, 0.02), section), 12, 8), (p) => {
      const t = (p[1]! - base) / long;
      p[0]! += bow * t * t;
    });
    const quillon = tube(
      [
        [0, base - 0.01, 0, 0.05, 0.045],
        [0.14, base - 0.005, 0, 0.042, 0.036],
        [0.27, base + 0.035, 0, 0.035, 0.03],
        [0.34, base + 0.085, 0, 0.045, 0.036],
      ],
      { section: squircle(0.6) },
    );
    const out: Part[] = [
      part(blade, steel, { detail: 1.2 }),
      part(
        finer(
          lathe(lines(points([0, 0.13], [0.05, 0.13], [0.058, 0.3], [0.046, 0.5], [0, 0.5]), 0.02)),
          10,
          5,
        ),
        grip,
      ),
      part(
        lathe(
          lines(points([0, 0.47], [0.07, 0.47], [0.062, 0.56], [0, 0.58]), 0.015),
          squircle(0.8),
        ),
        gold,
      ),
      ...mirrored(
        [part(quillon, gold), part(ball(0.05, 0.05, 0.045), gold, { at: [0.36, base + 0.115, 0] })],
        'guard',
      ),
      part(ball(0.085, 0.085, 0.06), gold, { at: [0, 0.08, 0] }),
      part(torus(0.056, 0.014), gold, { at: [0, 0.15, 0], chart: 'collar' }),
      part(ball(0.04), gem, { at: [0, 0.08, 0.042], chart: 'gem', detail: 2 }),
      part(ball(0.04), gem, { at: [0, 0.08, -0.042], chart: 'gem' }),
      part(ball(0.034, 0.05, 0.034), gem, {
        at: [0, base + 0.005, 0.05],
        chart: 'gem2',
        detail: 2,
      }),
      part(ball(0.034, 0.05, 0.034), gem, { at: [0, base + 0.005, -0.05], chart: 'gem2' }),
    ];
    // The grip's wire winding.
    for (let i = 0; i < 7; i++) {
      out.push(
        part(torus(0.0535 + 0.004 * (i < 3 ? 1 : 0), 0.007), gold, {
          at: [0, 0.19 + i * 0.042, 0],
          chart: 'wire',
        }),
      );
    }
    return out;
  },
};

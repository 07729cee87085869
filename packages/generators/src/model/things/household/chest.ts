import { box } from '../../shape/box.ts';
import { around, polar } from '../../shape/arrange.ts';
import { lines, type Pair, points } from '../../shape/curve.ts';
import { prism } from '../../shape/box.ts';
import { cosTurn, sinTurn, square } from '../../exact-math.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { ball, torus } from '../../shape/surface.ts';
import type { Finish } from '../../paint/finish.ts';
import type { Kit, Thing } from '../kit.ts';

export const chest: Thing = {
  name: 'chest',
  words: ['chest', 'chests', 'treasure', 'coffer', 'trunk'],
  metres: 1,
  build(kit: Kit): Part[] {
    const iron = kit.stuff('metal', 0xb08a3e, ['band', 'second'], { gloss: 0.6 });
    const dark = kit.stuff('metal', 0x4c4a48, ['hinge'], { gloss: 0.4 });
    const [w, h, d] = [1.7, 0.72, 1.08];
    const out: Part[] = [];
    const wood = (shift: number): Finish =>
      kit.stuff('wood', 0x8a5630, ['main'], { axis: 'x', shift });
    // Boards along the sides.
    for (let row = 0; row < 3; row++) {
      const y = 0.06 + (row + 0.5) * (h / 3);
      const high = h / 3 - 0.012;
      for (const side of [1, -1]) {
        out.push(
          part(box(w, high, 0.09), wood(row * 3 + side), { at: [0, y, side * (d / 2 - 0.045)] }),
        );
        out.push(
          part(
            box(0.09, high, d - 0.2),
            kit.stuff('wood', 0x8a5630, ['main'], { axis: 'z', shift: row + side * 5 }),
            { at: [side * (w / 2 - 0.05), y, 0] },
          ),
        );
      }
    }
    out.push(part(box(w - 0.1, 0.08, d - 0.1), wood(30), { at: [0, 0.08, 0] }));
    const open = kit.has('open', 'opened');
    const lid = lidOf(kit, w, d, iron);
    out.push(...placed(lid, { at: [0, h + 0.06, -d / 2 + 0.04], turn: [open ? -0.24 : 0, 0, 0] }));
    if (open || kit.has('treasure', 'gold', 'coins')) out.push(...hoard(kit, open ? h : h - 0.1));
    // Fittings: corner straps, a lock and rings.
    for (const x of [-1, 1]) {
      for (const z of [-1, 1]) {
        out.push(
          part(box(0.13, h + 0.02, 0.13, 0.02), iron, {
            at: [x * (w / 2 - 0.045), h / 2 + 0.05, z * (d / 2 - 0.045)],
            chart: 'corner',
          }),
        );
      }
      out.push(
        part(box(0.14, h + 0.02, 0.05, 0.014), iron, {
          at: [x * w * 0.22, h / 2 + 0.05, d / 2 + 0.005],
          chart: 'strap',
        }),
      );
      out.push(
        part(torus(0.13, 0.026), dark, {
          at: [x * (w / 2 + 0.03), h * 0.62, 0],
          turn: [0, 0, 0.25],
          chart: 'ring',
        }),
      );
    }
    out.push(part(box(w + 0.03, 0.07, d + 0.03, 0.015), iron, { at: [0, 0.06, 0] }));
    out.push(part(box(0.3, 0.34, 0.08, 0.03), iron, { at: [0, h - 0.02, d / 2 + 0.04] }));
    out.push(part(ball(0.055, 0.055, 0.03), dark, { at: [0, h - 0.01, d / 2 + 0.08] }));
    out.push(part(box(0.035, 0.12, 0.03, 0.01), dark, { at: [0, h - 0.08, d / 2 + 0.075] }));
    return out;
  },
};

/** A half round lid about its hinge: a prism of the arch, and bands over it. */
function lidOf(kit: Kit, w: number, d: number, iron: Finish): Part[] {
  const arch = (radius: number, foot: number): Pair[] => {
    const outline = points([-radius, -foot], [radius, -foot]);
    for (let i = 0; i <= 10; i++)
      outline.push([radius * cosTurn(i / 20), radius * 0.82 * sinTurn(i / 20)]);
    return outline;
  };
  const shell = (
    radius: number,
    foot: number,
    length: number,
    finish: Finish,
    x: number,
    chart: string,
  ): Part =>
    part(prism(lines(arch(radius, foot), 0.015, true), length, 0.02), finish, {
      at: [x, 0.06, d / 2 - 0.04],
      turn: [0, 0.25, 0],
      chart,
    });
  const wood = kit.stuff('wood', 0x8a5630, ['lid', 'main'], { axis: 'z', shift: 17 });
  return [
    shell(d / 2, 0.05, w, wood, 0, 'lid'),
    ...[-0.455, -0.22, 0.22, 0.455].map((x) =>
      shell(d / 2 + 0.028, 0.055, 0.13, iron, x * w, 'lidband'),
    ),
    part(box(w + 0.02, 0.06, 0.05, 0.015), iron, { at: [0, 0.03, d - 0.05] }),
  ];
}

function hoard(kit: Kit, level: number): Part[] {
  const gold = kit.stuff('metal', 0xe8bb4c, ['coin'], { gloss: 0.85 });
  const gems = [0xb01c30, 0x1f8f5a, 0x2b5fc0].map((color, i) =>
    kit.stuff('crystal', color, [`jewel${i}`], { gleam: 0.25 }),
  );
  const mound = part(ball(0.76, 0.26, 0.44), gold, { at: [0, level - 0.06, 0] });
  const coins = around(26, (turn, i) => {
    const r = 0.18 + 0.5 * kit.random();
    const [x, , z] = polar(turn * 7, 1, 0);
    const y = level - 0.06 + 0.26 * Math.sqrt(Math.max(0, 1 - square(r / 0.78))) + 0.02;
    if (i % 6 === 5)
      return [
        part(ball(0.07, 0.06, 0.07), gems[i % 3]!, {
          at: [x * r, y, z * r * 0.58],
          chart: `jewel${i % 3}`,
          detail: 0.8,
        }),
      ];
    return [
      part(torus(0.055, 0.03, 0.5), gold, {
        at: [x * r, y, z * r * 0.58],
        turn: [kit.between(-0.08, 0.08), 0, kit.between(-0.08, 0.08)],
        chart: 'coin',
      }),
    ];
  });
  return [mound, ...coins];
}

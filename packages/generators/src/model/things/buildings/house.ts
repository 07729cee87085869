import { angleTurn, square } from '../../exact-math.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';
import { wordList } from '../../../word-list.ts';

export const house: Thing = {
  name: 'house',
  words: wordList(`
    house cottage hut cabin home tavern farmhouse houses shed shack
  `),
  metres: 8,
  build(kit: Kit): Part[] {
    const log = kit.has('cabin', 'shed', 'shack');
    const walls = kit.stuff(log ? 'wood' : 'plaster', log ? 0x8a6238 : 0xe8dcc0, ['wall', 'main'], {
      axis: 'x',
      masonry: true,
      course: 0.1,
    });
    const stones = kit.stuff('brick', 0x8d877d, ['base'], { course: 0.075 });
    const beam = kit.stuff('wood', 0x5a3b24, ['beam', 'trim'], {});
    const roofTop = kit.stuff('tiles', 0xa54a33, ['roof', 'second'], { axis: 'z', course: 0.1 });
    const glass = kit.stuff('crystal', 0xf3cf83, ['window'], { gleam: 0.55 });
    const doorway = kit.stuff('wood', 0x6d4526, ['door'], {});
    const iron = kit.stuff('metal', 0x4c4d50, ['band'], {});
    const [w, d, h] = [1.5, 1.2, 0.78];
    const ridge = 0.74;
    const floor = 0.12;
    const out: Part[] = [
      part(box(w + 0.1, 0.16, d + 0.1, 0.02), stones, { at: [0, 0.08, 0] }),
      part(gabled(w, h, d, ridge - 0.04), walls, { at: [0, floor, 0] }),
    ];
    // The roof: two slabs that overhang, and a ridge beam.
    const slope = Math.sqrt(square(d / 2 + 0.16) + square(ridge * (1 + 0.32 / d)));
    const pitch = angleTurn(ridge, d / 2);
    for (const side of [1, -1]) {
      const top = floor + h + ridge + 0.045;
      const drop = 0.5 * ridge * (1 + 0.32 / d);
      out.push(
        part(box(w + 0.3, 0.07, slope + 0.04, 0.012), roofTop, {
          at: [0, top - drop, side * (d / 4 + 0.08)],
          turn: [side * pitch, 0, 0],
        }),
      );
    }
    out.push(part(box(w + 0.34, 0.09, 0.12, 0.02), beam, { at: [0, floor + h + ridge + 0.06, 0] }));
    for (const x of [-1, 1]) {
      for (const z of [-1, 1]) {
        out.push(
          part(box(0.1, h, 0.1, 0.015), beam, {
            at: [x * (w / 2 - 0.03), floor + h / 2, z * (d / 2 - 0.03)],
            chart: 'post',
          }),
        );
      }
      out.push(
        part(box(0.08, 0.08, d + 0.04, 0.012), beam, {
          at: [x * (w / 2 - 0.01), floor + h - 0.02, 0],
          chart: 'tie',
        }),
      );
      out.push(
        part(box(0.07, ridge * 0.86, 0.08, 0.012), beam, {
          at: [x * (w / 2 - 0.005), floor + h + ridge * 0.4, 0],
          chart: 'king',
        }),
      );
    }
    for (const z of [-1, 1]) {
      out.push(
        part(box(w + 0.02, 0.08, 0.08, 0.012), beam, {
          at: [0, floor + h - 0.04, z * (d / 2 - 0.01)],
          chart: 'plate',
        }),
      );
    }
    const front = d / 2;
    out.push(
      part(box(0.36, 0.56, 0.08, 0.02), beam, { at: [0, floor + 0.27, front + 0.005] }),
      part(box(0.28, 0.5, 0.08, 0.015), doorway, { at: [0, floor + 0.25, front + 0.025] }),
      part(ball(0.025), iron, { at: [0.09, floor + 0.25, front + 0.075] }),
      part(box(0.5, 0.07, 0.2, 0.015), stones, { at: [0, 0.04, front + 0.16] }),
    );
    const windows: readonly (readonly [number, number, number, number])[] = [
      [-0.48, 0.4, front, 0],
      [0.48, 0.4, front, 0],
      [w / 2, 0.42, 0.02, 0.25],
      [-w / 2, 0.42, 0.02, 0.25],
      [-0.38, 0.42, -front, 0],
      [0.38, 0.42, -front, 0],
    ];
    for (const [x, y, z, turn] of windows) {
      const at = [x, floor + y, z] as const;
      const place = { at, turn: [0, turn, 0] as const };
      out.push(part(box(0.27, 0.32, 0.07, 0.012), beam, { ...place, chart: 'frame' }));
      out.push(part(box(0.21, 0.26, 0.08, 0.008), glass, { ...place, chart: 'pane', detail: 0.6 }));
      out.push(part(box(0.025, 0.27, 0.095, 0.006), beam, { ...place, chart: 'mullion' }));
      out.push(part(box(0.22, 0.025, 0.095, 0.006), beam, { ...place, chart: 'transom' }));
      out.push(
        part(box(0.33, 0.035, 0.12, 0.01), beam, {
          at: [x, floor + y - 0.17, z],
          turn: place.turn,
          chart: 'sill',
        }),
      );
    }
    const chimney = kit.stuff('brick', 0x94604c, ['chimney'], { course: 0.06 });
    out.push(
      part(box(0.22, 0.86, 0.22, 0.02), chimney, { at: [-w * 0.3, floor + h + 0.48, -0.26] }),
      part(box(0.29, 0.07, 0.29, 0.015), stones, { at: [-w * 0.3, floor + h + 0.9, -0.26] }),
      part(box(0.12, 0.1, 0.12, 0.02), iron, { at: [-w * 0.3, floor + h + 0.97, -0.26] }),
    );
    return out;
  },
};

/** A box with a gable: its top is drawn up to a ridge along X. */
function gabled(
  width: number,
  height: number,
  depth: number,
  rise: number,
): ReturnType<typeof box> {
  const whole = height + rise;
  return warp(box(width, whole, depth, 0.015), (p) => {
    const y = p[1]! + whole / 2;
    const top = height + rise * (1 - Math.abs(p[2]!) / (depth / 2));
    // Only what lies above the eaves is pressed down, so that walls keep their courses.
    p[1] =
      y <= height * 0.5
        ? y
        : height * 0.5 + ((y - height * 0.5) * (top - height * 0.5)) / (whole - height * 0.5);
  });
}

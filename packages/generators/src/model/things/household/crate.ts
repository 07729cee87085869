import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';

export const crate: Thing = {
  name: 'crate',
  words: ['crate', 'crates'],
  metres: 1,
  build(kit: Kit): Part[] {
    const out: Part[] = [];
    const s = 0.9;
    const rim = 0.16;
    const trim = (axis: 'x' | 'y' | 'z', i: number) =>
      kit.stuff('wood', 0x7a5230, ['band', 'second', 'main'], { axis, shift: i * 3.7 });
    // Four boards a side, each a little different.
    const boards = 4;
    const wide = (2 * s - 0.08) / boards;
    for (let face = 0; face < 6; face++) {
      for (let i = 0; i < boards; i++) {
        const along = -s + 0.04 + wide * (i + 0.5);
        const finish = kit.stuff('wood', 0xa9763f, ['main'], {
          axis: face < 4 ? 'y' : 'x',
          shift: face * 11.3 + i * 2.9,
        });
        const depth = 0.06 + kit.between(-0.008, 0.008);
        const gap = wide - 0.014;
        const tilt = kit.between(-0.0015, 0.0015);
        const plank =
          face < 4
            ? { surface: box(gap, 2 * s - 0.1, depth), at: turned(face, along, 0, s - 0.05) }
            : {
                surface: box(2 * s - 0.1, depth, gap),
                at: [0, (face === 4 ? 1 : -1) * (s - 0.05), along] as const,
              };
        out.push(
          part(plank.surface, finish, {
            at: [plank.at[0], plank.at[1] + s, plank.at[2]],
            turn: face < 4 ? [0, face / 4, tilt] : [0, tilt, 0],
          }),
        );
      }
    }
    // The frame: twelve posts and beams, and a brace across each side.
    let n = 0;
    for (const i of [-1, 1]) {
      for (const j of [-1, 1]) {
        out.push(
          part(box(rim, 2 * s + 0.05, rim), trim('y', n++), {
            at: [i * (s - 0.03), s, j * (s - 0.03)],
          }),
        );
        out.push(
          part(box(2 * s - 0.1, rim, rim * 0.96), trim('x', n++), {
            at: [0, s + i * (s - 0.05), j * (s - 0.04)],
          }),
        );
        out.push(
          part(box(rim * 0.96, rim, 2 * s - 0.1), trim('z', n++), {
            at: [i * (s - 0.04), s + j * (s - 0.05), 0],
          }),
        );
      }
    }
    for (let face = 0; face < 4; face++) {
      const [x, , z] = turned(face, 0, 0, s + 0.005);
      out.push(
        part(box(rim * 0.9, 2.12, 0.07), trim('y', n++), {
          at: [x, s, z],
          turn: [0, face / 4, 0.125],
        }),
      );
    }
    const iron = kit.stuff('metal', 0x55565a, ['nail'], { gloss: 0.4 });
    for (let face = 0; face < 4; face++) {
      for (const i of [-1, 1]) {
        for (const j of [-1, 1]) {
          const [x, , z] = turned(face, i * (s - 0.04), 0, s + 0.055);
          out.push(
            part(ball(0.03), iron, { at: [x, s + j * (s - 0.12), z], chart: 'nail', scale: 1 }),
          );
        }
      }
    }
    return out;
  },
};

/** A place on the side that is `face` quarter turns about Y from the front. */
function turned(
  face: number,
  along: number,
  up: number,
  out: number,
): readonly [number, number, number] {
  const [c, s] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][face] as [number, number];
  return [along * c + out * s, up, -along * s + out * c];
}

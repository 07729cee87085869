import type { Finish } from '../../paint/finish.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';

/** A door in its frame, on the front of a round wall. */
export function doorway(wood: Finish, trim: Finish, radius: number): Part[] {
  return [
    part(box(0.3, 0.44, 0.14, 0.03), trim, { at: [0, 0.3, radius - 0.06] }),
    part(box(0.21, 0.36, 0.14, 0.02), wood, { at: [0, 0.27, radius - 0.03] }),
  ];
}

import { cosTurn, sinTurn } from '../exact-math.ts';
import type { Finish } from '../paint/finish.ts';
import { lines, through, type Pair } from './curve.ts';
import { part, type Part, type PartOptions } from './part.ts';
import type { Triple } from './place.ts';
import { finer, lathe, type Surface } from './surface.ts';
import { stations, tube } from './tube.ts';

/** What `make` gives for each of `count` places about the Y axis; turns from 0 to 1. */
export function around(count: number, make: (turn: number, i: number) => readonly Part[]): Part[] {
  return Array.from({ length: count }, (_, i) => make(i / count, i)).flat();
}

/** The place at a distance from the Y axis. */
export function polar(turn: number, radius: number, y: number): Triple {
  return [radius * cosTurn(turn), y, radius * sinTurn(turn)];
}

/** A straight round rod with flat ends. */
export function rod(
  from: Triple,
  to: Triple,
  radius: number,
  finish: Finish,
  options: PartOptions = {},
): Part {
  return part(
    tube(stations([...from, radius], [...to, radius]), { ends: 'flat' }),
    finish,
    options,
  );
}

/** A turned piece with crisp corners: (radius, height) from the bottom up. */
export function turned(points: readonly Pair[], bevel = 0.02, sides = 14): Surface {
  return finer(lathe(lines(points, bevel)), sides, 4);
}

/** A turned piece with a smooth outline. */
export function spun(points: readonly Pair[], sides = 14): Surface {
  return finer(lathe(through(points)), sides, 7);
}

import { cosTurn, sinTurn } from '../exact-math.ts';

/** A 3 by 4 matrix in rows: position = rows · (x, y, z, 1). */
export type Matrix = readonly number[];

export type Triple = readonly [number, number, number];

export interface Place {
  /** Metres. */
  readonly at?: Triple;
  /** About X (nod), then Z (roll), then Y (face another way). Unit: turns. */
  readonly turn?: Triple;
  readonly scale?: number | Triple;
}

export function matrixOf(place: Place): Matrix {
  const [x, y, z] = place.at ?? [0, 0, 0];
  const [a, b, c] = place.turn ?? [0, 0, 0];
  const scale = place.scale ?? 1;
  const [i, j, k] = typeof scale === 'number' ? [scale, scale, scale] : scale;
  const [ca, sa, cb, sb, cc, sc] = [
    cosTurn(a),
    sinTurn(a),
    cosTurn(b),
    sinTurn(b),
    cosTurn(c),
    sinTurn(c),
  ];
  return [
    cb * cc * i,
    (sb * sa - cb * sc * ca) * j,
    (cb * sc * sa + sb * ca) * k,
    x,
    sc * i,
    cc * ca * j,
    -cc * sa * k,
    y,
    -sb * cc * i,
    (sb * sc * ca + cb * sa) * j,
    (cb * ca - sb * sc * sa) * k,
    z,
  ];
}

/** First `b`, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[row * 4 + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += a[row * 4 + k]! * b[k * 4 + column]!;
      out.push(sum);
    }
  }
  return out;
}

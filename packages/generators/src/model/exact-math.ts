/**
 * Sine, cosine and arc tangent from additions, multiplications and square roots alone. Those are exact by
 * IEEE 754, so the same prompt gives the same bytes on every engine; the last bits of `Math.sin` do not.
 */

const TURN = 6.283185307179586;

/** Sine of an angle in turns (1 is a full circle); the error is below 1e-11. */
export function sinTurn(turns: number): number {
  let t = turns - Math.floor(turns);
  let sign = 1;
  if (t >= 0.5) {
    t -= 0.5;
    sign = -1;
  }
  if (t > 0.25) t = 0.5 - t;
  const x = t * TURN;
  const s = x * x;
  const tail = 1 - (s / 110) * (1 - (s / 156) * (1 - s / 210));
  return sign * x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - (s / 72) * tail))));
}

/** Cosine of an angle in turns. */
export function cosTurn(turns: number): number {
  return sinTurn(turns + 0.25);
}

/** The angle of (x, y) in turns, from -0.5 to 0.5; the error is below 1e-6 turns. */
export function angleTurn(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const far = Math.max(ax, ay);
  if (far === 0) return 0;
  const a = Math.min(ax, ay) / far;
  const s = a * a;
  const odd =
    0.99997726 +
    s * (-0.33262347 + s * (0.19354346 + s * (-0.11643287 + s * (0.05265332 - s * 0.0117212))));
  let angle = (a * odd) / TURN;
  if (ay > ax) angle = 0.25 - angle;
  if (x < 0) angle = 0.5 - angle;
  return y < 0 ? -angle : angle;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** 0 below `from`, 1 above `to`, and a smooth step between. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** A product, where `**` would leave the last bit to the engine. */
export function square(x: number): number {
  return x * x;
}

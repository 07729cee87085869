/** A seeded source of choices. Never `Math.random`: the same seed must give the same file. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** At least `low`, below `high`. */
  range(low: number, high: number): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  /** An independent source, so that one part of a scene does not shift the choices of another. */
  fork(label: string): Random;
}

/** Random numbers of the sfc32 generator, seeded by the text. */
export function seededRandom(seed: string): Random {
  let [a, b, c, d] = hashText(seed);
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
    fork: (label) => seededRandom(`${seed}\u0000${label}`),
  };
}

/** Four 32-bit words of a text (cyrb128: small, well mixed, the same everywhere). */
function hashText(text: string): [number, number, number, number] {
  let h1 = 1779033703;
  let h2 = 3144134277;
  let h3 = 1013904242;
  let h4 = 2773480762;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ code, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ code, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ code, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ code, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}

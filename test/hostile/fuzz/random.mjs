// Chance that can be had again: the same seed gives the same cases on every machine.

/**
 * Numbers from a seed (mulberry32).
 * @param {number} seed
 */
export function randomOf(seed) {
  let state = seed >>> 0;
  /** 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @param {number} below */
  const integer = (below) => Math.floor(next() * below);
  return {
    next,
    integer,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => /** @type {T} */ (list[integer(list.length)]),
    /** @param {number} chance */
    happens: (chance) => next() < chance,
  };
}

/** @typedef {ReturnType<typeof randomOf>} Random */

/** A seed of each case of each target. @param {number} seed @param {string} target @param {number} index */
export function seedOf(seed, target, index) {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (const character of `${target}:${index}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

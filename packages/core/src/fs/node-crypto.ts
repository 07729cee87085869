import type * as Crypto from 'node:crypto';

/** `node:crypto` by its first use: it takes 2 ms to load, and a build with nothing to do needs none of it. */
export function nodeCrypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}

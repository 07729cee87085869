// How a good document or file becomes a bad one.

/** @typedef {import('./random.mjs').Random} Random */

const NUMBERS = [0, -1, 1, 2, 3, 255, 256, 65_535, 2 ** 31, 2 ** 32 - 1, 2 ** 53, 1e300, -1e9, 0.5];
const TEXTS = [
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '/dev/zero',
  '\u0000',
  '\u001b[2J',
  '\uD800',
  '\u202e',
  'a'.repeat(5_000),
  'http://127.0.0.1/x',
  'file:///etc/passwd',
  'data:,x',
  'NaN',
  '1e999',
  '[]',
  '{}',
];
/** What repeating a part may add to a document. Unit: characters. */
const MOST_ADDED = 500_000;
const WORDS = [32, 31, 16, 8].flatMap((bits) => [2 ** bits - 1, 2 ** (bits - 1)]).concat(0, 1, 7);

/** @param {Random} random */
function value(random) {
  return random.pick([
    () => random.pick(NUMBERS),
    () => random.pick(TEXTS),
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => nested(random.integer(3_000)),
    () => Array.from({ length: random.integer(2_000) }, () => random.pick(NUMBERS)),
    () => ({ [random.pick(TEXTS)]: random.pick(TEXTS) }),
  ])();
}

/** @param {number} depth */
function nested(depth) {
  let made = /** @type {unknown} */ (0);
  for (let level = 0; level < depth; level += 1) made = level % 2 === 0 ? [made] : { a: made };
  return made;
}

/**
 * A copy of a document of JSON in which a few places are others.
 * @param {Random} random @param {unknown} document @returns {unknown}
 */
export function mutatedJson(random, document) {
  const copy = structuredClone(document);
  const times = 1 + random.integer(4);
  for (let time = 0; time < times; time += 1) mutatePlace(random, copy);
  return copy;
}

/** @param {Random} random @param {any} root */
function mutatePlace(random, root) {
  let holder = root;
  for (;;) {
    if (typeof holder !== 'object' || holder === null) return;
    const keys = Object.keys(holder);
    const key = keys.length === 0 ? 'added' : random.pick(keys);
    const inner = holder[key];
    if (typeof inner === 'object' && inner !== null && random.happens(0.8)) {
      holder = inner;
      continue;
    }
    const how = random.integer(6);
    if (how === 0 && !Array.isArray(holder)) delete holder[key];
    else if (how === 1 && typeof inner === 'number')
      holder[key] = inner + random.pick([-1, 1, 1e6]);
    else if (how === 2 && Array.isArray(holder)) {
      // Files and answers are read up to a few megabytes: a longer case is none.
      const most = Math.floor(MOST_ADDED / ((JSON.stringify(inner)?.length ?? 0) + 1));
      const times = Math.min(random.integer(300), most);
      holder.push(...Array.from({ length: times }, () => inner));
    } else if (how === 3) define(holder, random.pick(TEXTS), value(random));
    else if (how === 4) define(holder, key, random.pick(NUMBERS));
    else define(holder, key, value(random));
    return;
  }
}

/** Also `__proto__` as a key of its own. @param {any} holder @param {string} key @param {unknown} to */
function define(holder, key, to) {
  Object.defineProperty(holder, key, {
    value: to,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * A text in which a few places are others.
 * @param {Random} random @param {string} text
 */
export function mutatedText(random, text) {
  const bytes = mutatedBytes(random, Buffer.from(text));
  return random.happens(0.5) ? bytes.toString('utf8') : bytes.toString('latin1');
}

/**
 * Bytes of which a few are others, or words, or are gone, or come twice.
 * @param {Random} random @param {Uint8Array} source
 */
export function mutatedBytes(random, source) {
  let bytes = Buffer.from(source);
  const times = 1 + random.integer(8);
  for (let time = 0; time < times && bytes.length > 8; time += 1) {
    // Heads say more than what follows them.
    const reach = random.happens(0.5) ? Math.min(bytes.length, 512) : bytes.length;
    const at = random.integer(reach - 4);
    switch (random.integer(6)) {
      case 0:
        bytes[at] = random.integer(256);
        break;
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8));
        break;
      case 2:
        bytes.writeUInt32LE(random.pick(WORDS), at);
        break;
      case 3:
        bytes.writeUInt32BE(random.pick(WORDS), at);
        break;
      case 4:
        bytes = bytes.subarray(0, random.integer(bytes.length));
        break;
      default: {
        const end = Math.min(bytes.length, at + random.integer(200));
        bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
      }
    }
  }
  return bytes;
}

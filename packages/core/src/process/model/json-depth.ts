const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x5b, 0x5d];

/**
 * How deep arrays and objects of a JSON text stand in each other, without parsing it: libraries walk
 * what was parsed by calling themselves.
 * @param most ends the count: what is deeper is only known to be
 */
export function jsonDepth(json: Uint8Array, most: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length && deepest <= most; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at);
    // "{" and "}" are "[" and "]" with one bit more.
    else if ((byte & 0xdf) === OPEN) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if ((byte & 0xdf) === CLOSE) depth -= 1;
  }
  return deepest;
}

/** The place of the quote that ends a string. */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = from + 1; ;) {
    const end = json.indexOf(QUOTE, at);
    if (end < 0) return json.length;
    let slashes = 0;
    while (json[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
    at = end + 1;
  }
}

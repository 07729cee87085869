/**
 * The value of a text that is JSON in every respect: without comments, without a key that stands
 * twice in one object, not nested deeper than `depth`. Null where it is not, or where that needs a
 * closer look. Many times faster than a parser that keeps positions.
 */
export function parseStrictJson(text: string, depth: number): { readonly value: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  // JSON.parse keeps the last of two equal keys: then there are fewer in the value.
  return countKeys(value, depth) === countKeysIn(text) ? { value } : null;
}

/** Keys of all objects in a value; -1 where it is nested deeper than `depth`. */
export function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return -1;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value) {
      if (typeof each !== 'object' || each === null) continue;
      const below = countKeys(each, depth - 1);
      if (below === -1) return -1;
      count += below;
    }
    return count;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    count += 1;
    const each = fields[key];
    if (typeof each !== 'object' || each === null) continue;
    const below = countKeys(each, depth - 1);
    if (below === -1) return -1;
    count += below;
  }
  return count;
}

const [TAB, LINE_END, RETURN, SPACE, COLON, BACKSLASH] = [9, 10, 13, 32, 58, 92];

/** Keys in a text that JSON.parse takes: its strings that a colon follows. */
export function countKeysIn(text: string): number {
  let count = 0;
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', open)) {
    let close = text.indexOf('"', open + 1);
    while (text.charCodeAt(close - 1) === BACKSLASH && isEscaped(text, close)) {
      close = text.indexOf('"', close + 1);
    }
    open = close + 1;
    let next = text.charCodeAt(open);
    while (next === SPACE || next === LINE_END || next === RETURN || next === TAB) {
      open += 1;
      next = text.charCodeAt(open);
    }
    if (next === COLON) count += 1;
  }
  return count;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

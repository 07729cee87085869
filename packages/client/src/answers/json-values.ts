export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The object that holds `name`: the answer, or its `data`, where some services put what others have
 * at the top; `data` may be a list of one.
 */
export function holderOf(answer: JsonObject, name: string): JsonObject {
  if (answer[name] !== undefined) return answer;
  const { data } = answer;
  const inner: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
  return isObject(inner) && inner[name] !== undefined ? inner : answer;
}

/** A number; also the decimal text of one. */
export function number(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return value;
  }
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item !== '')
    : [];
}

/** A number of points or credits: whole and not below 0. Anything else is unknown, not 0. */
export function points(value: unknown): number | null {
  const found = number(value);
  return found !== null && Number.isInteger(found) && found >= 0 && found <= MOST_POINTS
    ? found
    : null;
}

/** No request costs so much: an answer that says more does not speak of points. */
const MOST_POINTS = 100_000;

/**
 * An address; also of a list, of an object with `url`, or of a text with commas, that holds one. HTML escapes
 * are decoded.
 */
export function address(value: unknown): string | null {
  const list = Array.isArray(value) ? value : [isObject(value) ? value['url'] : value];
  const found = list.flatMap((item: unknown) =>
    typeof item === 'string'
      ? item.split(/,(?=\s*(?:https?:)?\/|\s*$)/i).map((one) => one.trim().replaceAll('&amp;', '&'))
      : [],
  );
  const known = [...new Set(found.filter((one) => one !== ''))];
  return known.length === 1 ? (known[0] ?? null) : null;
}

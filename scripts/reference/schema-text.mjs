// Keys of a JSON Schema as Markdown: their types, and their examples.

/** JSON on one line with blanks, as a person writes it. */
export function printJson(value) {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${printJson(each)}`)
    .join(', ')} }`;
}

/** An entry without the braces around it. */
export function entryText(entry) {
  return cell(printJson(entry).slice(2, -2));
}

/** The type of a key, with all of its choices and its range, for a cell of a table. */
export function typeOf(property) {
  if (property.const !== undefined) return `\`${JSON.stringify(property.const)}\``;
  if (property.enum !== undefined) return choices(property.enum);
  if (property.anyOf !== undefined) return property.anyOf.map(typeOf).join(' or ');
  if (property.type === 'array') return arrayType(property);
  if (property.type === 'integer' || property.type === 'number') return number(property);
  if (property.type === 'object') return objectType(property);
  if (property.pattern === undefined) return property.type ?? 'any';
  return `${property.type}${PATTERNS[property.pattern] ?? ''}`;
}

/** What the patterns of the schema say, for people. */
const PATTERNS = {
  '^[1-9]\\d{0,4}:[1-9]\\d{0,4}$': ', as `"16:9"`',
  '^(?:box|sphere|capsule|hull|hulls:(?:[2-9]|[1-5]\\d|6[0-4]))$':
    ': `"box"`, `"sphere"`, `"capsule"`, `"hull"`, or `"hulls:2"` to `"hulls:64"`',
};

/** Of as many as there are items, or of one kind. */
function arrayType(property) {
  if (!Array.isArray(property.items)) {
    const each = typeOf(property.items);
    return `array${count(property)} of ${property.items.anyOf === undefined ? each : `(${each})`}`;
  }
  const [first] = property.items;
  return `array of ${property.items.length}: each ${typeOf(first)}`;
}

/** An object of one key is shown with it; others are told in rows of their own, or are free. */
function objectType({ properties = {} }) {
  const keys = Object.entries(properties);
  if (keys.length !== 1) return 'object';
  const [[key, value]] = keys;
  return `\`{ "${key}": ${key === 'asset' ? 'NAME' : '…'} }\`${key === 'asset' ? '' : ` (${typeOf(value)})`}`;
}

/** All of them: a list that ends with "and so on" helps nobody who looks one up. */
function choices(values) {
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
}

function number({ type: kind, minimum, maximum, exclusiveMinimum }) {
  const low = minimum ?? exclusiveMinimum;
  const above = minimum === undefined && exclusiveMinimum !== undefined ? 'above ' : '';
  if (low !== undefined && maximum !== undefined) {
    return above === '' ? `${kind}, ${low} to ${maximum}` : `${kind} above ${low}, to ${maximum}`;
  }
  if (low !== undefined) return `${kind}, ${above === '' ? 'at least ' : above}${low}`;
  return maximum === undefined ? kind : `${kind}, at most ${maximum}`;
}

function count({ minItems = 0, maxItems = Number.MAX_SAFE_INTEGER }) {
  const open = maxItems === Number.MAX_SAFE_INTEGER;
  if (minItems === 0) return open ? '' : ` (at most ${maxItems})`;
  return open ? ` (at least ${minItems})` : ` (${minItems} to ${maxItems})`;
}

/** A text as it may be in a cell of a table. */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

import * as v from 'valibot';

// What the schemas are made of. A validator's message says what was expected; validate.ts adds where
// and what was found.

export type Schema = v.GenericSchema;
export type Entries = Record<string, Schema>;

/** What {@link text} takes. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

export const text = (description: string): Schema =>
  v.pipe(
    v.string('a string'),
    v.check((value: string) => isText(value), 'a string that is not empty'),
    v.description(description),
  );

/** One UUID, or a list in which each stands once. */
export const uuids = (most: number | null, description: string): Schema => {
  const expected = `a UUID, or an array of ${most === null ? 'them' : `1 to ${most}`}`;
  const uuid = v.pipe(
    v.string(expected),
    v.regex(/^[!-~]{1,200}$/, 'a UUID: letters, digits and dashes'),
  );
  const list = v.pipe(
    v.array(uuid, expected),
    v.minLength(1, expected),
    v.maxLength(most ?? Number.MAX_SAFE_INTEGER, expected),
    v.check((all) => new Set(all).size === all.length, 'each UUID once'),
  );
  return v.pipe(v.union([uuid, list], expected), v.description(description));
};

export const flag = (description: string): Schema =>
  v.pipe(v.boolean('true or false'), v.description(description));

export function integer(min: number, max: number, description: string): Schema {
  const expected =
    max === Number.MAX_SAFE_INTEGER
      ? `an integer, at least ${min}`
      : `an integer from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
    v.description(description),
  );
}

export const atLeast = (min: number, description: string): Schema =>
  integer(min, Number.MAX_SAFE_INTEGER, description);

export const quoted = (values: readonly string[]): string =>
  values.map((value) => `"${value}"`).join(', ');

export const oneOf = (values: readonly string[], description: string): Schema =>
  v.pipe(v.picklist(values, `one of ${quoted(values)}`), v.description(description));

export const imageInput = (description: string): Schema =>
  v.pipe(
    v.union(
      [
        v.string('a path'),
        v.strictObject({ asset: text('Name of an image asset of this project.') }),
      ],
      'a path, or { "asset": NAME }',
    ),
    v.description(description),
  );

export const inputList = (description: string, min: number, max: number | null): Schema =>
  v.pipe(
    v.array(
      imageInput('An input image.'),
      max === null ? `an array of at least ${min} images` : `an array of ${min} to ${max} images`,
    ),
    v.minLength(min, `at least ${min} image${min === 1 ? '' : 's'}`),
    v.maxLength(max ?? Number.MAX_SAFE_INTEGER, `at most ${max} images`),
    v.description(description),
  );

export const above = (limit: number, most: number, description: string): Schema => {
  const expected =
    most === Infinity ? `a number above ${limit}` : `a number above ${limit}, at most ${most}`;
  const checked = v.pipe(v.number(expected), v.gtValue(limit, expected), v.finite(expected));
  return most === Infinity
    ? v.pipe(checked, v.description(description))
    : v.pipe(checked, v.maxValue(most, expected), v.description(description));
};

import { fieldError, InvalidRequest, type FieldError } from './invalid-request.ts';

/** How one field of a request is read. `text`: it came as text of a multipart body. */
export interface Field<T> {
  readonly fallback: T | typeof REQUIRED;
  /** Undefined when the value is not of the field's type; else the value, or what is wrong with it. */
  read(value: unknown, text: boolean): T | Wrong;
}

/** A value that the field does not take. */
export class Wrong {
  readonly type: FieldError['type'];
  readonly msg: string;

  constructor(type: FieldError['type'], msg: string) {
    this.type = type;
    this.msg = msg;
  }
}

const REQUIRED: unique symbol = Symbol('required');

type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

const required = <T>(fallback: T | undefined): T | typeof REQUIRED => fallback ?? REQUIRED;

/** Text with at least one character that is not white space. */
export function text(fallback?: string): Field<string> {
  return {
    fallback: required(fallback),
    read: (value) =>
      typeof value !== 'string'
        ? new Wrong('type', 'Expected text.')
        : value.trim() === ''
          ? new Wrong('value', 'Expected text that is not empty.')
          : value,
  };
}

export function integer(
  range: { readonly min?: number; readonly max?: number },
  fallback: number | null,
): Field<number | null> {
  const { min = -Infinity, max = Infinity } = range;
  const expected =
    max === Infinity
      ? min === -Infinity
        ? 'Expected an integer.'
        : `Expected an integer of at least ${min}.`
      : `Expected an integer from ${min} to ${max}.`;
  return {
    fallback,
    read(value, fromText) {
      const number = fromText && typeof value === 'string' ? decimal(value) : value;
      if (typeof number !== 'number' || !Number.isSafeInteger(number))
        return new Wrong('type', expected);
      return number < min || number > max ? new Wrong('range', expected) : number;
    },
  };
}

/** An integer with a default: never null. */
export function count(range: { readonly min: number; readonly max?: number }, fallback: number) {
  return integer(range, fallback) as Field<number>;
}

const decimal = (value: string): number => (/^-?\d{1,15}$/.test(value) ? Number(value) : NaN);

export function flag(fallback: boolean): Field<boolean> {
  return {
    fallback,
    read(value, fromText) {
      if (typeof value === 'boolean') return value;
      if (fromText && (value === 'true' || value === 'false')) return value === 'true';
      return new Wrong('type', 'Expected true or false.');
    },
  };
}

export function oneOf<const T extends string | number>(
  values: readonly T[],
  fallback?: T,
): Field<T> {
  return {
    fallback: required(fallback),
    read(value, fromText) {
      const found = values.find(
        (one) => one === value || (fromText && typeof one === 'number' && String(one) === value),
      );
      return found ?? new Wrong('value', `Expected one of ${values.join(', ')}.`);
    },
  };
}

/** A free-form object (V1 `extra_body`). */
export function object(): Field<Readonly<Record<string, unknown>> | null> {
  return {
    fallback: null,
    read(value, fromText) {
      const read = fromText && typeof value === 'string' ? json(value) : value;
      return typeof read === 'object' && read !== null && !Array.isArray(read)
        ? (read as Record<string, unknown>)
        : new Wrong('type', 'Expected an object.');
    },
  };
}

function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export interface FieldReading<V> {
  /** Defaults stand in for fields that are wrong: for checks across fields. */
  readonly values: Partial<V>;
  readonly errors: FieldError[];
}

/** Reads all fields and tells all that is wrong with them. */
export function readFields<F extends Fields>(
  fields: F,
  body: Readonly<Record<string, unknown>>,
  options: { readonly text: boolean; readonly unknown: 'refuse' | 'ignore' },
): FieldReading<ValuesOf<F>> {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(body, name)) {
      if (field.fallback === REQUIRED) errors.push(fieldError(name, 'missing', 'Required.'));
      else values[name] = field.fallback;
      continue;
    }
    const value = field.read(body[name], options.text);
    if (value instanceof Wrong) errors.push(fieldError(name, value.type, value.msg, body[name]));
    else values[name] = value;
  }
  if (options.unknown === 'refuse') {
    for (const name of Object.keys(body)) {
      if (!Object.hasOwn(fields, name)) {
        errors.push(
          fieldError(name, 'unknown_field', 'The operation has no such field.', body[name]),
        );
      }
    }
  }
  return { values: values as Partial<ValuesOf<F>>, errors };
}

/** The values, or an InvalidRequest that tells all errors. */
export function checked<V>(reading: FieldReading<V>): V {
  if (reading.errors.length > 0) throw new InvalidRequest(reading.errors);
  return reading.values as V;
}

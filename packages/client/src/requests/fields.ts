import { InputError } from '../service-errors.ts';

/** What a field of a request may hold; the tables of section 4 as data. */
export type Field =
  | { readonly kind: 'text'; readonly required?: true; readonly note?: string }
  | {
      readonly kind: 'choice';
      readonly values: readonly (string | number)[];
      readonly default?: string | number;
      readonly required?: true;
    }
  | {
      readonly kind: 'integer';
      readonly min: number;
      readonly max?: number;
      readonly default?: number;
      /** Sent even when the caller leaves it out: the service's own default costs more. */
      readonly send?: number;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'object' }
  | { readonly kind: 'file'; readonly required: true; readonly accept: Accept }
  | {
      readonly kind: 'files';
      readonly min: number;
      readonly max?: number;
      readonly accept: Accept;
    };

/** What an uploaded file must be, by its content. */
export interface Accept {
  /** `image/*`, or exact types. */
  readonly types: readonly string[] | 'image/*' | 'any';
  /** Unit: bytes. */
  readonly maxBytes?: number;
}

export type Fields = Readonly<Record<string, Field>>;

/**
 * Checks every field before anything is sent. Throws {@link InputError} with the specification's
 * field name; gives the fields to send, defaults filled in where they must be explicit.
 */
export function checkFields(
  operation: string,
  fields: Fields,
  input: unknown,
): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InputError(operation, 'request', `expected an object, received ${show(input)}`);
  }
  const given = input as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (given[name] !== undefined && !Object.hasOwn(fields, name)) {
      const known = Object.keys(fields).join(', ');
      throw new InputError(operation, name, `no such field; this operation has ${known}`);
    }
  }
  const checked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? (field.kind === 'integer' ? field.send : undefined);
    if (value === undefined) {
      if (isRequired(field)) {
        throw new InputError(operation, name, 'required, and missing');
      }
      continue;
    }
    const problem = problemOf(field, value);
    if (problem !== null) {
      throw new InputError(operation, name, `${problem}, received ${show(value)}`);
    }
    checked[name] = value;
  }
  return checked;
}

function isRequired(field: Field): boolean {
  return field.kind === 'files' ? field.min > 0 : 'required' in field && field.required === true;
}

function problemOf(field: Field, value: unknown): string | null {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? null : 'expected a non-empty text';
    case 'choice':
      return field.values.some((known) => known === value)
        ? null
        : `expected one of ${field.values.join(', ')}`;
    case 'integer':
      return inRange(value, field.min, field.max)
        ? null
        : `expected an integer ${rangeText(field.min, field.max)}`;
    case 'flag':
      return typeof value === 'boolean' ? null : 'expected true or false';
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? null
        : 'expected an object';
    case 'file':
      return isUpload(value) ? null : 'expected a Blob or { path }';
    case 'files':
      if (!Array.isArray(value) || !value.every(isUpload)) {
        return 'expected a list of Blobs or { path }';
      }
      return inRange(value.length, field.min, field.max)
        ? null
        : `expected ${rangeText(field.min, field.max)} files`;
    default:
      return unknownKind(field);
  }
}

function unknownKind(field: never): string {
  return `unknown field ${JSON.stringify(field)}`;
}

function inRange(value: unknown, min: number, max: number | undefined): boolean {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= min &&
    (max === undefined || value <= max)
  );
}

function rangeText(min: number, max: number | undefined): string {
  return max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
}

function isUpload(value: unknown): boolean {
  if (value instanceof Blob) {
    return true;
  }
  return (
    typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'
  );
}

/** A received value, short enough for a message. */
function show(value: unknown): string {
  if (value instanceof Blob) {
    return 'a Blob';
  }
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  if (typeof value === 'object' && value !== null) {
    return 'an object';
  }
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

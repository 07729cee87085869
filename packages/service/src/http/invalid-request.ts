/** One failing field of a request (section 7.1). */
export interface FieldError {
  readonly msg: string;
  readonly path: string;
  readonly location: 'body';
  readonly type: FieldErrorType;
  readonly value: unknown;
}

export type FieldErrorType =
  | 'missing'
  | 'type'
  | 'value'
  | 'range'
  | 'unknown_field'
  | 'file'
  | 'too_large'
  | 'malformed';

/** Errors that are told at most: a body may be wrong in a million places. */
const TOLD = 100;

/** The request is not what the operation takes; every operation answers it in its own way. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('The request is not what the operation takes.');
    this.errors = errors.slice(0, TOLD);
  }
}

const SHOWN = 200;

/** `value` is what was sent, shortened; null for files and for what was left out. */
export function fieldError(
  path: string,
  type: FieldErrorType,
  msg: string,
  value?: unknown,
): FieldError {
  const shown =
    typeof value === 'string'
      ? value.slice(0, SHOWN)
      : typeof value === 'number' || typeof value === 'boolean'
        ? value
        : null;
  return { msg, path, location: 'body', type, value: shown };
}

/** Errors as one line, for answers that have only a message. */
export function errorMessage(errors: readonly FieldError[]): string {
  return errors.map((error) => `${error.path}: ${error.msg}`).join(' ');
}

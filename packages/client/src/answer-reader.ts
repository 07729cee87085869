import { ResponseError } from './service-errors.ts';
import type { CreateOutcome } from './service-errors.ts';

/** Where an answer came from; parsers need it for their errors. */
export interface AnswerContext {
  readonly operation: string;
  readonly httpStatus: number;
  /** What an unreadable answer proves: for a create, that it may have been charged. */
  readonly unreadable: CreateOutcome | null;
  readonly redact: (text: string) => string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** An answer that the specification does not describe. */
export function unexpected(context: AnswerContext, what: string, body?: unknown): ResponseError {
  const message = messageOf(body);
  return new ResponseError(`${context.operation}: unexpected answer: ${what}`, {
    operation: context.operation,
    httpStatus: context.httpStatus,
    serverMessage: message === null ? null : context.redact(message),
    outcome: context.unreadable,
  });
}

export function asObject(context: AnswerContext, body: unknown): JsonObject {
  if (!isObject(body)) {
    throw unexpected(context, 'expected a JSON object');
  }
  return body;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
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

/** What a body says about itself, wherever the specification lets it say so. */
export function messageOf(body: unknown): string | null {
  if (typeof body === 'string') {
    const trimmed = body.trim();
    return trimmed === '' || trimmed.startsWith('<') ? null : trimmed.slice(0, 500);
  }
  if (!isObject(body)) {
    return null;
  }
  const own = [text(body['message']), nested(body['error'])].filter((part) => part !== null);
  return own.length === 0 ? null : [...new Set(own)].join(': ').slice(0, 500);
}

function nested(value: unknown): string | null {
  return isObject(value) ? text(value['message']) : text(value);
}

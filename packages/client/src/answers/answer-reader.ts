import { possibleIds } from './job-ids.ts';
import { isObject } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { keptBody } from './kept-body.ts';
import { ResponseError } from '../service-errors.ts';
import type { CreateOutcome } from '../service-errors.ts';
import { messageOf } from './service-words.ts';

/** Where an answer came from; parsers need it for their errors. */
export interface AnswerContext {
  readonly operation: string;
  readonly httpStatus: number;
  /** What an unreadable answer proves: for a create, that it may have been charged. */
  readonly unreadable: CreateOutcome | null;
  readonly redact: (text: string) => string;
  /** The header `Location`, which may name what was created. */
  readonly location?: string | null;
}

/**
 * An answer that the specification does not describe. It shows the service's own words, and what
 * looks like an id of a paid job.
 */
export function unexpected(context: AnswerContext, what: string, body?: unknown): ResponseError {
  const words = messageOf(body);
  const said = words === null ? null : context.redact(words);
  const ids =
    context.unreadable === null ? [] : possibleIds([body, context.location]).map(context.redact);
  const parts = [
    `${context.operation}: unexpected answer: ${what}`,
    ...(said === null ? [] : [`the service says: ${said}`]),
    ...(ids.length === 0 ? [] : [`IDs in it: ${ids.join(', ')}`]),
  ];
  return new ResponseError(parts.join('; '), {
    operation: context.operation,
    httpStatus: context.httpStatus,
    serverMessage: said,
    outcome: context.unreadable,
    ids,
    body: context.unreadable === null ? null : keptBody(body, context.redact),
  });
}

export function asObject(context: AnswerContext, body: unknown): JsonObject {
  if (!isObject(body)) {
    throw unexpected(context, 'expected a JSON object', body);
  }
  return body;
}

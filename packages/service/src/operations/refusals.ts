import type { FieldError } from '../http/invalid-request.ts';
import { json, legacyError, v1Error } from '../http/replies.ts';

/** 400 of the LEGACY creates (section 7.1). */
export function invalidLegacy(errors: readonly FieldError[]): Response {
  return json({ errors }, 400);
}

/** 400 of group V1: the first error leads, `errors` has them all. */
export function invalidV1(errors: readonly FieldError[]): Response {
  const first = errors[0];
  const message = first === undefined ? 'Invalid request.' : `${first.path}: ${first.msg}`;
  return v1Error(400, 'invalid_request', message, { param: first?.path ?? null });
}

/** 402: not enough points (section 7.1). */
export function insufficientPoints(): Response {
  return legacyError(402, 'Insufficient points for this request.', 'insufficient_points');
}

/** 403: the account may not do this; 402 where the specification lists no 403. */
export function forbidden(status: 402 | 403, what: string): Response {
  return legacyError(status, `The account has no permission for ${what}.`, 'forbidden');
}

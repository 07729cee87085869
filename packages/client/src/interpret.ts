import { isObject, messageOf, text } from './answer-reader.ts';
import type { AnswerContext } from './answer-reader.ts';
import type { OperationClass } from './operation-types.ts';
import { readRateSignals } from './rate-headers.ts';
import { describe, errorCode, safeCause } from './redact.ts';
import {
  AbortedError,
  AmbiguousError,
  AuthError,
  ForbiddenError,
  PointsError,
  RateLimitError,
  RejectedError,
  ResponseError,
  ServiceFailureError,
  UnreachableError,
} from './service-errors.ts';
import type {
  CreateOutcome,
  FieldProblem,
  ServiceError,
  ServiceErrorFacts,
} from './service-errors.ts';
import type { TransportAnswer, TransportFailure } from './transport.ts';

/** What the interpretation of an answer needs to know of its request. */
export interface Asked {
  readonly operation: string;
  readonly class: OperationClass;
  readonly origin: string;
  readonly key: string | null;
  readonly redact: (text: string) => string;
  readonly now: number;
}

const PERMANENT = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_INVALID_ARG',
]);

/** Reads a whole answer: the parsed body of a success, or the error that it means. */
export function interpretAnswer<Output>(
  asked: Asked,
  answer: TransportAnswer,
  parse: (body: unknown, context: AnswerContext) => Output,
): Output {
  const body = parseBody(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    return parse(body, {
      operation: asked.operation,
      httpStatus: answer.status,
      unreadable: asked.class === 'safe' ? null : 'accepted-unreadable',
      redact: asked.redact,
    });
  }
  throw statusError(asked, answer, body);
}

function parseBody(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return source;
  }
}

function statusError(asked: Asked, answer: TransportAnswer, body: unknown): ServiceError {
  const { status } = answer;
  const raw = messageOf(body);
  const said = raw === null ? null : asked.redact(raw);
  const paid = asked.class !== 'safe';
  const facts = (outcome: CreateOutcome): ServiceErrorFacts => ({
    operation: asked.operation,
    httpStatus: status,
    serverMessage: said,
    outcome: paid ? outcome : null,
  });
  const message = (what: string): string =>
    `${asked.operation}: ${what} (HTTP ${status})${said === null ? '' : `: ${said}`}`;
  if (status === 401) {
    return new AuthError(message('the service does not accept the key'), facts('rejected'));
  }
  if (status === 402) {
    return new PointsError(
      message('blocked by an account, IP or points restriction'),
      facts('rejected'),
    );
  }
  if (status === 403) {
    return new ForbiddenError(message('the account may not do this'), facts('rejected'));
  }
  if (status === 429) {
    const { retryAfterMs } = readRateSignals(answer.header, asked.now);
    return new RateLimitError(message('too many requests'), facts('rejected'), retryAfterMs);
  }
  if (status >= 400 && status < 500) {
    const problems = problemsOf(body, asked.redact);
    const list = problems.map((problem) => `${problem.path}: ${problem.msg}`).join('; ');
    const what = list === '' ? 'the request was refused' : `the request was refused: ${list}`;
    return new RejectedError(message(what), facts('rejected'), problems);
  }
  if (status >= 500) {
    return paid
      ? new AmbiguousError(
          message('the service failed, and points may have been charged'),
          facts('ambiguous'),
        )
      : new ServiceFailureError(message('the service failed'), facts('ambiguous'));
  }
  return new ResponseError(message('an answer that is not documented'), facts('ambiguous'));
}

function problemsOf(body: unknown, redact: (text: string) => string): readonly FieldProblem[] {
  const list = isObject(body) ? body['errors'] : null;
  if (!Array.isArray(list)) {
    return [];
  }
  return list.filter(isObject).map((entry) => ({
    msg: redact(text(entry['msg']) ?? ''),
    path: redact(text(entry['path']) ?? ''),
    location: redact(text(entry['location']) ?? ''),
  }));
}

/** What a request without a whole answer means, by how far it came. */
export function interpretFailure(asked: Asked, failure: TransportFailure): ServiceError {
  const why = asked.redact(describe(failure.cause));
  const paid = asked.class !== 'safe';
  const facts = (outcome: CreateOutcome): ServiceErrorFacts => ({
    operation: asked.operation,
    httpStatus: failure.status,
    outcome: paid ? outcome : null,
    cause: safeCause(failure.cause, asked.key),
  });
  if (failure.phase === 'before-send') {
    return failure.aborted
      ? new AbortedError(`${asked.operation}: stopped before anything was sent`, facts('not-sent'))
      : new UnreachableError(
          `${asked.operation}: cannot reach ${asked.origin}: ${why}`,
          facts('not-sent'),
          PERMANENT.has(errorCode(failure.cause) ?? ''),
        );
  }
  const { status } = failure;
  if (status !== null && status >= 400 && status < 500) {
    // The head alone says that it was refused; the body would only have said why.
    return statusError(asked, { status, header: () => null, text: '' }, '');
  }
  if (!paid) {
    return failure.aborted
      ? new AbortedError(`${asked.operation}: stopped`, facts('ambiguous'))
      : new ServiceFailureError(
          `${asked.operation}: no whole answer from ${asked.origin}: ${why}`,
          facts('ambiguous'),
        );
  }
  const accepted = status !== null && status >= 200 && status < 300;
  return new AmbiguousError(
    accepted
      ? `${asked.operation}: the service accepted it, and its answer was lost: ${why}`
      : `${asked.operation}: it was sent, and no whole answer came: ${why}`,
    facts(accepted ? 'accepted-unreadable' : 'ambiguous'),
  );
}

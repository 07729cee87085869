import { AssetgenError } from './errors.ts';
import type { AssetgenErrorOptions, ErrorCode } from './errors.ts';

/**
 * What is proven about a create that did not give its UUIDs.
 *
 * - `not-sent`: not one byte of the request left; nothing can have been charged.
 * - `rejected`: the service answered that it refused; nothing was charged.
 * - `ambiguous`: it was sent, wholly or in part, and no answer tells the outcome.
 * - `accepted-unreadable`: the service answered with success, and the UUIDs are lost or missing.
 */
export type CreateOutcome = 'not-sent' | 'rejected' | 'ambiguous' | 'accepted-unreadable';

export interface ServiceErrorFacts extends AssetgenErrorOptions {
  /** The operation's name in the table of operations. */
  readonly operation: string;
  readonly httpStatus?: number | null;
  /** The message of the service, without keys and signed queries. */
  readonly serverMessage?: string | null;
  /** For creates and conversions: the proven outcome. */
  readonly outcome?: CreateOutcome | null;
  /** Of a create: possible ids of paid jobs in an answer that could not be read. */
  readonly ids?: readonly string[];
  /** Of a create: the answer that could not be read, without secrets, at most 4096 characters. */
  readonly body?: string | null;
}

/** The base of every error of an operation. */
export class ServiceError extends AssetgenError {
  override readonly name: string = 'ServiceError';
  readonly operation: string;
  readonly httpStatus: number | null;
  readonly serverMessage: string | null;
  readonly outcome: CreateOutcome | null;
  /** Of a create in doubt: possible ids of paid jobs in the answer, at most 16. */
  readonly ids: readonly string[];
  /** Of a create in doubt: the answer in one line, without secrets, at most 4096 characters. */
  readonly body: string | null;

  constructor(code: ErrorCode, message: string, facts: ServiceErrorFacts) {
    super(code, message, facts);
    this.operation = facts.operation;
    this.httpStatus = facts.httpStatus ?? null;
    this.serverMessage = facts.serverMessage ?? null;
    this.outcome = facts.outcome ?? null;
    this.ids = facts.ids ?? [];
    this.body = facts.body ?? null;
  }
}

/** A field that the specification does not allow; nothing was sent. `ASSETGEN_INPUT` */
export class InputError extends ServiceError {
  override readonly name: string = 'InputError';
  /** The specification's field name. */
  readonly field: string;

  constructor(operation: string, field: string, expected: string, hint?: string) {
    super('ASSETGEN_INPUT', `${operation}: invalid ${field}: ${expected}`, {
      operation,
      outcome: 'not-sent',
      ...(hint === undefined ? {} : { hint }),
    });
    this.field = field;
  }
}

/** No key, or one that the service does not accept. `ASSETGEN_AUTH` */
export class AuthError extends ServiceError {
  override readonly name: string = 'AuthError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_AUTH', message, {
      hint: 'Set ASSETGEN_API_KEY to a key that this service accepts.',
      ...facts,
    });
  }
}

/** HTTP 402: not enough points, or an account or IP restriction. `ASSETGEN_POINTS` */
export class PointsError extends ServiceError {
  override readonly name: string = 'PointsError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_POINTS', message, {
      hint: 'See the balance with "assetgen balance"; add points to the account, or ask for less.',
      ...facts,
    });
  }
}

/** HTTP 403: the account may not use this. `ASSETGEN_FORBIDDEN` */
export class ForbiddenError extends ServiceError {
  override readonly name: string = 'ForbiddenError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_FORBIDDEN', message, {
      hint: 'The account has no permission for this; "assetgen models" lists what it may use.',
      ...facts,
    });
  }
}

/** Content moderation refused the request (section 7.1). `ASSETGEN_MODERATED` */
export class ModeratedError extends ServiceError {
  override readonly name: string = 'ModeratedError';
  /** 3 or 4; the specification does not say how they differ. */
  readonly limitType: number;
  constructor(limitType: number, message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_MODERATED', message, {
      hint: 'Change the prompt or the input image; nothing was charged.',
      ...facts,
    });
    this.limitType = limitType;
  }
}

/** HTTP 429. `ASSETGEN_RATE_LIMIT` */
export class RateLimitError extends ServiceError {
  override readonly name: string = 'RateLimitError';
  /** From Retry-After, in milliseconds; null where the answer does not tell. */
  readonly retryAfterMs: number | null;
  constructor(message: string, facts: ServiceErrorFacts, retryAfterMs: number | null) {
    super('ASSETGEN_RATE_LIMIT', message, {
      hint: 'Wait a minute and run again; nothing was charged for this request.',
      ...facts,
    });
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a {@link WaitError} says. Unit of times: milliseconds. */
export interface WaitFacts {
  readonly operation: string;
  /** When the pause ends, as Unix time. */
  readonly until: number;
  /** How long may be waited. */
  readonly maxWaitMs: number;
  /** What asked for the pause, in words. */
  readonly cause: string;
}

/**
 * The service asks for a pause that is longer than may be waited; nothing was sent, or it was
 * refused. `ASSETGEN_WAIT`
 */
export class WaitError extends ServiceError {
  override readonly name: string = 'WaitError';
  /** When to try again, as Unix time. Unit: milliseconds. */
  readonly until: number;
  constructor({ operation, until, maxWaitMs, cause }: WaitFacts) {
    const time = `${new Date(Math.ceil(until / 1000) * 1000).toISOString().slice(0, 19)}Z`;
    // One text for all that wait, whatever they wait for: it is shown once.
    super(
      'ASSETGEN_WAIT',
      `the service asks for a pause until ${time}, longer than the limit of ${Math.round(maxWaitMs / 1000)} s (${cause})`,
      {
        operation,
        outcome: 'not-sent',
        hint: `Run again after ${time}. Accepted jobs are kept, and nothing is paid again. "service": { "maxWait": SECONDS } in the config sets the longest wait.`,
      },
    );
    this.until = until;
  }
}

/** One entry of a 400's `errors[]` (section 7.1). */
export interface FieldProblem {
  readonly msg: string;
  readonly path: string;
  readonly location: string;
  /** Category of the problem; null where the service does not tell. */
  readonly type: string | null;
  /** The rejected value as text of at most 200 characters; null where the service does not tell. */
  readonly value: string | null;
}

/** HTTP 400 and other refusals. `ASSETGEN_REJECTED` */
export class RejectedError extends ServiceError {
  override readonly name: string = 'RejectedError';
  readonly problems: readonly FieldProblem[];
  constructor(message: string, facts: ServiceErrorFacts, problems: readonly FieldProblem[] = []) {
    super('ASSETGEN_REJECTED', message, facts);
    this.problems = problems;
  }
}

/** HTTP 5xx on an operation that charges nothing. `ASSETGEN_SERVICE` */
export class ServiceFailureError extends ServiceError {
  override readonly name: string = 'ServiceFailureError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_SERVICE', message, facts);
  }
}

/** No connection: refused, unknown host, bad certificate, time-out. `ASSETGEN_UNREACHABLE` */
export class UnreachableError extends ServiceError {
  override readonly name: string = 'UnreachableError';
  /** True where trying again cannot help, such as a bad certificate. */
  readonly permanent: boolean;
  constructor(message: string, facts: ServiceErrorFacts, permanent = false) {
    super('ASSETGEN_UNREACHABLE', message, {
      hint: 'Check the network, and ASSETGEN_API_URL and ASSETGEN_BASE_URL.',
      ...facts,
    });
    this.permanent = permanent;
  }
}

/** A create was sent and its outcome is unknown. `ASSETGEN_AMBIGUOUS` */
export class AmbiguousError extends ServiceError {
  override readonly name: string = 'AmbiguousError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_AMBIGUOUS', message, {
      hint: "Points may have been charged. Check the balance and the provider's history before you submit it again.",
      ...facts,
    });
  }
}

/** An answer that the specification does not describe. `ASSETGEN_RESPONSE` */
export class ResponseError extends ServiceError {
  override readonly name: string = 'ResponseError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_RESPONSE', message, facts);
  }
}

/** The caller's signal ended the wait. `ASSETGEN_ABORTED` */
export class AbortedError extends ServiceError {
  override readonly name: string = 'AbortedError';
  constructor(message: string, facts: ServiceErrorFacts) {
    super('ASSETGEN_ABORTED', message, facts);
  }
}

/** A result could not be fetched whole. `ASSETGEN_DOWNLOAD` */
export class DownloadError extends ServiceError {
  override readonly name: string = 'DownloadError';
  /** True for 400, 401, 403, 404 and 410: the signed URL is no longer good, a fresh one may be. */
  readonly expired: boolean;
  /** False where another try cannot help: too large, a refused redirect. */
  readonly retryable: boolean;
  constructor(
    message: string,
    facts: Omit<ServiceErrorFacts, 'operation'> & {
      readonly expired?: boolean;
      readonly retryable?: boolean;
    },
  ) {
    super('ASSETGEN_DOWNLOAD', message, { ...facts, operation: 'download' });
    this.expired = facts.expired ?? false;
    this.retryable = facts.retryable ?? true;
  }
}

import { unexpected } from '../answers/answer-reader.ts';
import type { AnswerContext } from '../answers/answer-reader.ts';
import { jobIds, possibleIds } from '../answers/job-ids.ts';
import { isObject, number, text } from '../answers/json-values.ts';
import type { JsonObject } from '../answers/json-values.ts';
import { keptBody } from '../answers/kept-body.ts';
import { parseJson } from '../answers/parse-json.ts';
import type { OperationClass } from '../operations/operation-types.ts';
import { askedPause, readRateSignals } from '../pace/rate-headers.ts';
import { describe, errorCode, redactUrl, safeCause } from '../redact.ts';
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
} from '../service-errors.ts';
import type {
  CreateOutcome,
  FieldProblem,
  ServiceError,
  ServiceErrorFacts,
} from '../service-errors.ts';
import { isHtml, messageOf } from '../answers/service-words.ts';
import { AnswerTooLong } from '../transport/transport.ts';
import type { TransportAnswer, TransportFailure } from '../transport/transport.ts';

/** What the interpretation of an answer needs to know of its request. */
export interface Asked {
  readonly operation: string;
  readonly class: OperationClass;
  readonly origin: string;
  /** What `path` is added to. */
  readonly base: string;
  /** Below the group's base, as the specification writes it. */
  readonly path: string;
  /** What sets the base: `ASSETGEN_API_URL` or `ASSETGEN_BASE_URL`. */
  readonly setting: string;
  readonly key: string | null;
  readonly redact: (text: string) => string;
  readonly now: number;
}

const PERMANENT = new Set([
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_INVALID_ARG',
  'ERR_PROXY_REFUSED',
]);

/** A certificate that no authority known to Node has signed. */
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const AUTHORITY_HINT =
  'Node does not know the authority of this certificate: it may be that of a proxy that opens TLS, or your own. Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority.';
const PROXY_HINT =
  'Check HTTPS_PROXY and HTTP_PROXY in the environment. NO_PROXY names hosts that need no proxy.';

/** Reads a whole answer: the parsed body of a success, or the error that it means. */
export function interpretAnswer<Output>(
  asked: Asked,
  answer: TransportAnswer,
  parse: (body: unknown, context: AnswerContext) => Output,
): Output {
  const body = parseBody(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    const inside = statusInside(body);
    if (inside !== null) throw statusError(asked, { ...answer, status: inside }, body);
    return parse(body, {
      operation: asked.operation,
      httpStatus: answer.status,
      unreadable: asked.class === 'safe' ? null : 'accepted-unreadable',
      redact: asked.redact,
      location: answer.header('location'),
    });
  }
  throw statusError(asked, answer, body);
}

/** Objects and arrays within each other. No operation answers with ten. */
const MAX_DEPTH = 100;

/** JSON; text where it is none, or too deep to be walked through. */
function parseBody(source: string): unknown {
  // White space includes byte order marks: scripts write several, or some behind an empty line.
  const bare = source.trim();
  if (isDeeper(bare, MAX_DEPTH)) return bare;
  try {
    return parseJson(bare);
  } catch {
    return bare;
  }
}

/**
 * The time ran out (408, also of functions behind a gateway), or somebody on the way closed the
 * connection (499): the service may have taken the request, and may go on with it.
 */
const CUT_SHORT = new Set([408, 499]);

/** What a body says, without secrets; null where it says nothing. */
export function wordsOf(source: string, redact: (text: string) => string): string | null {
  const said = messageOf(parseBody(source));
  return said === null ? null : redact(said);
}

/** Counts brackets also in strings: it errs on the side of text, and text is searched for ids too. */
function isDeeper(source: string, most: number): boolean {
  let depth = 0;
  for (const [bracket] of source.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > most) return true;
  }
  return false;
}

/**
 * Statuses of refusals (section 7.1) that a gateway may wrap into a body under HTTP 200: of those
 * that stop a request before any work. A bare 400 proves too little, and a 429 would have a create
 * sent again by itself.
 */
const REFUSALS = new Set([401, 402, 403]);
const STATUS_FIELDS = ['code', 'status', 'statusCode', 'status_code', 'errorCode'] as const;

/**
 * The status that the body of a success tells instead: a number of section 7.1, the list of a
 * 400, or the plain text of a 401. null where it tells none, and where it holds what may be an id
 * of a paid job: then nothing else in it proves a refusal.
 */
function statusInside(body: unknown): number | null {
  if (typeof body === 'string') {
    return /^\W*(?:unauthori[sz]ed|(?:invalid|expired|missing) (?:api[ -]?)?(?:key|token))\b/i.test(
      body,
    )
      ? 401
      : null;
  }
  const status = isObject(body) ? refusalIn(body) : null;
  // Nearly every answer tells none: it is not searched for ids.
  return status === null || possibleIds(body).length > 0 ? null : status;
}

function refusalIn(body: JsonObject): number | null {
  const { error, errors } = body;
  for (const holder of isObject(error) ? [body, error] : [body]) {
    const told = STATUS_FIELDS.map((name) => number(holder[name]));
    const status = told.find((each) => each !== null && REFUSALS.has(each));
    if (status !== undefined) return status;
  }
  const isList = Array.isArray(errors) && errors.some((each) => isObject(each) && 'msg' in each);
  return isList ? 400 : null;
}

function statusError(asked: Asked, answer: TransportAnswer, body: unknown): ServiceError {
  const { status } = answer;
  if (asked.class === 'create' && isObject(body) && jobIds(body).length > 0) {
    return contradiction(asked, status, body);
  }
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
  if (status === 403 && lacksPoints(body)) {
    return new PointsError(message('not enough points'), facts('rejected'));
  }
  if (status === 403 && isHtml(body)) {
    return new ForbiddenError(message(WEB_PAGE), { ...facts('rejected'), hint: wallHint(asked) });
  }
  if (status === 403) {
    return new ForbiddenError(message('the account may not do this'), facts('rejected'));
  }
  if (status === 429) {
    const pauseMs = askedPause(readRateSignals(answer.header, asked.now));
    return new RateLimitError(message('too many requests'), facts('rejected'), pauseMs);
  }
  if (status >= 400 && status < 500 && !CUT_SHORT.has(status)) {
    const problems = problemsOf(body, asked.redact);
    const list = problems.map((problem) => `${problem.path}: ${problem.msg}`).join('; ');
    const what = list === '' ? 'the request was refused' : `the request was refused: ${list}`;
    if (status === 404 || status === 405) {
      const hint = `The server has no operation at ${asked.base}${asked.path}. Check ${asked.setting}: it is the part of this address before ${asked.path}.`;
      return new RejectedError(message(what), { ...facts('rejected'), hint }, problems);
    }
    return new RejectedError(message(what), facts('rejected'), problems);
  }
  if (status >= 300 && status < 400) return redirectError(asked, answer, facts);
  if (status >= 500 || CUT_SHORT.has(status)) {
    const ids = paid ? possibleIds(body).map(asked.redact) : [];
    const named = ids.length === 0 ? '' : `; IDs in it: ${ids.join(', ')}`;
    return paid
      ? new AmbiguousError(message('the service failed') + named, {
          ...facts('ambiguous'),
          ids,
          body: keptBody(body, asked.redact),
        })
      : new ServiceFailureError(message('the service failed'), facts('ambiguous'));
  }
  return new ResponseError(message('an undocumented answer'), facts('ambiguous'));
}

/** A create that is answered as though it had failed, and names its jobs: it may be paid for. */
function contradiction(asked: Asked, httpStatus: number, body: unknown): ResponseError {
  const context = { ...asked, httpStatus, unreadable: 'accepted-unreadable' } as const;
  return unexpected(context, `HTTP ${httpStatus} together with job IDs`, body);
}

const WEB_PAGE = "received a web page instead of the service's answer";

function wallHint({ origin }: Asked): string {
  return `A firewall or proxy before ${origin} answered: allow this machine, or set a proxy that is allowed.`;
}

/** Group V1 may say so under 403: it has no 402 (section 7.3). */
function lacksPoints(body: unknown): boolean {
  const holders = isObject(body) ? [body, body['error']] : [body];
  return holders.some((holder) => {
    const values = isObject(holder)
      ? ['code', 'type', 'error', 'message'].map((name) => holder[name])
      : [holder];
    return values.some(
      (value) =>
        typeof value === 'string' && /insufficient[ _-](?:credit|point|balance)/i.test(value),
    );
  });
}

/**
 * A redirect of an operation is not followed: the key would go to another address. 301, 307 and
 * 308 say that the request was not carried out (RFC 9110, 15.4); 302 and 303 are also given after
 * it was.
 */
function redirectError(
  asked: Asked,
  answer: TransportAnswer,
  facts: (outcome: CreateOutcome) => ServiceErrorFacts,
): ServiceError {
  const { status } = answer;
  const location = answer.header('location');
  const url = location === null ? null : parsedUrl(location, asked.origin);
  const where = url === null ? 'elsewhere' : `to ${redactUrl(url)}`;
  const base =
    url?.pathname.endsWith(asked.path) === true
      ? `${url.origin}${url.pathname.slice(0, -asked.path.length)}`
      : null;
  const hint =
    base === null
      ? `Set ${asked.setting} to the address at which the service itself answers.`
      : `Set ${asked.setting} to ${base} if that is your service.`;
  const unsent = status === 301 || status === 307 || status === 308;
  return new ResponseError(`${asked.operation}: the address redirects ${where} (HTTP ${status})`, {
    ...facts(unsent ? 'rejected' : 'ambiguous'),
    hint,
  });
}

function parsedUrl(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
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
    type: text(entry['type']),
    value: entry['value'] == null ? null : redact(printed(entry['value'])).slice(0, 200),
  }));
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function hintOf(code: string): { readonly hint?: string } {
  if (code.startsWith('ERR_PROXY')) return { hint: PROXY_HINT };
  return UNKNOWN_AUTHORITY.has(code) ? { hint: AUTHORITY_HINT } : {};
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
    const code = errorCode(failure.cause) ?? '';
    return failure.aborted
      ? new AbortedError(`${asked.operation}: stopped before anything was sent`, facts('not-sent'))
      : new UnreachableError(
          `${asked.operation}: cannot reach ${asked.origin}: ${why}`,
          { ...facts('not-sent'), ...hintOf(code) },
          PERMANENT.has(code) || UNKNOWN_AUTHORITY.has(code),
        );
  }
  const { status } = failure;
  if (status !== null && status >= 400 && status < 500) {
    // The head alone says that it was refused; the body would only have said why.
    return statusError(asked, { status, header: () => null, text: '' }, '');
  }
  if (!paid && failure.cause instanceof AnswerTooLong) {
    return new ResponseError(`${asked.operation}: unexpected answer: ${why}`, facts('ambiguous'));
  }
  if (!paid) {
    return failure.aborted
      ? new AbortedError(`${asked.operation}: stopped`, facts('ambiguous'))
      : new ServiceFailureError(
          `${asked.operation}: no complete answer from ${asked.origin}: ${why}`,
          facts('ambiguous'),
        );
  }
  const accepted = status !== null && status >= 200 && status < 300;
  const { partial } = failure;
  const ids = possibleIds(partial).map(asked.redact);
  const named = ids.length === 0 ? '' : `; IDs in the partial answer: ${ids.join(', ')}`;
  return new AmbiguousError(
    (accepted
      ? `${asked.operation}: the service accepted the request, but its answer was lost: ${why}`
      : `${asked.operation}: the request was sent, but no complete answer arrived: ${why}`) + named,
    {
      ...facts(accepted ? 'accepted-unreadable' : 'ambiguous'),
      ids,
      body: partial === '' ? null : keptBody(partial, asked.redact),
    },
  );
}

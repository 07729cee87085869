import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { openDownload } from './download.ts';
import type { Download, DownloadOptions, DownloadSource } from './download.ts';
import { encodeRequest } from './encode-request.ts';
import { fetchTransport } from './fetch-transport.ts';
import type { FetchHandler } from './fetch-transport.ts';
import { checkFields } from './fields.ts';
import { interpretAnswer, interpretFailure, wordsOf } from './interpret.ts';
import type { Asked } from './interpret.ts';
import { OPERATIONS } from './operations.ts';
import type {
  Operation,
  OperationClass,
  OperationName,
  OperationTypes,
} from './operation-types.ts';
import { LongPause } from './pauses.ts';
import type { Pause } from './pauses.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { askedPause, readRateSignals } from './rate-headers.ts';
import { redact } from './redact.ts';
import { jsonBody } from './request-body.ts';
import type { RequestBody } from './request-body.ts';
import { retryDelay } from './retry-policy.ts';
import { AbortedError, AuthError, InputError, WaitError } from './service-errors.ts';
import { TransportFailure } from './transport.ts';
import type { Transport, TransportAnswer } from './transport.ts';
import { undiciTransport } from './undici-transport.ts';

export interface ClientOptions {
  /** Sent as `Authorization: Bearer …` (section 5). Without it every operation throws `ASSETGEN_AUTH`. */
  readonly apiKey?: string | undefined;
  /** Base of group V1. @default the value of `apiUrl` */
  readonly baseUrl?: string | undefined;
  /** Base of group LEGACY. @default the value of `baseUrl` */
  readonly apiUrl?: string | undefined;
  /**
   * Hosts at private addresses that results may be downloaded from, beside the service's own. Names
   * or addresses, without a port.
   * @default none
   */
  readonly privateHosts?: readonly string[] | undefined;
  /** Carries all requests, downloads too, to a handler in this process; no socket is touched. */
  readonly fetch?: FetchHandler | undefined;
  /** @default one for this client */
  readonly limiter?: RateLimiter | undefined;
  /**
   * The longest that a request waits for a pause that the service asks for; longer ends it with
   * `ASSETGEN_WAIT`, and nothing is sent. Not with `limiter`. Unit: milliseconds. @default Infinity
   */
  readonly maxWaitMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** 0 to below 1. @default Math.random */
  readonly random?: (() => number) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * False: the signal counts only until the request goes out, so that stopping never makes a
   * create ambiguous that would have been answered. @default true
   */
  readonly abortInFlight?: boolean | undefined;
  /** Attempts in all, at least 1. @default by the operation: 5, or 2 for `checkHumanImage` */
  readonly attempts?: number | undefined;
  /** Time for all attempts together; creates have none of it. Unit: milliseconds. @default 120000 */
  readonly deadlineMs?: number | undefined;
  /** How much this query is worth among those that wait for the rate limit. */
  readonly priority?: (() => number) | undefined;
  /**
   * Called when the rate limit lets the request go, right before it goes out: the place for a
   * write-ahead record. What it throws ends the call, and nothing is sent.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /**
   * Which asking for the same this is, from 0: what draws by chance draws anew. Only the embedded
   * service (`fetch` of the client, and no other base than its own) is told, in a header of our own.
   */
  readonly take?: number | undefined;
  /** Bytes of the request's body that have gone out, and all of them. */
  readonly onUpload?: ((sent: number, total: number) => void) | undefined;
}

/** A request that the specification names without a path: you name it, nothing is checked or parsed. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the group's base, with a leading slash. */
  readonly path: string;
  /** @default 'v1' */
  readonly group?: 'v1' | 'legacy';
  readonly json?: unknown;
  /**
   * What a lost answer means: `create` is sent once.
   * @default 'safe' for GET, else 'create'
   */
  readonly class?: OperationClass;
}

type Method<Name extends OperationName> = OperationTypes[Name]['input'] extends undefined
  ? (options?: CallOptions) => Promise<OperationTypes[Name]['output']>
  : (
      input: OperationTypes[Name]['input'],
      options?: CallOptions,
    ) => Promise<OperationTypes[Name]['output']>;

type Methods = { readonly [Name in OperationName]: Method<Name> };

/** One method for each operation of the specification. */
export interface Client extends Methods {
  /** For operations of group V1 that the specification names without a path (section 4.1). */
  request(request: RawRequest, options?: CallOptions): Promise<unknown>;
  /** Opens a signed URL; without an Authorization header. */
  download(url: string, options?: DownloadOptions): Promise<Download>;
  /** The pause that the service asked for and that goes on; null where there is none. */
  pause(): Pause | null;
  /** Hears of each pause when it begins, and when it gets longer; gives what ends that. */
  onPause(listener: (pause: Pause) => void): () => void;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** The private header by which a handler in this process is told `take`. */
export const TAKE_HEADER = 'x-assetgen-take';

/** The name by which a handler in this process is asked; no network has it. */
const EMBEDDED_ORIGIN = 'http://assetgen.local';

const DEADLINE_MS = 120_000;

/** Creating a client does no I/O; undici is loaded with the first request over a socket. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const { maxWaitMs = Infinity } = options;
  const limiter = options.limiter ?? createRateLimiter(clock, { maxWaitMs });
  const key = options.apiKey?.trim() ?? '';
  const bases = resolveBases(options);
  const isEmbedded = ({ origin }: URL): boolean =>
    options.fetch !== undefined && origin === EMBEDDED_ORIGIN;
  const transport: Transport =
    options.fetch === undefined ? undiciTransport() : fetchTransport(options.fetch);
  const source: DownloadSource = {
    transport,
    bases,
    privateHosts: options.privateHosts ?? [],
    now: () => clock.now(),
  };
  const hide = (text: string): string => redact(text, key);

  async function attempt<Output>(
    name: string,
    operation: Operation<Output>,
    body: RequestBody | null,
    call: CallOptions,
  ): Promise<Output> {
    const lane = operation.class === 'safe' ? 'query' : 'create';
    const url = new URL(bases[operation.group] + operation.path);
    const asked = (): Asked => ({
      operation: name,
      class: operation.class,
      origin: url.origin,
      path: operation.path,
      setting: operation.group === 'v1' ? 'ASSETGEN_BASE_URL' : 'ASSETGEN_API_URL',
      key,
      redact: hide,
      now: clock.now(),
    });
    const permit = await limiter
      .acquire(lane, { signal: call.signal, priority: call.priority })
      .catch((error: unknown) => {
        if (error instanceof LongPause) {
          throw new WaitError({ operation: name, maxWaitMs, ...error.pause });
        }
        throw interpretFailure(
          asked(),
          new TransportFailure('before-send', error, { aborted: true }),
        );
      });
    try {
      await call.beforeSend?.();
    } catch (error) {
      permit.failed();
      throw error;
    }
    let answer: TransportAnswer;
    try {
      answer = await transport.send({
        method: operation.method,
        url,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(isEmbedded(url) && call.take !== undefined && { [TAKE_HEADER]: String(call.take) }),
        },
        body,
        fresh: operation.class !== 'safe',
        answerMs: operation.answerMs,
        onUpload: call.onUpload ?? null,
        signal: call.abortInFlight === false ? null : (call.signal ?? null),
      });
    } catch (error) {
      permit.failed();
      const failure =
        error instanceof TransportFailure ? error : new TransportFailure('sent', error);
      throw interpretFailure(asked(), failure);
    }
    const signals = readRateSignals(answer.header, clock.now());
    if (answer.status === 429) {
      permit.limited(askedPause(signals), wordsOf(answer.text, hide));
    } else {
      permit.answered(signals);
    }
    return interpretAnswer(asked(), answer, operation.parse);
  }

  async function perform<Output>(
    name: string,
    operation: Operation<Output>,
    body: RequestBody | null,
    call: CallOptions,
  ): Promise<Output> {
    if (key === '') {
      throw new AuthError(`${name}: no API key`, { operation: name, outcome: 'not-sent' });
    }
    const odd = [...key].find((character) => !/^[\x20-\x7e]$/.test(character));
    if (odd !== undefined) {
      const code = odd.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
      throw new AuthError(
        `${name}: the API key holds a character that no HTTP header can carry (U+${code}, number ${[...key].indexOf(odd) + 1})`,
        {
          operation: name,
          outcome: 'not-sent',
          hint: 'Copy the key again, without typographic quotes and dashes.',
        },
      );
    }
    const attempts = call.attempts ?? operation.attempts;
    const until = clock.now() + (call.deadlineMs ?? DEADLINE_MS);
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(name, operation, body, call);
      } catch (error) {
        const wait = count < attempts ? retryDelay(operation.class, error, count, random) : null;
        const late = operation.class === 'safe' && clock.now() + (wait ?? 0) > until;
        if (wait === null || late) {
          throw error;
        }
        await pause(name, wait, call.signal);
      }
    }
  }

  async function pause(name: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await clock.sleep(ms, { signal });
    } catch {
      throw new AbortedError(`${name}: stopped between two attempts`, {
        operation: name,
        outcome: 'not-sent',
      });
    }
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: unknown,
    callOptions: CallOptions = {},
  ): Promise<OperationTypes[Name]['output']> {
    const operation: Operation<OperationTypes[Name]['output']> = OPERATIONS[name];
    const fields = checkFields(name, operation.fields, input ?? {});
    operation.refine?.(name, fields);
    const body = await encodeRequest(name, operation, fields);
    return perform(name, operation, body, callOptions);
  }

  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationName[]).map((name) => [
      name,
      Object.keys(OPERATIONS[name].fields).length === 0
        ? (callOptions?: CallOptions) => call(name, undefined, callOptions)
        : (input: unknown, callOptions?: CallOptions) => call(name, input, callOptions),
    ]),
  ) as unknown as Methods;

  return {
    ...methods,
    async request(raw, callOptions = {}) {
      const kind = raw.class ?? (raw.method === 'GET' ? 'safe' : 'create');
      const operation: Operation<unknown> = {
        ...(kind === 'safe' ? OPERATIONS.listModels : OPERATIONS.generateImages),
        method: raw.method as 'GET',
        path: raw.path,
        group: raw.group ?? 'v1',
        class: kind,
        parse: (body) => body,
      };
      if (!raw.path.startsWith('/') || raw.path.startsWith('//')) {
        throw new InputError('request', 'path', 'expected a path with one leading slash');
      }
      const body = raw.json === undefined ? null : jsonBody(raw.json);
      return perform(`${raw.method} ${raw.path.split('?')[0]}`, operation, body, callOptions);
    },
    download: (url, downloadOptions) => openDownload(source, url, downloadOptions),
    pause: () => limiter.pause(),
    onPause: (listener) => limiter.onPause(listener),
    close: () => transport.close(),
  };
}

function resolveBases(options: ClientOptions): Readonly<Record<'v1' | 'legacy', string>> {
  const embedded = options.fetch === undefined ? undefined : EMBEDDED_ORIGIN;
  const v1 = options.baseUrl ?? options.apiUrl ?? embedded;
  const legacy = options.apiUrl ?? options.baseUrl ?? embedded;
  if (v1 === undefined || legacy === undefined) {
    throw new InputError('createClient', 'apiUrl', 'expected apiUrl, baseUrl or both');
  }
  return {
    v1: cleanBase(options.baseUrl === undefined ? 'apiUrl' : 'baseUrl', v1),
    legacy: cleanBase(options.apiUrl === undefined ? 'baseUrl' : 'apiUrl', legacy),
  };
}

/** A base without a trailing slash; paths of the specification start with one. */
function cleanBase(field: string, value: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new InputError('createClient', field, 'expected an absolute URL');
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InputError(
      'createClient',
      field,
      'expected an http or https URL without query and fragment',
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

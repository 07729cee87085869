import { checkKey } from './send/check-key.ts';
import type { CallOptions } from './send/call-options.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { openDownload } from './transport/download.ts';
import type { Download, DownloadOptions, DownloadSource } from './transport/download.ts';
import { encodeRequest } from './send/encode-request.ts';
import { fetchTransport } from './transport/fetch-transport.ts';
import type { FetchHandler } from './transport/fetch-transport.ts';
import { checkFields } from './requests/fields.ts';
import { OPERATIONS } from './operations/operations.ts';
import type {
  Operation,
  OperationClass,
  OperationName,
  OperationTypes,
} from './operations/operation-types.ts';
import type { Pause } from './pace/pauses.ts';
import { createRateLimiter } from './pace/rate-limiter.ts';
import type { RateLimiter } from './pace/rate-limiter.ts';
import { redact } from './redact.ts';
import { jsonBody } from './requests/request-body.ts';
import type { RequestBody } from './requests/request-body.ts';
import { retryDelay } from './send/retry-policy.ts';
import { sendOperation } from './send/send-operation.ts';
import type { SendPorts } from './send/send-operation.ts';
import { resolveBases } from './send/service-bases.ts';
import { AbortedError, InputError } from './service-errors.ts';
import type { Transport } from './transport/transport.ts';
import { undiciTransport } from './transport/undici-transport.ts';

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
  /** The pause that the service asked for and that continues; null where there is none. */
  pause(): Pause | null;
  /** Calls back when a pause begins or gets longer. Returns a function that stops this. */
  onPause(listener: (pause: Pause) => void): () => void;
  /** Closes idle connections. */
  close(): Promise<void>;
}

const DEADLINE_MS = 120_000;

/**
 * How long an attempt waits for its answer. Of a service that is slow today no answer would ever be read if a query did not
 * wait longer the next time.
 *
 * @param leftMs of the time for all attempts
 */
function patience({ class: kind, answerMs }: Operation<unknown>, attempt: number, leftMs: number) {
  return kind === 'safe' ? Math.max(answerMs, Math.min(answerMs * attempt, leftMs)) : answerMs;
}

/** Creating a client does no I/O; undici is loaded with the first request over a socket. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const { maxWaitMs = Infinity } = options;
  const limiter = options.limiter ?? createRateLimiter(clock, { maxWaitMs });
  const key = options.apiKey?.trim() ?? '';
  const bases = resolveBases(options);
  const transport: Transport =
    options.fetch === undefined ? undiciTransport() : fetchTransport(options.fetch);
  const source: DownloadSource = {
    transport,
    bases,
    privateHosts: options.privateHosts ?? [],
    now: () => clock.now(),
  };
  const ports: SendPorts = {
    transport,
    limiter,
    bases,
    key,
    hide: (text) => redact(text, key),
    maxWaitMs,
    isEmbedded: options.fetch !== undefined,
    clock,
  };

  async function perform<Output>(
    name: string,
    operation: Operation<Output>,
    body: RequestBody | null,
    call: CallOptions,
  ): Promise<Output> {
    checkKey(name, key);
    const attempts = call.attempts ?? operation.attempts;
    const until = clock.now() + (call.deadlineMs ?? DEADLINE_MS);
    for (let count = 1; ; count += 1) {
      const answerMs = patience(operation, count, until - clock.now());
      try {
        return await sendOperation(ports, { name, operation, body, call, answerMs });
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

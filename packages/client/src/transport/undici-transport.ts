import { setMaxListeners } from 'node:events';
import type { Agent, Dispatcher } from 'undici';
import { allows, guardedLookup, ReachError } from './addresses.ts';
import type { Reach, Resolve } from './addresses.ts';
import { decodeContent } from './content-encoding.ts';
import type { Environment } from './proxy-of.ts';
import { withProgress } from '../requests/request-body.ts';
import type { sockets } from '../sockets.ts';
import { AnswerTooLong, MAX_ANSWER_BYTES, TransportFailure } from './transport.ts';
import type {
  DownloadHead,
  DownloadHop,
  Transport,
  TransportAnswer,
  TransportRequest,
} from './transport.ts';

/** Unit: milliseconds. */
export interface TransportTimes {
  /** For the connection, its TLS handshake included. */
  readonly connectMs: number;
  /** Between two pieces of an answer's body. */
  readonly bodyIdleMs: number;
  /** For all of an answer's body. */
  readonly bodyMs: number;
}

/** What a transport takes from its surroundings. */
interface TransportPorts {
  /** @default dns.lookup */
  readonly resolve?: Resolve;
  /** Where proxies are named. @default process.env */
  readonly env?: Environment;
}

const TIMES: TransportTimes = { connectMs: 10_000, bodyIdleMs: 60_000, bodyMs: 300_000 };

type Undici = typeof sockets;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Sockets by undici 7, loaded with the first request. */
export function undiciTransport(
  given: Partial<TransportTimes> = {},
  { resolve, env = process.env }: TransportPorts = {},
): Transport {
  const times = { ...TIMES, ...given };
  let undici: Promise<Undici> | null = null;
  const agents = new Map<'queries' | Reach, Agent>();
  let closing = stopper();
  const load = (): Promise<Undici> =>
    (undici ??= import('../sockets.ts').then(
      (module) => module.sockets,
      (error: unknown) => {
        // A transport that fails to load has sent nothing; the next request tries again.
        undici = null;
        throw new TransportFailure('before-send', error);
      },
    ));
  const agent = (lib: Undici, use: 'queries' | Reach): Agent => {
    const known = agents.get(use);
    if (known !== undefined) {
      return known;
    }
    const lookup = use === 'queries' ? {} : { lookup: guardedLookup(use, resolve) };
    const options = { timeout: times.connectMs, signal: closing.signal, ...lookup };
    const made = new lib.Agent({ connect: lib.connectThrough(options, env) });
    agents.set(use, made);
    return made;
  };

  return {
    embedded: false,
    async send(request) {
      const lib = await load();
      if (!request.fresh) {
        return decoded(await dispatch(agent(lib, 'queries'), request, times));
      }
      const over = stopper();
      const options = { timeout: times.connectMs, signal: over.signal };
      const connect = lib.connectThrough(options, env);
      const client = new lib.Client(request.url.origin, { connect });
      try {
        return await decoded(await dispatch(client, request, times));
      } finally {
        client.destroy(DONE).catch(() => undefined);
        over.abort(DONE);
      }
    },
    async get(hop) {
      const lib = await load();
      // An address needs no lookup: the socket would not ask.
      if (!allows(hop.reach, hop.url.hostname)) {
        throw new ReachError(`${hop.url.hostname} is a private address`);
      }
      return openDownload(agent(lib, hop.reach), hop);
    },
    async close() {
      const open = [...agents.values()];
      agents.clear();
      const ended = Promise.all(open.map((each) => each.destroy()));
      closing.abort(DONE);
      closing = stopper();
      await ended;
    },
  };
}

/** Told to nobody: undici would make an error, with its stack, for each connection of its own. */
const DONE = new Error('the request is over');

/** As many sockets as there are may hear of it. */
function stopper(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Of a body that broke off: enough for the ids of what was accepted. */
const MAX_PARTIAL_BYTES = 65_536;

/** An answer as it came over the socket. */
interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

async function decoded({ status, headers, bytes }: RawAnswer): Promise<TransportAnswer> {
  try {
    const encoding = first(headers['content-encoding']);
    const content = await decodeContent(bytes, encoding, MAX_ANSWER_BYTES);
    return {
      status,
      header: (name) => first(headers[name]),
      text: Buffer.from(content).toString('utf8'),
    };
  } catch (error) {
    throw new TransportFailure('answering', error, { status });
  }
}

/**
 * Sends one request. undici calls `onRequestStart` right before it writes the first byte: a
 * failure that comes without that call proves that nothing was sent, whatever its code says.
 */
function dispatch(
  dispatcher: Dispatcher,
  request: TransportRequest,
  times: TransportTimes,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let settled = false;
    let head: { status: number; headers: Headers } | null = null;
    const chunks: Buffer[] = [];
    let size = 0;
    let endless: NodeJS.Timeout | undefined;
    const { signal } = request;

    const settle = (): void => {
      settled = true;
      clearTimeout(endless);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (cause: unknown, aborted = false): void => {
      if (settled) {
        return;
      }
      settle();
      reject(
        head === null
          ? new TransportFailure(controller === null ? 'before-send' : 'sent', cause, { aborted })
          : new TransportFailure('answering', cause, {
              status: head.status,
              aborted,
              partial: Buffer.concat(chunks).toString('utf8', 0, MAX_PARTIAL_BYTES),
            }),
      );
    };
    const abort = (): void => {
      fail(signal?.reason, true);
      controller?.abort(new Error('aborted'));
    };
    const giveUp = (why: AnswerTooLong): void => {
      fail(why);
      controller?.abort(new Error('aborted'));
    };
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort, { once: true });

    const { body } = request;
    const source =
      body === null
        ? null
        : (body.bytes ??
          (request.onUpload === null
            ? body.open()
            : withProgress(body.open(), body.length, request.onUpload)));
    const options: Dispatcher.DispatchOptions = {
      origin: request.url.origin,
      path: `${request.url.pathname}${request.url.search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        ...request.headers,
        ...(body === null
          ? {}
          : { 'content-type': body.type, 'content-length': String(body.length) }),
      },
      // undici takes any async iterable; its types name only some of them.
      body: source as Dispatcher.DispatchOptions['body'] & {},
      headersTimeout: request.answerMs,
      bodyTimeout: times.bodyIdleMs,
      idempotent: false,
      reset: request.fresh,
    };
    if (body === null) {
      delete options.body;
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(own) {
        if (settled || controller !== null) {
          // Given up before it was written, or a second try of the dispatcher's own: neither goes out.
          own.abort(new Error('aborted'));
          return;
        }
        controller = own;
      },
      onResponseStart(_own, status, headers) {
        // Each interim answer (1xx) starts undici's own wait for the head anew: they too have to end.
        if (status < 200 && endless !== undefined) return;
        if (status >= 200) head = { status, headers };
        clearTimeout(endless);
        const tooLong = `did not end within ${times.bodyMs / 1000} seconds`;
        endless = setTimeout(() => giveUp(new AnswerTooLong(tooLong)), times.bodyMs);
      },
      onResponseData(_own, chunk) {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) {
          giveUp(new AnswerTooLong());
          return;
        }
        chunks.push(chunk);
      },
      onResponseEnd() {
        if (settled || head === null) {
          return;
        }
        settle();
        resolve({ ...head, bytes: Buffer.concat(chunks) });
      },
      onResponseError(_own, error) {
        fail(error);
      },
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      fail(error);
    }
  });
}

async function openDownload(agent: Agent, hop: DownloadHop): Promise<DownloadHead> {
  const { idleMs } = hop;
  const late = new AbortController();
  let endless: NodeJS.Timeout | undefined;
  const answer = await agent
    .request({
      origin: hop.url.origin,
      path: `${hop.url.pathname}${hop.url.search}`,
      method: 'GET',
      headers: hop.headers,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      signal: hop.signal === null ? late.signal : AbortSignal.any([hop.signal, late.signal]),
      // As above: an interim answer is none.
      onInfo() {
        const why = new Error(`no answer came within ${idleMs / 1000} seconds`);
        endless ??= setTimeout(() => late.abort(why), idleMs);
      },
    })
    .finally(() => clearTimeout(endless));
  return {
    status: answer.statusCode,
    header: (name) => first(answer.headers[name]),
    body: answer.body,
    async cancel() {
      answer.body.on('error', () => undefined);
      answer.body.destroy();
    },
  };
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

import type { Agent, Dispatcher } from '@assetgen/client/sockets';
import type { HttpExchange, HttpRequest, WholeAnswer } from '../store/remote/http-exchange.ts';
import type { RemoteTimes } from '../store/remote/remote-times.ts';

/** Requests of one place under way at once; more wait for a socket. */
const SOCKETS = 32;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Sockets by undici, loaded with the first request. Redirects are answers like any other. */
export function createHttpExchange(
  times: Pick<RemoteTimes, 'connectMs' | 'idleMs' | 'leastRate'>,
): HttpExchange {
  let opened: Promise<Agent> | null = null;
  const agent = (): Promise<Agent> =>
    (opened ??= import('@assetgen/client/sockets').then(
      ({ sockets }) =>
        new sockets.Agent({
          connections: SOCKETS,
          connect: sockets.connectThrough({ timeout: times.connectMs }, process.env),
          headersTimeout: times.idleMs,
          bodyTimeout: times.idleMs,
        }),
    ));
  return {
    async send(request) {
      const { signal, body } = request;
      const sent = { ...optionsOf(request), headersTimeout: answerMs(times, body), signal };
      const answer = await (await agent()).request(sent);
      return {
        status: answer.statusCode,
        header: (name) => headerOf(answer.headers, name),
        body: answer.body,
        cancel() {
          answer.body.on('error', () => undefined);
          answer.body.destroy();
        },
      };
    },
    async sendWhole(request, most) {
      return readWhole(await agent(), request, most);
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

/** What buffers on the way hold of an upload after its last byte was written: Linux's own hold 4 MiB. Unit: bytes. */
const MOST_UNDER_WAY = 4_194_304;

/** An answer comes only after all of the request has arrived, over a line that may be slow. */
function answerMs(
  { idleMs, leastRate }: Pick<RemoteTimes, 'idleMs' | 'leastRate'>,
  body: HttpRequest['body'],
): number {
  const underWay = Math.min(body?.bytes ?? 0, MOST_UNDER_WAY);
  return idleMs + (underWay / leastRate) * 1000;
}

function optionsOf({ method, url, headers, body }: HttpRequest) {
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  if (body === null) return { origin, path, method, headers };
  const sized = { ...headers, 'content-length': String(body.bytes) };
  return { origin, path, method, headers: sized, body: body.content as Uint8Array };
}

function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

/** Handed the pieces as they come from the socket: a stream for each answer costs more than the rest. */
function readWhole(agent: Agent, request: HttpRequest, most: number): Promise<WholeAnswer> {
  const { signal } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let answered: Dispatcher.DispatchController | null = null;
    let status = 0;
    let answerHeaders: Headers = {};
    let bytes = 0;
    const pieces: Uint8Array[] = [];
    const settle = (): void => signal.removeEventListener('abort', abort);
    const answer = (given: WholeAnswer['pieces']): void => {
      settle();
      resolve({ status, header: (name) => headerOf(answerHeaders, name), pieces: given });
    };
    function fail(error: unknown): void {
      settle();
      reject(error);
    }
    function abort(): void {
      // A request that waits for a socket ends when it gets one.
      answered?.abort(asError(signal.reason));
      fail(signal.reason);
    }
    function cutOff(controller: Dispatcher.DispatchController): void {
      answer(null);
      controller.abort(new Error('the answer is too long'));
    }
    signal.addEventListener('abort', abort);
    agent.dispatch(optionsOf(request), {
      onRequestStart(controller) {
        answered = controller;
        if (signal.aborted) controller.abort(asError(signal.reason));
      },
      onResponseStart(controller, code, headers) {
        status = code;
        answerHeaders = headers;
        if (code === 200 && Number(headerOf(headers, 'content-length')) > most) cutOff(controller);
      },
      onResponseData(controller, piece) {
        bytes += piece.length;
        if (bytes <= most) pieces.push(piece);
        else cutOff(controller);
      },
      onResponseEnd: () => answer(pieces),
      onResponseError: (_controller, error) => fail(error),
    });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

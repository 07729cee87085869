import type { Agent } from 'undici';
import type { HttpExchange } from '../store/remote/http-port.ts';
import type { RemoteTimes } from '../store/remote/times.ts';

/** Requests of one place under way at once; more wait for a socket. */
const SOCKETS = 32;

/** Sockets by undici, loaded with the first request. Redirects are answers like any other. */
export function createHttpExchange(times: Pick<RemoteTimes, 'connectMs' | 'idleMs'>): HttpExchange {
  let opened: Promise<Agent> | null = null;
  const agent = (): Promise<Agent> =>
    (opened ??= import('undici').then(
      ({ Agent }) =>
        new Agent({
          connections: SOCKETS,
          connect: { timeout: times.connectMs },
          headersTimeout: times.idleMs,
          bodyTimeout: times.idleMs,
        }),
    ));
  return {
    async send({ method, url, headers, body, signal }) {
      const { origin, pathname, search } = new URL(url);
      const sent = body === null ? headers : { ...headers, 'content-length': String(body.bytes) };
      const answer = await (
        await agent()
      ).request({
        origin,
        path: `${pathname}${search}`,
        method,
        headers: sent,
        signal,
        ...(body === null ? {} : { body: body.content as Uint8Array }),
      });
      return {
        status: answer.statusCode,
        header(name) {
          const value = answer.headers[name];
          return (Array.isArray(value) ? value[0] : value) ?? null;
        },
        body: answer.body,
        cancel() {
          answer.body.on('error', () => undefined);
          answer.body.destroy();
        },
      };
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request of an operation; `count` is its number, from 1. */
export type Answer = (request: {
  readonly body: string;
  readonly count: number;
  readonly url: string;
}) => Response | Promise<Response>;

/** A service behind a real socket that answers what a test says. */
export interface ScriptedService {
  readonly url: string;
  /** Requests by the last part of their path. */
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Serves on 127.0.0.1. The balance is 1000 points and no progress is told, unless `answers` say
 * otherwise.
 * @param answers by the last part of the path; a file by `file`, wherever below `/files/`
 */
export async function scriptedService(
  answers: Readonly<Record<string, Answer>>,
): Promise<ScriptedService> {
  const counts = new Map<string, number>();
  let url = '';
  const all: Readonly<Record<string, Answer>> = {
    queryPointsInfo: () =>
      Response.json({ statusType: 0, message: '', data: { total_points: 1000 } }),
    queryJobProgress: () => Response.json({ statusType: 0, message: '', progress: null }),
    ...answers,
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => void respond());

    async function respond(): Promise<void> {
      const { pathname } = new URL(incoming.url ?? '/', url);
      const name = pathname.startsWith('/files/') ? 'file' : (pathname.split('/').at(-1) ?? '');
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const body = Buffer.concat(chunks).toString('latin1');
      const answer = await all[name]?.({ body, count, url: incoming.url ?? '/' });
      const { status, headers } = answer ?? new Response(null, { status: 404 });
      outgoing.writeHead(status, Object.fromEntries(headers));
      outgoing.end(answer === undefined ? '' : Buffer.from(await answer.arrayBuffer()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    counts,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

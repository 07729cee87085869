import { setTimeout as sleep } from 'node:timers/promises';
import { BrokenConnection, cut } from '../http/apply-fault.ts';
import type { Answer, AskedOf, Deviation } from './deviation.ts';

/** Answers a request, after the deviations have had their way with it. */
export type Deviate = (
  operation: string,
  request: Request,
  answer: (request: Request) => Promise<Response>,
) => Promise<Response>;

const NOTHING_YET: Answer = { status: 200, headers: {}, bytes: new Uint8Array(0) };

/** Counts requests, and rewrites their answers by the deviations that concern them, in their order. */
export function deviator(deviations: readonly Deviation[]): Deviate {
  const seen = deviations.map(() => 0);
  const memories = deviations.map(() => new Map<string, string>());
  return async function deviate(operation, request, answer) {
    const url = new URL(request.url);
    const active = deviations.flatMap((deviation, index) => {
      if (!deviation.of.includes(operation)) return [];
      const count = (seen[index] ?? 0) + 1;
      seen[index] = count;
      const isDue = count >= (deviation.from ?? 1) && count <= (deviation.to ?? Infinity);
      const memory = memories[index] ?? new Map();
      const asked: AskedOf = { operation, origin: url.origin, url, count, memory };
      return isDue ? [{ deviation, asked }] : [];
    });
    if (active.length === 0) return answer(request);
    const read = await reread(request, active);
    const isInstead = active.some(({ deviation }) => deviation.instead === true);
    let changed = isInstead ? await unread(read) : await wholeAnswer(await answer(read));
    for (const { deviation, asked } of active) changed = deviation.rewrite(changed, asked);
    return send(changed);
  };
}

type Active = readonly { readonly deviation: Deviation; readonly asked: AskedOf }[];

async function reread(request: Request, active: Active): Promise<Request> {
  const changes = active.flatMap(({ deviation, asked }) =>
    deviation.reread === undefined ? [] : [{ change: deviation.reread, asked }],
  );
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
  if (changes.length === 0 || !isJson) return request;
  let body = (await request.json()) as Record<string, unknown>;
  for (const { change, asked } of changes) body = change(body, asked);
  const { method, url } = request;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** Takes the body in: a client that is answered before it has sent it all sees a broken connection. */
async function unread(request: Request): Promise<Answer> {
  await request.body?.pipeTo(new WritableStream());
  return NOTHING_YET;
}

async function wholeAnswer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  // It would be that of the bytes before they are rewritten.
  const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, bytes };
}

async function send({ status, headers, bytes, delayMs, breaks }: Answer): Promise<Response> {
  if (delayMs !== undefined) await sleep(delayMs);
  if (breaks === 'reset') throw new BrokenConnection();
  const isBare = status === 204 || status === 304;
  const response = new Response(isBare ? null : new Uint8Array(bytes), { status, headers });
  return breaks === undefined ? response : cut(response, breaks);
}

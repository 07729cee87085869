import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect } from '../faults.ts';
import type { Operation } from './call.ts';
import { json, legacyError, plainUnauthorized, v1Error } from './replies.ts';

/** The connection of a request breaks: a socket is reset, a call in process rejects. */
export class BrokenConnection extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    });
  }
}

/** Lets a fault happen around `answer`; the real answer where there is none. */
export async function applyFault(
  effect: FaultEffect | undefined,
  operation: Pick<Operation, 'name' | 'group'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  switch (effect?.type) {
    case undefined:
    case 'fail':
      return answer();
    case 'status':
      return statusAnswer(effect.status, effect.retryAfter, operation);
    case 'reset':
      throw new BrokenConnection();
    case 'lost':
      await answer();
      throw new BrokenConnection();
    case 'slow':
      await sleep(effect.seconds * 1000);
      return answer();
    case 'html':
      return new Response('<!doctype html><title>Sign in</title><p>Please sign in.</p>', {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'garbage':
      return garbage(await answer());
    case 'truncate':
    case 'short':
    case 'stall':
      return cut(await answer(), effect.type);
  }
}

function statusAnswer(
  status: number,
  retryAfter: number | null,
  { name, group }: Pick<Operation, 'name' | 'group'>,
): Response {
  const message =
    status === 429 ? 'Too many requests: try again after a minute.' : 'Injected fault.';
  const headers: Record<string, string> =
    retryAfter !== null ? { 'retry-after': String(retryAfter) } : {};
  if (name === 'download') return json({ message }, status, headers);
  if (group === 'v1') return v1Error(status, 'fault', message, { headers });
  return status === 401 ? plainUnauthorized() : legacyError(status, message, 'fault', headers);
}

async function garbage(response: Response): Promise<Response> {
  const { length } = new Uint8Array(await response.arrayBuffer());
  return new Response(randomBytes(length), { status: response.status, headers: response.headers });
}

async function cut(response: Response, how: 'truncate' | 'short' | 'stall'): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const headers = new Headers(response.headers);
  if (how === 'short') headers.delete('content-length');
  else headers.set('content-length', String(bytes.length));
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(half);
        return undefined;
      }
      if (how === 'short') return controller.close();
      if (how === 'truncate') return controller.error(new BrokenConnection());
      return new Promise<void>(() => {});
    },
  });
  return new Response(body, { status: response.status, headers });
}

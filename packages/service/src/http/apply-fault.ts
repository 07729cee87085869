import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect } from '../faults.ts';
import type { Operation } from './operation.ts';
import { json, legacyError, plainUnauthorized, v1Error } from './replies.ts';

/** The connection of a request breaks: a socket is reset, a call in process rejects. */
export class BrokenConnection extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    });
  }
}

/**
 * A body that does not come whole. Thrown, because a socket and a call in process break it each in
 * their own way: a web framework would mend it.
 */
export class BrokenBody extends Error {
  readonly how: 'truncate' | 'short' | 'stall';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The half that comes. */
  readonly bytes: Uint8Array;

  constructor(
    how: BrokenBody['how'],
    status: number,
    headers: Readonly<Record<string, string>>,
    bytes: Uint8Array,
  ) {
    super('A fault breaks the body.');
    this.how = how;
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  /** As a call in process sees it. */
  toResponse(): Response {
    const { how, bytes, status, headers } = this;
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!sent) {
          sent = true;
          controller.enqueue(bytes);
          return undefined;
        }
        if (how === 'short') return controller.close();
        if (how === 'truncate') return controller.error(new BrokenConnection());
        return new Promise<void>(() => {});
      },
    });
    return new Response(body, { status, headers });
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

/** Lets the half of a body go out, and breaks it. */
export async function cut(response: Response, how: BrokenBody['how']): Promise<never> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  if (how === 'short') delete headers['content-length'];
  else headers['content-length'] = String(bytes.length);
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  throw new BrokenBody(how, response.status, headers, half);
}

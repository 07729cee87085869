import { decodeContent } from './content-encoding.ts';
import { withProgress } from '../requests/request-body.ts';
import { AnswerTooLong, MAX_ANSWER_BYTES, TransportFailure } from './transport.ts';
import type { Transport } from './transport.ts';

/** A handler of requests in the same process, such as the local service's. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Carries requests to a handler in the same process; no socket, no undici of ours. */
export function fetchTransport(handle: FetchHandler): Transport {
  return {
    embedded: true,
    async send(request) {
      const { body, signal } = request;
      if (isAborted(signal)) {
        throw new TransportFailure('before-send', signal?.reason, { aborted: true });
      }
      const init: RequestInit & { duplex?: 'half' } = {
        method: request.method,
        headers: { ...request.headers, ...(body === null ? {} : { 'content-type': body.type }) },
        redirect: 'manual',
        signal,
      };
      if (body !== null) {
        init.body =
          body.bytes === null
            ? toStream(withUpload(request.onUpload, body))
            : (body.bytes as Uint8Array<ArrayBuffer>);
        init.duplex = 'half';
      }
      let status: number | null = null;
      try {
        const answer = await deadline(handle(new Request(request.url, init)), request.answerMs);
        status = answer.status;
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (bytes.length > MAX_ANSWER_BYTES) {
          throw new AnswerTooLong();
        }
        const encoding = answer.headers.get('content-encoding');
        const content = await decodeContent(bytes, encoding, MAX_ANSWER_BYTES);
        return {
          status: answer.status,
          header: (name) => answer.headers.get(name),
          text: Buffer.from(content).toString('utf8'),
        };
      } catch (error) {
        const aborted = isAborted(signal);
        throw status === null
          ? new TransportFailure('sent', error, { aborted })
          : new TransportFailure('answering', error, { status, aborted });
      }
    },
    async get(hop) {
      const answer = await deadline(
        handle(
          new Request(hop.url, { headers: hop.headers, redirect: 'manual', signal: hop.signal }),
        ),
        hop.idleMs,
      );
      return {
        status: answer.status,
        header: (name) => answer.headers.get(name),
        body: (answer.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>,
        async cancel() {
          if (answer.body !== null && !answer.body.locked) {
            await answer.body.cancel();
          }
        },
      };
    },
    async close() {},
  };
}

function isAborted(signal: AbortSignal | null): boolean {
  return signal?.aborted === true;
}

function withUpload(
  onUpload: ((sent: number, total: number) => void) | null,
  body: { readonly length: number; open(): AsyncIterable<Uint8Array> },
): AsyncIterable<Uint8Array> {
  return onUpload === null ? body.open() : withProgress(body.open(), body.length, onUpload);
}

function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) {
        controller.close();
      } else {
        controller.enqueue(next.value);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function deadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

/** What happens to a request; the default is to answer it. */
export type Fate = 'answer' | 'cut-before' | 'cut-after' | 'refuse';

export interface PaidServiceOptions {
  /** Called for every request, before it is acted upon. */
  readonly onRequest?: (operation: string) => Fate | Promise<Fate>;
  /** Unit: milliseconds. @default 0 */
  readonly jobMs?: number;
  /** Headers of a 429, for the fate `refuse`. @default none */
  readonly refusal?: () => Readonly<Record<string, string>>;
  /** Makes results this much larger. Unit: bytes. @default 0 */
  readonly padBytes?: number;
}

/** A service of images that keeps account of what it was asked to make, by prompt. */
export interface PaidService {
  readonly url: string;
  /** How often each prompt was accepted, and charged. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Requests by operation. */
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Smaller than the local service on purpose: it does nothing but count, so that hundreds of builds
 * against it take seconds.
 */
export async function startPaidService(options: PaidServiceOptions = {}): Promise<PaidService> {
  const accepted = new Map<string, number>();
  const counts = new Map<string, number>();
  const jobs = new Map<string, number>();
  const png = onePixel(options.padBytes ?? 0);
  let points = 1_000_000;
  let url = '';

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      void respond(new URL(incoming.url ?? '/', url), Buffer.concat(chunks).toString('latin1'));
    });

    async function respond(address: URL, body: string): Promise<void> {
      const [, group = '', name = ''] = address.pathname.split('/');
      const operation = group === 'file' ? 'file' : name;
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      const fate = (await options.onRequest?.(operation)) ?? 'answer';
      if (fate === 'cut-before') {
        incoming.socket.destroy();
        return;
      }
      if (fate === 'refuse') {
        outgoing.writeHead(429, options.refusal?.() ?? {});
        outgoing.end(JSON.stringify({ message: 'Too many requests, please try again later.' }));
        return;
      }
      const answer = act(operation, body);
      if (fate === 'cut-after') {
        incoming.socket.destroy();
      } else if (answer instanceof Uint8Array) {
        outgoing.end(answer);
      } else {
        outgoing.setHeader('content-type', 'application/json');
        outgoing.end(JSON.stringify(answer));
      }
    }
  });

  function act(operation: string, body: string): unknown {
    switch (operation) {
      case 'createNormalPicture': {
        const prompt = /name="prompt"\r\n\r\n([^\r]*)/.exec(body)?.[1] ?? '';
        accepted.set(prompt, (accepted.get(prompt) ?? 0) + 1);
        points -= 3;
        const uuid = `aaaaaaaa-0000-4000-8000-${String(jobs.size).padStart(12, '0')}`;
        jobs.set(uuid, Date.now() + (options.jobMs ?? 0));
        const data = { pointsDeducted: 3, queueStatus: 'queued', jobNum: 1, uuids: [uuid] };
        return { success: true, data };
      }
      case 'queryGenerationResult': {
        const { uuid } = JSON.parse(body) as { uuid: string };
        const done = (jobs.get(uuid) ?? Infinity) <= Date.now();
        const data = {
          uuid,
          status: done ? 'completed' : jobs.has(uuid) ? 'processing' : 'failed',
          resultType: 'image',
          resultUrl: done ? `${url}/file/${uuid}.png?sig=secret-signature` : null,
        };
        return { success: true, data };
      }
      case 'queryPointsInfo':
        return { statusType: 0, message: '', data: { total_points: points } };
      case 'queryJobProgress':
        return { statusType: 0, message: '', progress: null };
      case 'file':
        return png;
      default:
        return { statusType: -1, message: 'not here' };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    accepted,
    counts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A PNG of one red pixel, with a chunk of noise that decoders pass over. */
function onePixel(padBytes: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(padBytes === 0 ? [] : [chunk('prVt', randomBytes(padBytes))]),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

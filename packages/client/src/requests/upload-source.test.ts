import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import type { RateLimiter } from '../pace/rate-limiter.ts';
import { createRateLimiter } from '../pace/rate-limiter.ts';
import { systemClock } from '../clock.ts';
import { fileSource } from './upload-source.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60, 7)]);
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'upload-')), 'a.png');
  writeFileSync(file, PNG);
});

describe('a file that is to be sent', () => {
  it('may get another time, as one does in a cache that others use', async () => {
    const source = await fileSource(file);
    utimesSync(file, 1, 1);
    expect(Buffer.from(await source.bytes()).equals(PNG)).toBe(true);
    const pieces: Uint8Array[] = [];
    for await (const piece of source.stream()) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(PNG)).toBe(true);
    expect(Buffer.from(source.head).equals(PNG.subarray(0, 32))).toBe(true);
  });

  it('may not get another size', async () => {
    const source = await fileSource(file);
    writeFileSync(file, 'short');
    await expect(source.bytes()).rejects.toThrow('it had 68 bytes, and has 5');
    await expect(source.check()).rejects.toThrow('it had 68 bytes, and has 5');
  });
});

describe('a create that waits for its turn', () => {
  /** @param meanwhile what happens before its turn comes */
  async function create(
    meanwhile: () => void,
  ): Promise<{ sent: number; recorded: number; at: unknown }> {
    const limiter = createRateLimiter(systemClock);
    const waiting: RateLimiter = {
      ...limiter,
      async acquire(...args) {
        meanwhile();
        return limiter.acquire(...args);
      },
    };
    let [sent, recorded] = [0, 0];
    const client = createClient({
      apiKey: 'k',
      limiter: waiting,
      async fetch(request) {
        sent = (await request.arrayBuffer()).byteLength;
        return Response.json({ code: 1 }, { status: 400 });
      },
    });
    const beforeSend = async (): Promise<void> => void (recorded += 1);
    const input = { image: { path: file } };
    const at = await client
      .generateModelWithImage(input, { beforeSend })
      .catch((error: unknown) => error);
    return { sent, recorded, at };
  }

  it('sends its file, whoever used it meanwhile', async () => {
    const { sent, recorded } = await create(() => utimesSync(file, 1, 1));
    expect(sent).toBeGreaterThan(PNG.length);
    expect(recorded).toBe(1);
  });

  it('is not sent, and not written down as sent, where its file is gone', async () => {
    const { sent, recorded, at } = await create(() => rmSync(file));
    expect(at).toMatchObject({ code: 'ASSETGEN_INPUT', message: expect.stringContaining('a.png') });
    expect([sent, recorded]).toEqual([0, 0]);
  });
});

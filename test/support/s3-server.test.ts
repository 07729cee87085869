import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openOperations } from '../leases/open-operations.ts';
import { startS3 } from './s3-server.ts';

test('S3 forgets all of it at once, whatever is written and read meanwhile', async () => {
  const server = await startS3();
  const operations = openOperations(server.url, { leaseMs: 60_000, beatMs: 60_000 }, server.env);
  const names = Array.from({ length: 8 }, () => randomBytes(32).toString('hex'));
  // What the bucket is asked first it has answered by now: to be forgotten amid that is another story.
  await operations.read(names[0]!);
  const over = new AbortController();
  async function use(name: string): Promise<void> {
    while (!over.signal.aborted) {
      await operations.append(name, 'a line');
      await operations.read(name);
    }
  }
  const users = Promise.all(names.map(use));
  try {
    for (let times = 0; times < 20; times++) await server.forget();
    over.abort();
    await users;
    await server.forget();
    const left = await Promise.all(names.map((name) => operations.read(name)));
    expect(left.flat()).toEqual([]);
  } finally {
    over.abort();
    await users.catch(() => undefined);
    await operations.close();
    await server.stop();
  }
});

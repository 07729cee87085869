import { createHash, randomBytes } from 'node:crypto';
import type { KeyvStoreAdapter } from 'keyv';
import { expect, it } from 'vitest';
import { asDigest } from '../cas/digest.ts';
import { createKeyvTier } from './create-keyv-tier.ts';

const { signal } = new AbortController();

it('has so many questions for blobs under way at once, and an entry waits for none of them', async () => {
  const waiting: (() => void)[] = [];
  const names: string[] = [];
  const store: Map<string, unknown> = new Map();
  const adapter = Object.assign(store, {
    async set(key: string) {
      names.push(key);
      if (key.includes('cas:')) await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
  }) as unknown as KeyvStoreAdapter;
  const connection = {
    adapter: async () => adapter,
    load: async () => undefined,
    reset: () => undefined,
    close: async () => undefined,
  };
  const tier = createKeyvTier(connection, true, 3);
  const puts = Array.from({ length: 8 }, () => {
    const bytes = randomBytes(10);
    const digest = asDigest(createHash('sha256').update(bytes).digest('hex'));
    async function* open(): AsyncGenerator<Uint8Array> {
      yield bytes;
    }
    return tier.blobs!.put({ digest, bytes: 10 }, open, signal);
  });
  await expect.poll(() => waiting.length).toBe(3);
  await tier.index.set('key', { text: 'entry', blobs: [] }, signal);
  expect(names.filter((name) => name.includes('cas:'))).toHaveLength(3);
  expect(names.at(-1)).toContain('ac:key');

  // Two for each: its part, and its head.
  while (names.length < 17) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  for (const settle of waiting.splice(0)) settle();
  await Promise.all(puts);
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('prune-loop-child.mjs', import.meta.url));

test('prune in a loop beside writers: nothing that was acknowledged is lost', async () => {
  const store = mkdtempSync(path.join(tmpdir(), 'store-'));
  const start = (role: string) => {
    const child = fork(CHILD, [role, store]);
    return once(child, 'message').then(([message]) => message as Record<string, number>);
  };
  const [pruned, again, ...writers] = await Promise.all([
    start('prune'),
    start('prune'),
    ...[1, 2, 3].map(() => start('write')),
  ]);
  // Blobs went all the time, and all that writers had just been told is there was there.
  expect(pruned!['deleted']! + again!['deleted']!).toBeGreaterThan(10);
  for (const writer of writers) expect(writer).toMatchObject({ lost: 0 });
  expect(writers.reduce((sum, each) => sum + each['acknowledged']!, 0)).toBeGreaterThan(50);
}, 120_000);

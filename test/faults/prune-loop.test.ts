import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('prune-loop-child.mjs', import.meta.url));

interface Counts {
  readonly deleted?: number;
  readonly acknowledged?: number;
  readonly lost?: number;
}

/** How much all have done together before they end: some three seconds of a quiet machine. */
const ENOUGH = { deleted: 300, acknowledged: 1_200 };

test('prune in a loop beside writers: nothing that was acknowledged is lost', async () => {
  const store = mkdtempSync(path.join(tmpdir(), 'store-'));
  const counts: Counts[] = [];
  const sum = (key: keyof Counts) => counts.reduce((total, each) => total + (each[key] ?? 0), 0);
  const isEnough = () =>
    sum('deleted') >= ENOUGH.deleted && sum('acknowledged') >= ENOUGH.acknowledged;
  let isEnding = false;
  const endAll = () => {
    if (!isEnding) for (const child of children) if (child.connected) child.send('end');
    isEnding = true;
  };
  const children = ['prune', 'prune', 'write', 'write', 'write'].map((role, index) => {
    const child = fork(CHILD, [role, store]);
    child.on('message', (told: Counts) => {
      counts[index] = told;
      if (isEnough() || sum('lost') > 0) endAll();
    });
    return child.once('exit', endAll);
  });
  const ends = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(ends.map(([code]) => code as number | null)).toEqual([0, 0, 0, 0, 0]);
  expect(sum('lost')).toBe(0);
  // Blobs went all the time, and all that writers had just been told is there was there.
  expect(isEnough()).toBe(true);
});

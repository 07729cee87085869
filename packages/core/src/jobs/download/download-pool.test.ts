import { expect, it } from 'vitest';
import { createDownloadPool } from './download-pool.ts';
import type { DownloadPool } from './download-pool.ts';

const MIB = 1024 * 1024;
const LIMITS = { least: 4, most: 16, bytes: 32 * MIB };

/** Downloads that begin when the pool lets them, and end when the test does. */
function downloads(pool: DownloadPool) {
  const begun: {
    readonly name: string;
    readonly tell: (bytes: number | null) => void;
    readonly end: () => void;
  }[] = [];
  return {
    begun,
    names: () => begun.map(({ name }) => name),
    add: (name: string, isFirst?: boolean): Promise<void> =>
      pool.run((tell) => new Promise<void>((end) => void begun.push({ name, tell, end })), isFirst),
  };
}
/** Lets all that may begin do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('as many small files are under way as may be, once it is known that they are small', async () => {
  const pool = createDownloadPool(LIMITS);
  const all = downloads(pool);
  const ended = Promise.all(Array.from({ length: 30 }, (_, index) => all.add(`a${index}`)));
  await settle();
  expect(all.begun).toHaveLength(4);
  for (let at = 0; at < 30; at += 1) {
    all.begun[at]?.tell(100_000);
    await settle();
    expect(all.begun.length).toBeLessThanOrEqual(16);
  }
  expect(all.begun).toHaveLength(16);
  for (let at = 0; at < 30; at += 1) {
    all.begun[at]?.end();
    await settle();
  }
  await ended;
  expect(all.names()).toEqual(Array.from({ length: 30 }, (_, index) => `a${index}`));
});

it('of large files, and of those whose size nobody tells, only a few', async () => {
  const pool = createDownloadPool(LIMITS);
  const all = downloads(pool);
  for (let index = 0; index < 12; index += 1) void all.add(`a${index}`);
  await settle();
  for (const size of [60 * MIB, 60 * MIB, null, 0]) {
    all.begun.shift()?.tell(size);
    await settle();
  }
  expect(all.begun).toHaveLength(0);
});

it('what comes first goes first; a failure gives its place back', async () => {
  const pool = createDownloadPool({ least: 1, most: 1, bytes: 1 });
  const all = downloads(pool);
  const failing = pool.run(async (tell) => {
    tell(5 * MIB);
    throw new Error('gone');
  });
  const others = [all.add('b'), all.add('a', true)];
  await expect(failing).rejects.toThrow('gone');
  await settle();
  expect(all.names()).toEqual(['a']);
  all.begun[0]?.end();
  await settle();
  expect(all.names()).toEqual(['a', 'b']);
  all.begun[1]?.end();
  await Promise.all(others);
});

import { expect, onTestFinished, test } from 'vitest';
import type { PictureSpec } from '@assetgen/generators';
import { workerMakers, type MakerPool } from './worker-makers.ts';

const SCRIPT = new URL('../testing/odd-worker.mjs', import.meta.url);

function openPool(size: number): MakerPool {
  const pool = workerMakers(size, SCRIPT);
  onTestFinished(() => pool.close());
  return pool;
}

const spec = (prompt: string): PictureSpec => ({
  prompt,
  width: 1,
  height: 1,
  seed: '',
  references: [],
  draft: false,
});
/** The odd worker answers with the prompt and the id of its thread. */
const make = async (pool: MakerPool, prompt: string): Promise<[string, number]> =>
  (await pool.makePicture(spec(prompt))) as unknown as [string, number];

test('tasks run side by side in at most as many threads as allowed', async () => {
  const pool = openPool(2);
  const results = await Promise.all(
    Array.from({ length: 6 }, (_, index) => make(pool, index < 2 ? 'slow' : `${index}`)),
  );
  expect(results.map(([prompt]) => prompt)).toEqual(['slow', 'slow', '2', '3', '4', '5']);
  expect(new Set(results.map(([, thread]) => thread)).size).toBe(2);
});

test('what a request waits for passes the jobs', async () => {
  const pool = openPool(1);
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    make(pool, 'slow').then(note('first')),
    make(pool, 'second').then(note('second')),
    pool.drawModel(new Uint8Array(), 1).then(note('preview')),
  ]);
  expect(order).toEqual(['first', 'preview', 'second']);
});

test('a failure keeps its code and its hint', async () => {
  const pool = openPool(1);
  await expect(make(pool, 'fail')).rejects.toMatchObject({
    code: 'ASSETGEN_BLENDER_MISSING',
    message: 'no',
    hint: 'install it',
  });
  expect((await make(pool, 'next'))[0]).toBe('next');
});

test.each(['die', 'throw'])('a thread that ends by "%s" fails its task alone', async (prompt) => {
  const pool = openPool(1);
  const broken = make(pool, prompt);
  const next = make(pool, 'next');
  await expect(broken).rejects.toThrow(prompt === 'die' ? 'thread ended' : 'nobody caught');
  expect((await next)[0]).toBe('next');
});

test('closing rejects what runs and what waits, as no failure of the job', async () => {
  const pool = openPool(1);
  const tasks = [make(pool, 'never'), make(pool, 'waiting')];
  const settled = Promise.allSettled(tasks);
  await pool.close();
  for (const result of [...(await settled), ...(await Promise.allSettled([make(pool, 'late')]))]) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { code: 'ASSETGEN_SERVICE_CLOSED' },
    });
  }
});

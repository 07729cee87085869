import { describe, expect, it } from 'vitest';
import { createRunQueue } from './run-queue.ts';

describe('createRunQueue', () => {
  it('shares a run among those who ask for the same, and queues the others', async () => {
    const queue = createRunQueue();
    const order: string[] = [];
    const ask = (key: string | null, name: string): Promise<string> =>
      queue.run(key, async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        return name;
      });
    const all = await Promise.all([ask('x', 'a'), ask('x', 'b'), ask('y', 'c'), ask(null, 'd')]);
    expect(all).toEqual(['a', 'a', 'c', 'd']);
    const runs = ['a', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]);
    expect(order).toEqual(runs);
  });

  it('shares nothing with nobody, after a change, and once a run has ended', async () => {
    const queue = createRunQueue();
    let runs = 0;
    const ask = (key: string | null): Promise<number> => queue.run(key, async () => (runs += 1));
    expect(await Promise.all([ask(null), ask(null)])).toEqual([1, 2]);
    const before = ask('x');
    queue.invalidate();
    expect(await Promise.all([before, ask('x')])).toEqual([3, 4]);
    expect(await ask('x')).toBe(5);
  });

  it('shares a look until it starts: what it read since may have changed', async () => {
    const queue = createRunQueue();
    let runs = 0;
    let asked: Promise<number> | null = null;
    const look = (): Promise<number> => queue.run('look', begin, 'until-start');
    async function begin(): Promise<number> {
      runs += 1;
      asked ??= look();
      return runs;
    }
    expect(await Promise.all([look(), look()])).toEqual([1, 1]);
    expect(await asked).toBe(2);
  });

  it('goes on after a run that failed, and tells who asked', async () => {
    const queue = createRunQueue();
    const failed = queue.run('x', () => Promise.reject(new Error('no')));
    const next = queue.run('y', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('is idle when all has ended', async () => {
    const queue = createRunQueue();
    let ended = 0;
    for (const key of ['x', 'y']) void queue.run(key, async () => (ended += 1));
    await queue.idle();
    expect(ended).toBe(2);
  });
});

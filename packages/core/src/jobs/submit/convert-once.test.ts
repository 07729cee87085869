import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import type { AssetgenError } from '@assetgen/client/errors';
import type { Fault } from '../testing/fake-service.ts';
import { workbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';
import type { ConvertRequest, SourceBlob } from '../job-engine.ts';

let bench: Workbench;
afterEach(() => bench.close());

const REQUEST: ConvertRequest = { asset: 'dragon', uuid: 'u-1', format: 'usdz', size: 120 };
const usdz = zipSync({ 'scene.usdc': new Uint8Array(64) }, { level: 0 });
const file = (): Response => new Response(new Uint8Array(usdz));
const under = (): Response =>
  Response.json({ statusType: 1, message: 'converting', modelUrl: null, modelSize: 120 });
const done = (): Response =>
  Response.json({
    statusType: 0,
    message: 'done',
    modelUrl: 'http://assetgen.local/files/c?sig=1',
    scaleNumber: 1,
  });

const tooMany = (): Response =>
  Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '2' } });

/** Answers of `convertToFormat`, one after another; the last one stays. */
const answers =
  (list: readonly (() => Response)[]): Fault =>
  (name, count) =>
    name === 'file'
      ? file()
      : name === 'convertToFormat'
        ? list[Math.min(count, list.length) - 1]?.()
        : undefined;

async function open(fault: Fault): Promise<Workbench> {
  bench = await workbench({ fault });
  return bench;
}
const calls = (): number => bench.service.counts.get('convertToFormat') ?? 0;
const convert = (options = {}) => bench.engine().convert({ ...REQUEST, ...options });

async function failure(work: Promise<unknown>): Promise<AssetgenError> {
  try {
    await bench.clock.run(work);
  } catch (error) {
    return error as AssetgenError;
  }
  throw new Error('expected a failure');
}

describe('convert', () => {
  it('done at once: one call, downloaded', async () => {
    await open(answers([done]));
    expect(await bench.clock.run(convert())).toMatchObject({ bytes: usdz.length, points: 10 });
    expect(calls()).toBe(1);
    expect(bench.settled).toEqual([10]);
  });

  it('under way: asked again after 30 s, then after twice as long', async () => {
    const { clock } = await open(answers([under, under, done]));
    const started = clock.now();
    await bench.clock.run(convert());
    expect(calls()).toBe(3);
    expect(clock.now() - started).toBeGreaterThanOrEqual(90_000);
    expect(clock.now() - started).toBeLessThan(100_000);
  });

  it('a refusal of a repeat for the rate is waited for', async () => {
    await open(answers([under, tooMany, tooMany, done]));
    expect(await bench.clock.run(convert())).toMatchObject({ bytes: usdz.length, points: 10 });
    expect(calls()).toBe(4);
  });

  it('a repeat without an answer is no doubt: the next run asks again', async () => {
    const broken = (): Response => new Response('bad gateway', { status: 502 });
    await open(answers([under, broken, done]));
    expect(await failure(convert())).toMatchObject({ code: 'ASSETGEN_SERVICE' });
    expect(await bench.clock.run(convert())).toMatchObject({ bytes: usdz.length, points: 0 });
    expect(calls()).toBe(3);
  });

  it('two callers, one conversion', async () => {
    await open(answers([under, done]));
    const engine = bench.engine();
    await bench.clock.run(Promise.all([engine.convert(REQUEST), engine.convert(REQUEST)]));
    expect(calls()).toBe(2);
  });

  it('two processes: the second waits for what the first gets, and asks nothing', async () => {
    await open(answers([under, under, done]));
    let kept: SourceBlob | null = null;
    const find = (): Promise<SourceBlob | null> => Promise.resolve(kept);
    const keep = (blob: SourceBlob): Promise<void> => Promise.resolve(void (kept = blob));
    const [one, two] = await bench.clock.run(
      Promise.all([convert({ find, keep }), convert({ find, keep })]),
    );
    expect([one?.points, two?.points].sort()).toEqual([0, 10]);
    expect(two?.digest).toBe(one?.digest);
    expect(calls()).toBe(3);
  });

  it('the balance falls with the first repeat: it is not asked for any more', async () => {
    await open((name, count) => {
      if (name === 'convertToFormat') {
        bench.service.balance -= 10;
      }
      return answers([under])(name, count);
    });
    expect(await failure(convert())).toMatchObject({ code: 'ASSETGEN_CONVERT_CHARGED' });
    expect(calls()).toBe(2);
  });

  it('never done: at most six repeats', async () => {
    await open(answers([under]));
    expect(await failure(convert())).toMatchObject({ code: 'ASSETGEN_JOB_TIMEOUT' });
    expect(calls()).toBe(7);
  });

  it('an accepted one is asked for again by the next run without a wait, not as a new one', async () => {
    await open(answers([under, under, under, under, under, under, under, done]));
    await failure(convert());
    const started = bench.clock.now();
    await bench.clock.run(convert());
    expect(calls()).toBe(8);
    expect(bench.clock.now() - started).toBeLessThan(5_000);
  });

  it('an answer that is lost is a doubt, and stays one', async () => {
    await open((name, count) => {
      if (name === 'convertToFormat' && count === 1) {
        throw new Error('read ECONNRESET');
      }
      return answers([done])(name, count);
    });
    expect(await failure(convert())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(await failure(convert())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(calls()).toBe(1);
    await bench.clock.run(convert({ resubmit: true }));
    expect(calls()).toBe(2);
  });

  it('refused in the body: failed, not in doubt', async () => {
    await open(
      answers([
        () => Response.json({ statusType: -1, message: 'no model u-1', modelUrl: null }),
        done,
      ]),
    );
    const error = await failure(convert());
    expect(error).toMatchObject({ code: 'ASSETGEN_JOB_FAILED' });
    expect(error.message).toContain('no model u-1');
    await bench.clock.run(convert());
    expect(calls()).toBe(2);
  });
});

describe('convert again', () => {
  const again = () => bench.clock.run(convert({ again: true }));

  it('what the service still has costs nothing, and is no purchase', async () => {
    await open(answers([done]));
    expect(await again()).toMatchObject({ bytes: usdz.length, points: 0 });
    expect([calls(), bench.settled]).toEqual([1, [0]]);
    // Next asset asks again too: nothing of it stands in the journal.
    await again();
    expect([calls(), bench.settled]).toEqual([2, [0, 0]]);
  });

  it('a refusal for the rate is waited for, and costs nothing', async () => {
    await open(answers([tooMany, tooMany, done]));
    expect(await again()).toMatchObject({ bytes: usdz.length, points: 0 });
    expect([calls(), bench.settled]).toEqual([3, [0]]);
  });

  it('what the balance tells was charged is told', async () => {
    await open((name, count) => {
      if (name === 'convertToFormat' && count === 1) bench.service.balance -= 10;
      return answers([under, done])(name, count);
    });
    expect(await again()).toMatchObject({ points: 10 });
    expect([calls(), bench.settled]).toEqual([2, [10, 0]]);
  });
});

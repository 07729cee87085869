import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { UnreachableError } from '@assetgen/client';
import type { AssetgenError, Client } from '@assetgen/client';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Digest, Fingerprint } from '../brands.ts';
import { DoubtError } from './job-error.ts';
import { tinyGlb } from './testing/fake-service.ts';
import type { Fault } from './testing/fake-service.ts';
import { FINGERPRINT, KEY, PROMPT, modelRequest, workbench } from './testing/workbench.ts';
import type { Workbench } from './testing/workbench.ts';

let bench: Workbench;
afterEach(() => bench.close());

async function open(options: Parameters<typeof workbench>[0] = {}): Promise<Workbench> {
  bench = await workbench(options);
  return bench;
}

async function failure(work: Promise<unknown>): Promise<AssetgenError> {
  try {
    await bench.clock.run(work);
  } catch (error) {
    return error as AssetgenError;
  }
  throw new Error('expected a failure');
}

const obtain = (options = {}, engine = bench.engine()) => engine.obtain(modelRequest(options));

/** A fault for the first requests of one operation. */
const first =
  (operation: string, answers: readonly (() => Response | undefined)[]): Fault =>
  (name, count) =>
    name === operation ? answers[count - 1]?.() : undefined;

const status =
  (code: number, headers = {}) =>
  (): Response =>
    Response.json({ message: `status ${code}` }, { status: code, headers });
const reset = (): never => {
  throw new Error('read ECONNRESET');
};

describe('a submission in doubt', () => {
  it('a lost answer: one create, the balance told, no second one until a person says so', async () => {
    const { creates, service } = await open({
      fault(name, count) {
        if (name === 'generateModelWithText' && count === 1) {
          service.balance -= 20;
          reset();
        }
        return undefined;
      },
    });
    const error = await failure(obtain());
    expect(error).toBeInstanceOf(DoubtError);
    expect(error).toMatchObject({
      code: 'ASSETGEN_AMBIGUOUS',
      balanceBefore: 1000,
      balanceAfter: 980,
    });
    expect(error.message).toContain('the balance was 1000 before and is 980 after');
    expect(error.hint).toContain('assetgen build --resubmit dragon');
    expect(creates()).toBe(1);
    expect(bench.settled).toEqual([null]);

    const again = await failure(obtain());
    expect(again).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS', balanceBefore: 1000 });
    expect(creates()).toBe(1);

    await bench.clock.run(obtain({ resubmit: true }));
    expect(creates()).toBe(2);
    await bench.clock.run(obtain({ resubmit: true }));
    expect(creates()).toBe(2);
  });

  it('two that accept a loss at once accept that one, not the next', async () => {
    const { creates } = await open({
      fault: (name) => (name === 'generateModelWithText' ? status(500)() : undefined),
    });
    await failure(obtain());
    const both = Promise.allSettled([obtain({ resubmit: true }), obtain({ resubmit: true })]);
    for (const result of await bench.clock.run(both)) {
      expect(result).toMatchObject({ reason: { code: 'ASSETGEN_AMBIGUOUS' } });
    }
    expect(creates()).toBe(2);
  });

  it.each([500, 502, 503])('%i on a create: one create', async (code) => {
    const { creates } = await open({ fault: first('generateModelWithText', [status(code)]) });
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(creates()).toBe(1);
  });

  it('accepted with an answer that cannot be read: one create', async () => {
    const { creates } = await open({
      fault: first('generateModelWithText', [() => Response.json({ type: 'sys' })]),
    });
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(creates()).toBe(1);
  });

  it('a bare intent in the journal, left by a kill: no create', async () => {
    const { creates, folder } = await open();
    await mkdir(join(folder, 'journal'));
    await writeFile(
      join(folder, 'journal', `${FINGERPRINT}-0.jsonl`),
      '\n{"state":"planned","asset":"dragon","operation":"x"}\n\n{"state":"sending","nonce":"n","asset":"dragon","operation":"x","balance":500}\n',
    );
    const error = await failure(obtain());
    expect(error).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS', balanceBefore: 500 });
    expect(creates()).toBe(0);
  });

  it('of the embedded service: nobody paid, nobody decides, it is asked for again', async () => {
    const { creates } = await open({ fault: first('generateModelWithText', [status(500)]) });
    const free = { isFree: true };
    const error = await failure(obtain({}, bench.engine(free)));
    expect(error.message).toContain('The embedded service is free.');
    expect(`${error.message} ${error.hint}`).not.toMatch(/points|charged|balance|resubmit/i);
    await bench.clock.run(obtain({}, bench.engine(free)));
    expect(creates()).toBe(2);
    expect(bench.events).toContainEqual(
      expect.objectContaining({ type: 'accepted', points: 20, free: true }),
    );
  });

  it('an intent that another project of this machine left: no create', async () => {
    const { creates, folder } = await open();
    await mkdir(join(folder, 'locks'));
    await writeFile(
      join(folder, 'locks', `${FINGERPRINT}-0.jsonl`),
      '{"state":"sending","nonce":"n","asset":"other","operation":"x","balance":null}\n',
    );
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
    expect(creates()).toBe(0);
  });

  it('the balance query hangs: told as unknown, after a short time', async () => {
    const { clock } = await open({
      fault: (name) =>
        name === 'queryPointsInfo'
          ? new Promise<Response>(() => undefined)
          : name === 'generateModelWithText'
            ? status(500)()
            : undefined,
    });
    const started = clock.now();
    const error = await failure(obtain());
    expect(error.message).toContain('the balance could not be read');
    expect(clock.now() - started).toBeLessThan(10_000);
  });
});

describe('a submission that was refused', () => {
  it.each([
    ['with Retry-After', { 'retry-after': '5' }, 5_000, true],
    ['without it', {}, 100, false],
  ])('429 %s: waited for, accepted once', async (_name, headers, ms, isTold) => {
    const { creates, service, clock } = await open({
      fault: first('generateModelWithText', [status(429, headers)]),
    });
    const started = clock.now();
    await bench.clock.run(obtain());
    expect(creates()).toBe(2);
    expect(service.accepted).toHaveLength(1);
    expect(clock.now() - started).toBeGreaterThanOrEqual(ms);
    expect(bench.events.some((event) => event.type === 'waiting')).toBe(isTold);
  });

  it('429 without it, again and again: asked for every 5 s at most, until it passes', async () => {
    const { creates, service, clock } = await open({
      fault: (operation) =>
        operation === 'generateModelWithText' && clock.now() - started < 60_000
          ? Response.json({ message: 'too fast' }, { status: 429 })
          : undefined,
    });
    const started = clock.now();
    await bench.clock.run(obtain());
    expect(clock.now() - started).toBeLessThan(75_000);
    expect(creates()).toBeLessThan(25);
    expect(service.accepted).toHaveLength(1);
  });

  it('a long pause is told to all that wait, with its cause', async () => {
    await open({
      fault: first('generateModelWithText', [
        () =>
          Response.json(
            { message: 'too fast' },
            { status: 429, headers: { 'retry-after': '600' } },
          ),
      ]),
    });
    const engine = bench.engine();
    const other = { asset: 'knight', fingerprint: 'e'.repeat(64) as Fingerprint };
    await bench.clock.run(Promise.all([obtain({}, engine), obtain(other, engine)]));
    const told = bench.events.filter((event) => event.type === 'waiting' && event.ms === 600_000);
    const reason = 'the service asked for a pause (HTTP 429 with Retry-After: too fast)';
    expect(told).toEqual([
      { type: 'waiting', asset: 'dragon', reason, ms: 600_000 },
      { type: 'waiting', asset: 'knight', reason, ms: 600_000 },
    ]);
  });

  it('a pause beyond what may be waited ends all alike at once, and says when to run again', async () => {
    const { clock, creates } = await open({
      maxWaitMs: 900_000,
      fault: first('generateModelWithText', [status(429, { 'retry-after': '3600' })]),
    });
    const engine = bench.engine();
    const started = clock.now();
    const other = { asset: 'knight', fingerprint: 'e'.repeat(64) as Fingerprint };
    const settled = await clock.run(
      Promise.allSettled([obtain({}, engine), obtain(other, engine)]),
    );
    const when = new Date(started + 3_600_000).toISOString().slice(0, 19);
    const errors = settled.map((each) => (each.status === 'rejected' ? each.reason : null));
    expect(errors[0]).toMatchObject({
      code: 'ASSETGEN_WAIT',
      message: expect.stringContaining(`${when}Z, longer than the limit of 900 s`),
      hint: expect.stringContaining(`Run again after ${when}Z`),
    });
    expect(errors[1]).toMatchObject({ code: 'ASSETGEN_WAIT', message: errors[0].message });
    expect(clock.now() - started).toBeLessThan(60_000);
    expect(creates()).toBeLessThanOrEqual(2);

    await bench.clock.run(clock.sleep(3_600_000));
    await bench.clock.run(obtain());
    expect(bench.service.accepted).toHaveLength(1 + Math.max(0, creates() - 2));
  });

  it('not sent: goes out again, accepted once', async () => {
    const { service, client } = await open();
    let tries = 0;
    const flaky: Client = {
      ...client,
      generateModelWithText(input, options) {
        tries += 1;
        if (tries < 3) {
          const facts = { operation: 'generateModelWithText', outcome: 'not-sent' } as const;
          return Promise.reject(new UnreachableError('refused', facts));
        }
        return client.generateModelWithText(input, options);
      },
    };
    await bench.clock.run(obtain({}, bench.engine({ client: flaky })));
    expect(tries).toBe(3);
    expect(service.accepted).toHaveLength(1);
  });

  it('402 ends all further creates of the run, and nothing is charged', async () => {
    const { creates } = await open({ fault: first('generateModelWithText', [status(402)]) });
    const engine = bench.engine();
    expect(await failure(obtain({}, engine))).toMatchObject({ code: 'ASSETGEN_POINTS' });
    const other = { fingerprint: 'e'.repeat(64) as Fingerprint, asset: 'knight' };
    expect(await failure(obtain(other, engine))).toMatchObject({ code: 'ASSETGEN_POINTS' });
    expect(creates()).toBe(1);
    expect(bench.settled).toEqual([0]);
    await bench.clock.run(obtain());
    expect(creates()).toBe(2);
  });

  it('402 also stops what waits for its turn already', async () => {
    const { creates } = await open({
      fault: (name) => (name === 'generateModelWithText' ? status(402)() : undefined),
    });
    const engine = bench.engine({ concurrency: 30 });
    const all = Array.from({ length: 30 }, (_each, index) =>
      obtain({ fingerprint: String(index).padStart(64, '0') as Fingerprint }, engine),
    );
    const settled = await bench.clock.run(Promise.allSettled(all));
    for (const result of settled) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ASSETGEN_POINTS' } });
    }
    expect(creates()).toBeLessThanOrEqual(8);
  });

  it.each([
    [400, 'ASSETGEN_REJECTED'],
    [401, 'ASSETGEN_AUTH'],
    [403, 'ASSETGEN_FORBIDDEN'],
  ])('%i: one request, and a next run may ask again', async (code, expected) => {
    const { creates } = await open({ fault: first('generateModelWithText', [status(code)]) });
    expect(await failure(obtain())).toMatchObject({ code: expected });
    expect(creates()).toBe(1);
    await bench.clock.run(obtain());
    expect(creates()).toBe(2);
  });
});

describe('polls', () => {
  const model =
    (codeStatus: number, modelUrl: string | null = null) =>
    (): Response =>
      Response.json({ codeStatus, message: 'said so', modelUrl });

  it('that fail, hang up, are refused, unknown or without a URL end in the result', async () => {
    const { creates } = await open({
      jobMs: () => 60_000,
      fault: first('retrieveModel', [
        status(500),
        reset,
        status(429),
        model(7),
        model(-2),
        model(0),
        () => new Response('<html>', { status: 200 }),
      ]),
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]?.status).toBe('done');
    expect(creates()).toBe(1);
  });

  it('that the limit refuses to the last attempt are asked again when it opens, not a poll later', async () => {
    let since: number | null = null;
    await open({
      jobMs: () => 200_000,
      fault(name) {
        const now = bench.clock.now();
        if (name !== 'retrieveModel' || now < begun + 201_000) return undefined;
        since ??= now;
        return now - since < 14_000 ? status(429)() : undefined;
      },
    });
    const begun = bench.clock.now();
    await bench.clock.run(obtain());
    expect(bench.clock.now() - (since ?? 0)).toBeLessThan(18_000);
  });

  it('a job that fails: told, and not bought again by the next run', async () => {
    const { creates } = await open({
      fault: (name) => (name === 'retrieveModel' ? model(-3)() : undefined),
    });
    for (let run = 0; run < 2; run += 1) {
      const outcome = await bench.clock.run(obtain());
      expect(outcome.variants[0]).toMatchObject({
        status: 'failed',
        error: { code: 'ASSETGEN_JOB_FAILED' },
      });
    }
    expect(creates()).toBe(1);
  });

  it('a job that never ends: the deadline, and the next run resumes it', async () => {
    let ends = false;
    const { clock, creates } = await open({
      fault: (name) => (name === 'retrieveModel' && !ends ? model(1)() : undefined),
    });
    const started = clock.now();
    const error = await failure(obtain({}, bench.engine({ jobTimeoutMs: 600_000 })));
    expect(error).toMatchObject({ code: 'ASSETGEN_JOB_TIMEOUT' });
    expect(clock.now() - started).toBeLessThanOrEqual(601_000);
    ends = true;
    await bench.clock.run(obtain());
    expect(creates()).toBe(1);
  });

  it('a service that is gone ends the wait long before the deadline', async () => {
    const { clock } = await open({
      fault: (name) => (name === 'retrieveModel' ? reset() : undefined),
    });
    const started = clock.now();
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_SERVICE' });
    expect(clock.now() - started).toBeLessThan(900_000);
  });

  it('a key that is refused meanwhile stops, and fails no job', async () => {
    const { creates } = await open({ fault: first('retrieveModel', [model(-1)]) });
    expect(await failure(obtain())).toMatchObject({ code: 'ASSETGEN_AUTH' });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]?.status).toBe('done');
    expect(creates()).toBe(1);
  });

  it('a UUID that the service never knows: an error that keeps it, after a grace', async () => {
    const { clock } = await open({
      fault: (name) => (name === 'retrieveModel' ? model(-2)() : undefined),
    });
    const started = clock.now();
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]).toMatchObject({
      status: 'failed',
      error: { code: 'ASSETGEN_JOB_UNKNOWN', uuids: [outcome.variants[0]?.uuid] },
    });
    expect(clock.now() - started).toBeGreaterThanOrEqual(60_000);
  });

  it('a service that goes away is told once, and waited for', async () => {
    const { events } = await open({
      jobMs: () => 600_000,
      fault: (name, count) =>
        name === 'retrieveModel' && count > 1 && count < 9 ? status(503)() : undefined,
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants).toMatchObject([{ status: 'done' }]);
    const told = events.filter((event) => event.type === 'waiting');
    expect(told).toMatchObject([
      { asset: 'dragon', ms: 0, reason: expect.stringContaining('the service does not answer') },
    ]);
  });

  it('whatever the polls answer, the wait ends by the deadline', async () => {
    const answers = {
      fails: status(500),
      breaks: reset,
      limits: status(429),
      odd: model(7),
      unknown: model(-2),
      empty: model(0),
      waits: model(1),
      page: () => new Response('<html>', { status: 200 }),
      missing: status(404),
    };
    const names = fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 12 }), async (list) => {
        const { clock, creates } = await open({
          fault: (name, count) =>
            name === 'retrieveModel' ? answers[list[count % list.length] ?? 'waits']() : undefined,
        });
        const started = clock.now();
        const engine = bench.engine({ jobTimeoutMs: 900_000 });
        const [settled] = await clock.run(Promise.allSettled([obtain({}, engine)]));
        expect(clock.now() - started).toBeLessThanOrEqual(900_000 + 180_000);
        expect(settled?.status === 'rejected' ? settled.reason.code : 'done').toMatch(
          /^ASSETGEN_|done/,
        );
        expect(creates()).toBe(1);
        await bench.close();
      }),
      { numRuns: 40 },
    );
  });

  it('ten thousand jobs for one: the first are waited for, and none is lost', async () => {
    const uuids = Array.from(
      { length: 10_000 },
      (_, at) => `11111111-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    const { service } = await open({
      fault(name) {
        if (name === 'generateModelWithText') {
          return Response.json({ type: 'sys', message: 'Generating', uuids, pointsDeducted: 40 });
        }
        return name === 'retrieveModel' ? model(-3)() : undefined;
      },
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants).toHaveLength(16);
    expect(service.counts.get('retrieveModel')).toBeLessThan(100);
    // All of them stand in the journal.
    expect(outcome.uuids).toEqual(uuids);
    expect(bench.events).toContainEqual(
      expect.objectContaining({
        type: 'warning',
        message:
          'the service returned 10000 jobs: the first 16 are polled, the others stay in the journal',
      }),
    );
  });

  it('one of two variants fails: the other is kept', async () => {
    const uuids = ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'];
    await open({
      fault(name, count) {
        if (name === 'generateModelWithText') {
          return Response.json({ type: 'sys', message: 'Generating', uuids, pointsDeducted: 40 });
        }
        return name === 'retrieveModel'
          ? count === 1
            ? model(-3)()
            : model(0, 'http://assetgen.local/files/x')()
          : undefined;
      },
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants.map((variant) => variant.status)).toEqual(['failed', 'done']);
    expect(outcome.points).toBe(40);
  });
});

describe('downloads', () => {
  const file =
    (body: BodyInit, headers = {}) =>
    () =>
      new Response(body, { headers });
  const glb = tinyGlb('whole');

  it.each([
    ['truncated without a length', file(glb.slice(0, 24))],
    ['HTML under 200', file('<html>maintenance</html>', { 'content-type': 'model/gltf-binary' })],
    [
      'random bytes under the right type',
      file('0123456789', { 'content-type': 'model/gltf-binary' }),
    ],
    ['empty', file('')],
    ['expired', status(403)],
    ['expired, told as 400', status(400)],
    ['gone', status(404)],
    ['500', status(500)],
    ['reset', reset],
  ])('%s: fetched anew by a fresh URL', async (_name, fault) => {
    const { service, folder } = await open({ fault: first('file', [fault, fault]) });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]?.status).toBe('done');
    expect(service.counts.get('file')).toBe(3);
    expect(service.counts.get('retrieveModel')).toBe(3);
    expect(await readdir(join(folder, 'blobs'))).toHaveLength(1);
  });

  it.each(['/files/x?sig=1', '//assetgen.local/files/x?sig=1'])(
    'an address without a host is one of the service: %s',
    async (address) => {
      const { service } = await open({
        fault: (name) =>
          name === 'retrieveModel'
            ? Response.json({ codeStatus: 0, message: '', modelUrl: address })
            : undefined,
      });
      const outcome = await bench.clock.run(obtain());
      expect(outcome.variants[0]?.status).toBe('done');
      expect(service.counts.get('file')).toBe(1);
    },
  );

  it('a body without end behind a whole file is cut off at once', async () => {
    const { service } = await open({
      fault: (name, count) => {
        if (name !== 'file' || count > 1) {
          return undefined;
        }
        let sent = 0;
        const endless = new ReadableStream<Uint8Array>({
          pull(controller) {
            sent += 1;
            controller.enqueue(new Uint8Array(sent === 1 ? glb : Buffer.alloc(65_536)));
            if (sent > 50) {
              throw new Error('read on behind the end');
            }
          },
        });
        return new Response(endless);
      },
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]?.status).toBe('done');
    expect(service.counts.get('file')).toBe(2);
  });

  it('one that only trickles ends by the deadline', async () => {
    const { clock } = await open({
      fault: (name) =>
        name === 'file'
          ? new Response(
              new ReadableStream<Uint8Array>({
                async pull(controller) {
                  await clock.sleep(20_000);
                  controller.enqueue(new Uint8Array(Buffer.from('g')));
                },
              }),
            )
          : undefined,
    });
    const outcome = await bench.clock.run(obtain({}, bench.engine({ jobTimeoutMs: 600_000 })));
    expect(outcome.variants[0]).toMatchObject({
      status: 'failed',
      error: { code: 'ASSETGEN_DOWNLOAD' },
    });
  });

  it('that never come right: an error, nothing kept, and no second create', async () => {
    const { creates, folder, service } = await open({
      fault: (name) => (name === 'file' ? file('<html>')() : undefined),
    });
    const outcome = await bench.clock.run(obtain());
    expect(outcome.variants[0]).toMatchObject({
      status: 'failed',
      error: { code: 'ASSETGEN_CONTENT' },
    });
    expect(service.counts.get('file')).toBe(4);
    expect(await readdir(join(folder, 'blobs'))).toEqual([]);
    expect(creates()).toBe(1);
  });
});

describe('recover', () => {
  const uuid = '22222222-0000-4000-8000-000000000001';
  const known: Fault = (name) =>
    name === 'retrieveModel'
      ? Response.json({
          codeStatus: 0,
          message: '',
          modelUrl: `http://assetgen.local/files/${uuid}`,
        })
      : undefined;

  it('downloads by UUID alone, and never creates', async () => {
    const { service } = await open({ fault: known });
    const blob = await bench.clock.run(
      bench.engine().recover({ asset: 'dragon', uuid, result: 'model' }),
    );
    expect(blob.bytes).toBe(tinyGlb(uuid).length);
    expect([...service.counts.keys()].sort()).toEqual(['file', 'retrieveModel']);
  });

  it('refuses other bytes than the lock says', async () => {
    const { folder } = await open({ fault: known });
    const expected = `sha256-${'0'.repeat(64)}` as Digest;
    const error = await failure(
      bench.engine().recover({ asset: 'dragon', uuid, result: 'model', expect: expected }),
    );
    expect(error.code).toBe('ASSETGEN_DIGEST');
    expect(await readdir(join(folder, 'blobs'))).toEqual([]);
  });

  it('a UUID that is gone: an error at once, no create', async () => {
    const { creates, clock } = await open();
    const started = clock.now();
    const error = await failure(bench.engine().recover({ asset: 'dragon', uuid, result: 'model' }));
    expect(error).toMatchObject({ code: 'ASSETGEN_JOB_UNKNOWN', uuids: [uuid] });
    expect(clock.now() - started).toBeLessThan(1000);
    expect(creates()).toBe(0);
  });
});

describe('an interruption', () => {
  it('says what goes on being billed, and the next run resumes it', async () => {
    const { creates } = await open({ jobMs: () => 300_000 });
    const stop = new AbortController();
    const engine = bench.engine({
      emit(event) {
        bench.events.push(event);
        if (event.type === 'progress') {
          stop.abort();
        }
      },
    });
    const error = await failure(engine.obtain(modelRequest(), { signal: stop.signal }));
    expect(error).toMatchObject({ code: 'ASSETGEN_INTERRUPTED' });
    expect(error.message).toContain('stays billed (20 points)');
    expect(bench.events.at(-1)).toMatchObject({ type: 'interrupted', asset: 'dragon', points: 20 });
    await bench.clock.run(obtain());
    expect(creates()).toBe(1);
  });

  it('before the submission sends nothing', async () => {
    const { creates } = await open();
    const signal = AbortSignal.abort();
    await expect(
      bench.clock.run(bench.engine().obtain(modelRequest(), { signal })),
    ).rejects.toBeDefined();
    expect(creates()).toBe(0);
    await bench.clock.run(obtain());
    expect(creates()).toBe(1);
  });
});

it('key, prompt and signed queries stand in no event and no error', async () => {
  await open({
    fault: (name) =>
      name === 'file'
        ? Response.json({ message: `${KEY} http://x.example/a?sig=secret` }, { status: 403 })
        : undefined,
  });
  const outcome = await bench.clock.run(obtain());
  const text = inspect([outcome, bench.events], { depth: 12, showHidden: true });
  for (const secret of [KEY, PROMPT, 'sig=secret']) {
    expect(text).not.toContain(secret);
  }
});

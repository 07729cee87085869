import { afterEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import type { JobOutcome, JobRequest } from '../job-engine.ts';
import { modelRequest, workbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
afterEach(() => bench.close());

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from(`\0\0\0\x1cIDAT${'\0'.repeat(32)}`, 'latin1'),
  Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1'),
]);
const FILE = 'http://assetgen.local/files/x?sig=secret';
const PICTURE: Partial<JobRequest> = {
  create: { operation: 'createNormalPicture', input: { prompt: 'a hero' } },
  result: 'image',
};
const V1: Partial<JobRequest> = {
  create: { operation: 'generateImages', input: { model: 'a/b', prompt: 'a hero' } },
  result: 'image',
};

interface Told {
  readonly success?: boolean;
  readonly data?: Record<string, unknown>;
  readonly message?: string;
}

const data = (
  status: string,
  resultUrl: string | null = null,
  resultType: string | null = null,
) => ({
  uuid: 'p-1',
  status,
  resultType,
  resultUrl,
});

/** Answers the queries with what is told at these times after the create; the last for ever. */
async function open(told: readonly (readonly [untilMs: number, answer: Told])[]) {
  let created = 0;
  bench = await workbench({
    fault(name) {
      const now = bench.clock.now();
      if (name === 'file') return new Response(png);
      if (name === 'createNormalPicture' || name === 'generations') {
        created ||= now;
        return name === 'generations'
          ? Response.json({ object: 'list', data: [{ id: 'p-1' }], usage: { credits: 6 } })
          : Response.json({ success: true, data: { uuids: ['p-1'], pointsDeducted: 6 } });
      }
      if (name !== 'queryGenerationResult') return undefined;
      const age = created === 0 ? 0 : now - created;
      const [, answer] = told.find(([untilMs]) => age < untilMs) ?? told.at(-1) ?? [0, {}];
      return Response.json({ success: true, ...answer });
    },
  });
  return bench;
}

const obtain = (request: Partial<JobRequest> = PICTURE, ports = {}): Promise<JobOutcome> =>
  bench.clock.run(bench.engine(ports).obtain(modelRequest(request)));
const codeOf = ({ variants }: JobOutcome): unknown => {
  const [first] = variants;
  return first?.status === 'failed' ? (first.error as { code?: string }).code : first?.status;
};
const warnings = (code: string): string[] =>
  bench.events.flatMap((each) =>
    each.type === 'warning' && each.code === code ? [each.message] : [],
  );

describe('a failure that is told shortly after a create', () => {
  it.each<[name: string, answer: Told]>([
    ['success false, failed', { success: false, data: data('failed') }],
    ['failed, of no type', { data: data('failed') }],
    ['failed, of another UUID', { data: { ...data('failed', null, 'image'), uuid: 'x' } }],
    ['success false, no data', { success: false, message: 'no such uuid' }],
    ['success false, error', { success: false, data: data('error') }],
  ])('is no failure yet: %s', async (_name, answer) => {
    await open([
      [45_000, answer],
      [Infinity, { data: data('completed', FILE) }],
    ]);
    expect(codeOf(await obtain())).toBe('done');
    expect(bench.service.counts.get('createNormalPicture')).toBe(1);
  });

  it('and for the whole of the grace is one', async () => {
    await open([[Infinity, { success: false, data: data('failed') }]]);
    const started = bench.clock.now();
    expect(codeOf(await obtain())).toBe('ASSETGEN_JOB_FAILED');
    expect(bench.clock.now() - started).toBeGreaterThanOrEqual(60_000);
    expect(bench.clock.now() - started).toBeLessThan(120_000);
  });

  it.each(['failed', 'error', 'cancelled', 'canceled', 'expired', 'Rejected', 'timed out'])(
    'of a job that the service shows to know ends with the second answer: %s',
    async (state) => {
      await open([[Infinity, { data: data(state, null, 'image') }]]);
      const started = bench.clock.now();
      expect(codeOf(await obtain())).toBe('ASSETGEN_JOB_FAILED');
      expect(bench.clock.now() - started).toBeLessThan(15_000);
    },
  );

  it('ends at once for a job that was accepted long ago', async () => {
    await open([
      [600_000, { data: data('processing') }],
      [Infinity, { success: false, data: data('failed') }],
    ]);
    const started = bench.clock.now();
    expect(codeOf(await obtain())).toBe('ASSETGEN_JOB_FAILED');
    expect(bench.clock.now() - started).toBeLessThan(660_000);
  });
});

describe('a state that the specification does not know', () => {
  it('with an address is taken when it says so a second time', async () => {
    await open([
      [5_000, { data: data('queued') }],
      [Infinity, { data: data('succeeded', FILE) }],
    ]);
    expect(codeOf(await obtain())).toBe('done');
    expect(bench.service.counts.get('queryGenerationResult')).toBeGreaterThanOrEqual(3);
    expect(warnings('ASSETGEN_STATE')).toEqual([
      'dragon: p-1 is in state `succeeded`, which is not in the specification',
    ]);
  });

  it('without one is told at once, in progress, and at the deadline', async () => {
    await open([[Infinity, { data: data('thinking') }]]);
    await expect(obtain(PICTURE, { jobTimeoutMs: 300_000 })).rejects.toMatchObject({
      code: 'ASSETGEN_JOB_TIMEOUT',
      message: expect.stringContaining('state `thinking`, which is not in the specification'),
    });
    expect(warnings('ASSETGEN_STATE')).toHaveLength(1);
    expect(bench.events).toContainEqual(
      expect.objectContaining({
        type: 'progress',
        status: 'state `thinking`, which is not in the specification',
      }),
    );
  });

  it('of a model, a codeStatus, is treated the same', async () => {
    bench = await workbench({
      fault: (name) =>
        name === 'retrieveModel'
          ? Response.json({ codeStatus: 2, message: '', modelUrl: FILE })
          : undefined,
    });
    const outcome = await bench.clock.run(bench.engine().obtain(modelRequest()));
    expect(codeOf(outcome)).toBe('done');
    expect(warnings('ASSETGEN_STATE')[0]).toContain(
      'codeStatus 2, which is not in the specification',
    );
    expect(bench.service.counts.get('retrieveModel')).toBe(2);
  });
});

describe('images of group V1', () => {
  const UNKNOWN = { success: false, data: data('failed'), message: 'no such uuid' };
  const other = { ...V1, asset: 'knight', fingerprint: 'e'.repeat(64) as Fingerprint };

  it('an id that the query does not know for minutes is kept and asked for', async () => {
    await open([
      [400_000, UNKNOWN],
      [Infinity, { data: data('completed', FILE) }],
    ]);
    expect(codeOf(await obtain(V1))).toBe('done');
    expect(warnings('ASSETGEN_NO_QUERY').join()).toContain('does not know it; the ID is kept');
  });

  it('an id that it never knows has not failed; the next run asks again, and buys nothing', async () => {
    const { clock, service } = await open([[Infinity, UNKNOWN]]);
    const engine = bench.engine();
    const both = await clock.run(
      Promise.allSettled([
        engine.obtain(modelRequest(V1)),
        // Second, whatever its disk does.
        clock.sleep(500).then(() => engine.obtain(modelRequest(other))),
      ]),
    );
    expect(both[0]).toMatchObject({
      value: { variants: [{ error: { code: 'ASSETGEN_JOB_UNKNOWN', uuids: ['p-1'] } }] },
    });
    // The second was not bought: its result could not have been had.
    expect(both[1]).toMatchObject({
      reason: { code: 'ASSETGEN_NO_QUERY', message: expect.stringContaining('p-1') },
    });
    expect(service.counts.get('generations')).toBe(1);
    expect(codeOf(await obtain(V1))).toBe('ASSETGEN_JOB_UNKNOWN');
    expect(service.counts.get('generations')).toBe(1);
  });

  it('the first goes alone until a query knows it; then all go', async () => {
    const { clock, service } = await open([
      [10_000, { data: data('queued') }],
      [Infinity, { data: data('completed', FILE) }],
    ]);
    const engine = bench.engine();
    const all = await clock.run(
      Promise.all([engine.obtain(modelRequest(V1)), engine.obtain(modelRequest(other))]),
    );
    expect(all.map(codeOf)).toEqual(['done', 'done']);
    expect(service.counts.get('generations')).toBe(2);
    expect(warnings('ASSETGEN_NO_QUERY')).toHaveLength(1);
  });

  it('a service without the query is told before anything is bought', async () => {
    bench = await workbench({
      fault: (name) =>
        name === 'queryGenerationResult'
          ? new Response('Cannot POST /api/queryGenerationResult', { status: 404 })
          : undefined,
    });
    await expect(obtain(V1)).rejects.toMatchObject({ code: 'ASSETGEN_NO_QUERY' });
    expect(bench.service.counts.has('generations')).toBe(false);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import type { Fault } from '../testing/fake-service.ts';
import { modelRequest, workbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
afterEach(() => bench.close());

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from(`\0\0\0\x1cIDAT${'\0'.repeat(32)}`, 'latin1'),
  Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1'),
]);
const image = new Blob([png], { type: 'image/png' });

async function open(fault: Fault): Promise<Workbench> {
  bench = await workbench({
    fault: (name, count) => (name === 'file' ? new Response(png) : fault(name, count)),
  });
  return bench;
}
const result = (status: string, resultUrl: string | null): Response =>
  Response.json({ success: true, data: { uuid: 'x', status, resultType: 'image', resultUrl } });
const FILE = 'http://assetgen.local/files/x';

describe('creates of the other operations', () => {
  it('pictures: fewer jobs than asked for are told', async () => {
    await open((name) =>
      name === 'createNormalPicture'
        ? Response.json({
            success: true,
            data: { pointsDeducted: 6, queueStatus: 'queued', jobNum: 2, uuids: ['p-1', 'p-2'] },
          })
        : name === 'queryGenerationResult'
          ? result('completed', FILE)
          : undefined,
    );
    const outcome = await bench.clock.run(
      bench.engine().obtain(
        modelRequest({
          create: { operation: 'createNormalPicture', input: { prompt: 'x', jobNum: 4 } },
          result: 'image',
        }),
      ),
    );
    expect(outcome).toMatchObject({
      points: 6,
      variants: [{ status: 'done' }, { status: 'done' }],
    });
    expect(bench.events).toContainEqual(
      expect.objectContaining({ type: 'warning', message: 'the service accepted 2 of 4 jobs' }),
    );
  });

  it('group V1: tasks are asked for by their ids, and an id that is not known is kept', async () => {
    await open((name, count) =>
      name === 'generations'
        ? Response.json(
            {
              object: 'list',
              data: [{ id: 't-1', object: 'task', status: 'queued' }],
              usage: { credits: 3 },
            },
            { status: 202 },
          )
        : name === 'queryGenerationResult'
          ? count > 1
            ? Response.json({ success: false, data: {}, message: 'no such uuid' })
            : result('queued', null)
          : undefined,
    );
    const outcome = await bench.clock.run(
      bench.engine().obtain(
        modelRequest({
          create: { operation: 'generateImages', input: { model: 'a/b', prompt: 'x' } },
          result: 'image',
        }),
      ),
    );
    expect(outcome).toMatchObject({
      points: 3,
      variants: [{ status: 'failed', uuid: 't-1', error: { code: 'ASSETGEN_JOB_UNKNOWN' } }],
    });
  });

  it('chibi: results are grouped by input, a refused one is empty, and the balance tells the price', async () => {
    await open((name) => {
      if (name === 'createCuteModelsFromImages') {
        bench.service.balance -= 30;
      }
      return name === 'createCuteModelsFromImages'
        ? Response.json({
            success: true,
            totalFiles: 2,
            successCount: 1,
            failureCount: 1,
            results: [
              { uuids: [], success: false, message: 'no face' },
              { uuids: ['c-1'], success: true, message: 'ok' },
            ],
            failures: [{ anything: true }],
            message: '1 of 2',
          })
        : name === 'queryGenerationResult'
          ? result('completed', FILE)
          : undefined;
    });
    const request = modelRequest({
      create: {
        operation: 'createCuteModelsFromImages',
        input: { images: [image, image], styleType: 'soft' },
      },
      result: 'image',
    });
    for (const submitted of [true, false]) {
      const outcome = await bench.clock.run(bench.engine().obtain(request));
      expect(outcome).toMatchObject({
        submitted,
        points: 30,
        members: [
          { uuid: null, reason: 'no face' },
          { uuid: 'c-1', reason: null },
        ],
      });
    }
    expect(bench.settled).toEqual([30]);
  });

  it('what another project bought is taken, not bought', async () => {
    await open((name) =>
      name === 'retrieveModel' || name === 'queryGenerationResult'
        ? result('completed', FILE)
        : undefined,
    );
    const engine = bench.engine({ recall: async () => ({ uuids: ['known-1'] }) });
    const fingerprint = 'a'.repeat(64) as Fingerprint;
    const outcome = await bench.clock.run(
      engine.obtain(modelRequest({ fingerprint, result: 'image' })),
    );
    expect(outcome).toMatchObject({ submitted: false, variants: [{ uuid: 'known-1' }] });
    expect(bench.creates()).toBe(0);
  });
});

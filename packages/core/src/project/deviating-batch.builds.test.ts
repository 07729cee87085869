import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { EnsureResult } from '../run/ensure-options.ts';
import { scriptedService } from '../testing/scripted-service.ts';
import type { Answer, ScriptedService } from '../testing/scripted-service.ts';
import { sampleGlb } from '../testing/sample-glb.ts';
import { openProjectTools } from './open-project-tools.ts';

const A = '11111111-0000-4000-8000-000000000001';
const B = '11111111-0000-4000-8000-000000000002';
const C = '11111111-0000-4000-8000-000000000003';

let service: ScriptedService;
afterEach(() => service.close());

const TEAM = { kind: 'chibi', style: 'soft', images: ['./ann.png', './bob.png'] };

interface Setup {
  readonly batch: () => unknown;
  readonly retrieve?: (uuid: string) => object;
}

/** A project of one chibi, and a service that answers its batch. */
async function project({ batch, retrieve }: Setup) {
  const { glb } = await sampleGlb(4);
  const done = (uuid: string): object => ({
    codeStatus: 0,
    message: '',
    modelUrl: `${service.url}/files/${uuid}?sig=secret`,
  });
  const answers: Record<string, Answer> = {
    createCuteModelsFromImages: () => Response.json(batch()),
    retrieveModel: ({ body }) => {
      const { uuid } = JSON.parse(body) as { uuid: string };
      return Response.json((retrieve ?? done)(uuid));
    },
    file: () => new Response(Buffer.from(glb)),
  };
  service = await scriptedService(answers);
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'batch-')));
  for (const [name, background] of Object.entries({ ann: 'red', bob: 'green', cat: 'blue' })) {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background } });
    await image.png().toFile(path.join(root, `${name}.png`));
  }
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'a key',
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
  };
  return {
    root,
    creates: () => service.counts.get('createCuteModelsFromImages') ?? 0,
    async build(
      team: object = TEAM,
      mode: 'generate' | 'frozen' = 'generate',
    ): Promise<EnsureResult> {
      await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: { team } }));
      const opened = openProjectTools({ root, command: 'build' }, env);
      try {
        return await opened.ensure({ mode });
      } finally {
        await opened.close();
      }
    },
    async lock() {
      const text = await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8').catch(
        () => null,
      );
      return text === null ? null : (JSON.parse(text) as { assets: { team?: object } }).assets.team;
    },
  };
}

const files = ({ view }: EnsureResult): string[] => view.files.map(({ name }) => name).sort();

describe('a batch of which a part failed', () => {
  const partly = {
    success: true,
    totalFiles: 2,
    successCount: 1,
    failureCount: 1,
    results: [
      { uuids: [], success: false, message: 'no face\u001b[31m' },
      { uuids: [A], success: true, message: 'ok' },
    ],
    failures: [{ any: 'shape' }],
    message: '1 of 2',
  };

  it('yields the others, tells the reason, and is not bought again without the failed image', async () => {
    const { build, creates, lock } = await project({ batch: () => partly });
    const first = await build();
    expect(first.report).toMatchObject({
      ok: false,
      errors: [
        {
          code: 'ASSETGEN_JOB_FAILED',
          message: expect.stringContaining('figure 1 "ann" failed at the service (no face'),
          hint: expect.stringMatching(/take its image out of "images"/i),
        },
      ],
    });
    expect(first.report.errors[0]?.hint).not.toContain('pick');
    expect(files(first)).toEqual(['team/bob.glb']);
    expect(first.view.resolve('@gen/team/bob.glb')).toMatchObject({ type: 'file' });
    expect(() => first.view.resolve('@gen/team')).toThrow('was not made');
    expect(await lock()).toMatchObject({
      jobs: [{ uuids: [A] }],
      variants: [{ failed: true, reason: expect.stringContaining('no face') }, { uuid: A }],
    });

    const again = await build();
    expect(files(again)).toEqual(['team/bob.glb']);
    expect(again.report.errors[0]?.message).toContain('no face');

    const fewer = await build({ ...TEAM, images: ['./bob.png'] });
    expect(fewer.report).toMatchObject({ ok: true, generated: 0, points: 0 });
    expect(files(fewer)).toEqual(['team/bob.glb']);
    expect((await build({ ...TEAM, images: ['./bob.png'] }, 'frozen')).report.ok).toBe(true);

    const back = await build();
    expect(back.report.errors[0]?.message).toContain('no face');
    expect(creates()).toBe(1);
  });

  it('keeps and asks for a UUID that it says has failed', async () => {
    const results = [{ uuids: [A], success: 'false', message: 'timed out' }, { uuids: [B] }];
    const { build, creates } = await project({ batch: () => ({ success: true, results }) });
    const { report } = await build();
    expect(report).toMatchObject({ ok: true, generated: 1 });
    expect(creates()).toBe(1);
  });

  it('tells the reason where the failed UUID gives nothing', async () => {
    const results = [{ uuids: [A], success: false, message: 'timed out' }, { uuids: [B] }];
    const { build, creates, lock } = await project({
      batch: () => ({ success: true, results }),
      retrieve: (uuid) =>
        uuid === A
          ? { codeStatus: -3, message: 'failed' }
          : { codeStatus: 0, message: '', modelUrl: `${service.url}/files/${uuid}` },
    });
    const first = await build();
    expect(first.report.errors[0]?.message).toContain('"ann" failed at the service (timed out)');
    expect(files(first)).toEqual(['team/bob.glb']);
    expect(await lock()).toMatchObject({ jobs: [{ uuids: [A, B] }] });
    expect(creates()).toBe(1);
  });
});

describe('a batch whose results do not tell which figure is whose', () => {
  const BODIES: Readonly<Record<string, unknown>> = {
    'fewer results than images': { success: true, results: [{ uuids: [A], success: true }] },
    'more results than images': { results: [{ uuids: [A] }, { uuids: [B] }, { uuids: [C] }] },
    'several UUIDs in one element': { results: [{ uuids: [A, B] }, { uuids: [C] }] },
    'one element that holds all': { results: [{ uuids: [A, B] }] },
    'UUIDs beside the results': { success: true, uuids: [A, B] },
    'one UUID twice': { results: [{ uuids: [A] }, { uuids: [A] }] },
    'a UUID that no result names': { uuids: [A, B, C], results: [{ uuids: [A] }, { uuids: [B] }] },
  };

  it.each(Object.entries(BODIES))(
    '%s: told, nothing locked, nothing bought again',
    async (_n, body) => {
      const { build, creates, lock } = await project({ batch: () => body });
      for (let run = 0; run < 2; run += 1) {
        const { report, view } = await build();
        expect(report.errors).toMatchObject([
          {
            code: 'ASSETGEN_BATCH',
            message: expect.stringContaining(A),
            hint: expect.stringContaining('"uuid"'),
          },
        ]);
        expect(view.files).toEqual([]);
      }
      expect((await lock()) ?? undefined).toBeUndefined();
      expect(creates()).toBe(1);
    },
  );

  it('a person matches them by "uuid"', async () => {
    const { build, creates, lock } = await project({
      batch: () => ({ results: [{ uuids: [A, B] }] }),
    });
    await build();
    const { report, view } = await build({ ...TEAM, uuid: [B, A] });
    expect(report).toMatchObject({ ok: true, downloaded: 1, points: 0 });
    expect(view.files).toHaveLength(2);
    expect(await lock()).toMatchObject({ jobs: [], variants: [{ uuid: B }, { uuid: A }] });
    expect(creates()).toBe(1);
  });
});

it('a batch of which all failed is a failure with its messages, not a doubt', async () => {
  const results = [
    { uuids: [], success: false, message: 'no face' },
    { uuids: [], success: false, message: 'too small' },
  ];
  const { build } = await project({ batch: () => ({ success: false, results }) });
  const { report } = await build();
  expect(report.errors).toMatchObject([
    { code: 'ASSETGEN_REJECTED', message: expect.stringContaining('no face; too small') },
  ]);
});

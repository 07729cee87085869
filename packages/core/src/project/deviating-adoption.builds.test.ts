import { mkdtemp, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import type { AssetgenOptions } from '../config/assetgen-options.ts';
import { scriptedService } from '../testing/scripted-service.ts';
import type { ScriptedService } from '../testing/scripted-service.ts';
import { sampleGlb } from '../testing/sample-glb.ts';
import { openProjectTools } from './open-project-tools.ts';

const A = '11111111-0000-4000-8000-000000000001';
const B = '11111111-0000-4000-8000-000000000002';
const KEY = 'the-key-of-the-account';
const PROMPT = 'a hero with "quotes"';

let service: ScriptedService;
afterEach(() => service.close());

async function project(create: string, body: unknown, codeStatus: () => number = () => 0) {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { glb } = await sampleGlb(4);
  const url = (): string => `${service.url}/files/x?sig=secret`;
  service = await scriptedService({
    [create]: () => Response.json(body, { status: create === 'generations' ? 202 : 200 }),
    queryGenerationResult: () =>
      Response.json({
        success: true,
        data: { uuid: A, status: 'completed', resultType: 'image', resultUrl: url() },
      }),
    retrieveModel: () =>
      Response.json({ codeStatus: codeStatus(), message: 'overheated', modelUrl: url() }),
    file: () => new Response(create.includes('Model') ? Buffer.from(glb) : png),
  });
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'adoption-')));
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: KEY,
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
  };
  return {
    root,
    async build(hero: object, others: object = {}, options: AssetgenOptions = {}) {
      const assets = { hero, ...others };
      await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
      const opened = openProjectTools({ root, command: 'build', options }, env);
      try {
        return (await opened.ensure({ mode: 'generate' })).report;
      } finally {
        await opened.close();
      }
    },
    async journal() {
      const folder = path.join(root, '.assetgen/journal');
      const files = await readdir(folder);
      const texts = await Promise.all(
        files.map((file) => readFile(path.join(folder, file), 'utf8')),
      );
      return texts.join('\n');
    },
  };
}

const UNREADABLE = {
  job: { reference: A, echo: PROMPT, accessToken: 'very-secret' },
  note: `see http://files.example/x?X-Signature=the-signature and Bearer ${KEY}`,
};

it.each<[create: string, entry: object]>([
  ['createNormalPicture', { kind: 'image', prompt: PROMPT }],
  ['generations', { kind: 'image', prompt: PROMPT, model: 'a/b', aspectRatio: '21:9' }],
  ['generateModelWithText', { kind: 'model', prompt: PROMPT }],
])(
  '%s: what cannot be read is kept, shown in every run, and taken by "uuid"',
  async (create, entry) => {
    const { build, journal } = await project(create, UNREADABLE);
    for (let run = 0; run < 2; run += 1) {
      const report = await build(entry);
      expect(report.errors).toMatchObject([
        {
          code: 'ASSETGEN_AMBIGUOUS',
          message: expect.stringContaining(A),
          hint: expect.stringContaining(`write "uuid": "${A}" in place of "prompt"`),
        },
      ]);
    }
    const kept = await journal();
    expect(kept).toContain(A);
    expect(kept).toContain('files.example');
    for (const secret of ['very-secret', 'the-signature', KEY, 'a hero'])
      expect(kept).not.toContain(secret);

    const { prompt: _prompt, ...others } = entry as { prompt: string };
    const adopted = await build({ ...others, uuid: A });
    expect(adopted).toMatchObject({ ok: true, downloaded: 1, generated: 0, points: 0 });
    expect(await build({ ...others, uuid: A })).toMatchObject({ ok: true, cached: 1 });
    expect(service.counts.get(create)).toBe(1);
  },
);

it('a list gives variants, of which one is picked; nothing is bought', async () => {
  const { build, root } = await project('createNormalPicture', UNREADABLE);
  expect(await build({ kind: 'image', uuid: [A, B], pick: 2 })).toMatchObject({ ok: true });
  const lock = JSON.parse(await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8'));
  expect(lock.assets.hero).toMatchObject({ jobs: [], variants: [{ uuid: A }, { uuid: B }] });
  expect(service.counts.has('createNormalPicture')).toBe(false);
});

it('a job that was told as failed, and has a result later, is taken by a later run', async () => {
  let code = -3;
  const accepted = { uuids: [A], pointsDeducted: 20 };
  const { build } = await project('generateModelWithText', accepted, () => code);
  const entry = { kind: 'model', prompt: PROMPT };
  expect((await build(entry)).errors).toMatchObject([
    { code: 'ASSETGEN_JOB_FAILED', message: expect.stringContaining('overheated') },
  ]);
  expect((await build(entry)).errors).toMatchObject([{ code: 'ASSETGEN_JOB_FAILED' }]);
  code = 0;
  expect(await build(entry)).toMatchObject({ ok: true, points: 0 });
  expect(await build(entry)).toMatchObject({ ok: true, cached: 1 });
  expect(service.counts.get('generateModelWithText')).toBe(1);
});

it.each([-5, Number.NaN, 1e12, 'many', null, 2.5])(
  'points of %s are unknown all the way',
  async (told) => {
    const accepted = { uuids: [A], pointsDeducted: told };
    const { build, root } = await project('generateModelWithText', accepted);
    expect(await build({ kind: 'model', prompt: PROMPT })).toMatchObject({
      ok: true,
      points: null,
    });
    const lock = JSON.parse(await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8'));
    expect(lock.assets.hero.jobs).toMatchObject([{ points: null }]);
  },
);

it('points below 0 give a budget nothing back: the next create is not let go', async () => {
  const accepted = { uuids: [A], pointsDeducted: -1000 };
  const { build } = await project('generateModelWithText', accepted);
  const entry = { kind: 'model', prompt: PROMPT };
  const report = await build(entry, { knight: { ...entry, prompt: 'a knight' } }, { budget: 50 });
  expect(report).toMatchObject({ ok: false, points: null, errors: [{ code: 'ASSETGEN_BUDGET' }] });
  expect(service.counts.get('generateModelWithText')).toBe(1);
});

import { mkdtemp, readdir, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedService } from '../testing/scripted-service.ts';
import type { ScriptedService } from '../testing/scripted-service.ts';
import { openProjectTools } from './open-project-tools.ts';

const UUID = '11111111-0000-4000-8000-000000000001';

let service: ScriptedService;
let root: string;
let creates: number;
beforeEach(async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  creates = 0;
  service = await scriptedService({
    createNormalPicture: () => {
      creates += 1;
      return Response.json({ success: true, uuids: [UUID], pointsDeducted: 2 });
    },
    queryGenerationResult: () =>
      Response.json({
        success: true,
        data: {
          uuid: UUID,
          status: 'completed',
          resultType: 'image',
          resultUrl: `${service.url}/files/x`,
        },
      }),
    file: () => new Response(png),
  });
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'damaged-')));
  const assets = { hero: { kind: 'image', prompt: 'a hero' } };
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
});
afterEach(() => service.close());

async function build(resubmit?: readonly string[]) {
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'the-key-of-the-account',
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
  };
  const opened = openProjectTools({ root, command: 'build', options: {} }, env);
  try {
    return (await opened.ensure({ mode: 'generate', ...(resubmit ? { resubmit } : {}) })).report;
  } finally {
    await opened.close();
  }
}

async function journals(): Promise<string[]> {
  const all = await readdir(root, { recursive: true });
  return all.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(root, name));
}

/** Both copies lose their ends. */
async function damage(): Promise<void> {
  const files = await journals();
  expect(files).toHaveLength(2);
  for (const file of files) await truncate(file, Math.floor((await stat(file)).size / 2));
}

const RECORD = '.assetgen/purchases.ndjson';

const forget = (...names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => rm(path.join(root, name), { recursive: true, force: true })));

it('nobody else knows: a doubt that names the journal, once more only when a person says so', async () => {
  expect(await build()).toMatchObject({ ok: true });
  await damage();
  await forget('assets.gen.lock.json', 'cache/v1/index', '.assetgen/files', RECORD);
  const [error] = (await build()).errors;
  expect(error).toMatchObject({
    code: 'ASSETGEN_AMBIGUOUS',
    message: expect.stringMatching(/journal of paid submissions is damaged \(.*\.jsonl\)/),
  });
  expect(creates).toBe(1);
  expect(await build(['hero'])).toMatchObject({ ok: true });
  expect(await build()).toMatchObject({ ok: true });
  expect(creates).toBe(2);
});

it('the index of this machine knows the result: it is taken', async () => {
  await build();
  await damage();
  await forget('assets.gen.lock.json', '.assetgen/files');
  expect(await build()).toMatchObject({ ok: true });
  expect(creates).toBe(1);
});

it('the record of the project knows the result: it is taken', async () => {
  await build();
  await damage();
  await forget('assets.gen.lock.json', 'cache', '.assetgen/files');
  expect(await build()).toMatchObject({ ok: true });
  expect(creates).toBe(1);
});

it('the lock knows the result: no journal is asked', async () => {
  await build();
  await damage();
  await forget('cache/v1/index', '.assetgen/files');
  expect(await build()).toMatchObject({ ok: true });
  expect(creates).toBe(1);
});

it('both copies are gone: lock and index know what was bought', async () => {
  await build();
  for (const file of await journals()) await rm(file);
  await forget('assets.gen.lock.json', '.assetgen/files');
  expect(await build()).toMatchObject({ ok: true });
  await forget('cache/v1/index');
  expect(await build()).toMatchObject({ ok: true });
  expect(creates).toBe(1);
});

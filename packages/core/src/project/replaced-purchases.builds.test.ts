import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedService } from '../testing/scripted-service.ts';
import type { ScriptedService } from '../testing/scripted-service.ts';
import { openProjectTools } from './open-project-tools.ts';

const HILL = { kind: 'image', prompt: 'a hill' };
const LAKE = { kind: 'image', prompt: 'a lake' };

let service: ScriptedService;
let root: string;
beforeEach(async () => {
  const png = await Promise.all(
    ['white', 'red', 'lime', 'blue', 'black'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  service = await scriptedService({
    createNormalPicture: ({ count }) => {
      const uuids = [`11111111-0000-4000-8000-00000000000${count}`];
      return Response.json({ success: true, data: { pointsDeducted: 4, jobNum: 1, uuids } });
    },
    queryGenerationResult: ({ body }) => {
      const { uuid } = JSON.parse(body) as { uuid: string };
      const resultUrl = `${service.url}/files/${uuid}.png`;
      const data = { uuid, status: 'completed', resultType: 'image', resultUrl };
      return Response.json({ success: true, data });
    },
    // Each result is another picture.
    file: ({ url }) => new Response(png[Number(url.at(-5))]),
  });
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'replaced-')));
});
afterEach(async () => {
  await service.close();
  await rm(root, { recursive: true });
});

async function build(assets: object) {
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'the-key-of-the-account',
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
  };
  const tools = openProjectTools({ root, command: 'build' }, env);
  try {
    return (await tools.ensure({ mode: 'generate' })).report;
  } finally {
    await tools.close();
  }
}

/** What git leaves out: the lock is all that a clone knows. */
async function cloneFresh(): Promise<void> {
  await rm(path.join(root, '.assetgen'), { recursive: true });
  await rm(path.join(root, 'cache'), { recursive: true });
}

const creates = (): number => service.counts.get('createNormalPicture') ?? 0;

it.each<[string, object, number]>([
  ['words that are changed and changed back', { hero: LAKE }, 2],
  ['a reroll that is taken back', { hero: { ...HILL, revision: 1 } }, 2],
  ['an asset that is removed and added again', {}, 1],
])('a fresh clone buys nothing again for %s', async (_name, meanwhile, bought) => {
  await build({ hero: HILL });
  await cloneFresh();
  expect(await build(meanwhile)).toMatchObject({ ok: true });
  expect(await build({ hero: HILL })).toMatchObject({ ok: true, points: 0, generated: 0 });
  expect(creates()).toBe(bought);
});

it('nor an asset whose dependency is rerolled, and back', async () => {
  const sketch = { kind: 'image', prompt: 'a sketch', references: [{ asset: 'hero' }] };
  await build({ hero: HILL, sketch });
  await cloneFresh();
  await build({ hero: { ...HILL, revision: 1 }, sketch });
  expect(creates()).toBe(4);
  expect(await build({ hero: HILL, sketch })).toMatchObject({ ok: true, points: 0 });
  expect(creates()).toBe(4);
});

it('a purchase that a torn line hides is not lost', async () => {
  await build({ hero: HILL });
  await cloneFresh();
  await build({ other: LAKE, hero: HILL });
  await appendFile(path.join(root, '.assetgen/purchases.ndjson'), '{"asset":"he');
  await build({ other: LAKE });
  await rm(path.join(root, 'cache'), { recursive: true });
  expect(await build({ hero: HILL, other: LAKE })).toMatchObject({ ok: true, points: 0 });
  expect(creates()).toBe(2);
});

it('a lock tells the other projects of a machine nothing', async () => {
  await build({ hero: HILL });
  await cloneFresh();
  await build({});
  await rm(path.join(root, '.assetgen'), { recursive: true });
  await build({ hero: HILL });
  expect(creates()).toBe(2);
});

it('what the cache knows is not written down again', async () => {
  await build({ hero: HILL });
  await rm(path.join(root, '.assetgen'), { recursive: true });
  await build({});
  expect(existsSync(path.join(root, '.assetgen/purchases.ndjson'))).toBe(false);
});

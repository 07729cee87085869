import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CommandResult } from '../support/command.ts';
import type { CountedService, Intercept } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

const open: CountedService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(
  options: Parameters<typeof startCountedService>[0],
  intercept?: Intercept,
): Promise<CountedService> {
  const service = await startCountedService({ key: 'secret-key', ...options }, intercept);
  open.push(service);
  return service;
}

async function build(
  service: { readonly url: string },
  args: readonly string[] = [],
  given: { root?: string; cache?: string; key?: string } = {},
): Promise<CommandResult & { readonly root: string; readonly cache: string }> {
  const root = given.root ?? (await createProject(HERO));
  const cache = given.cache ?? (await mkdtemp(path.join(tmpdir(), 'cache-')));
  const result = await runCommand(root, ['build', ...args], {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: given.key ?? 'secret-key',
    ASSETGEN_CACHE_DIR: cache,
  });
  expect(result.stderr + result.stdout).not.toMatch(/secret-key|\n\s+at .*:\d+:\d+/);
  return { ...result, root, cache };
}

async function outputs(root: string): Promise<string[]> {
  return readdir(path.join(root, '.assetgen/files')).catch(() => []);
}

const isCreate = (request: Request): boolean => request.url.includes('/api/createNormalPicture');

test('a manifest with mistakes: all of them at once, with place and nearest key, exit 2', async () => {
  const root = await createProject(
    `{
  "assets": {
    "hero": { "kind": "image", "promt": "a mill" },
    "crate": { "kind": "modle", "prompt": "a crate" },
    "clip": { "kind": "video", "prompt": "waves", "duration": 40 }
  }
}`,
  );
  const result = await runCommand(root, ['build']);
  expect(result.code).toBe(2);
  expect(result.stderr.split('\n').slice(0, 4)).toEqual([
    'ASSETGEN_MANIFEST 3 problems',
    '  assets.gen.json:3:32 assets.hero.promt: unknown key. Did you mean "prompt"?',
    '  assets.gen.json:4:24 assets.crate.kind: expected one of "model", "image", "video", "chibi", found "modle". Did you mean "model"?',
    '  assets.gen.json:5:63 assets.clip.duration: expected an integer from 4 to 15, found 40',
  ]);
  const json = await runCommand(root, ['build', '--json']);
  expect(json.json()).toMatchObject({ ok: false, errors: [{ code: 'ASSETGEN_MANIFEST' }] });
});

test('no manifest: what to run, exit 2', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'empty-'));
  const result = await runCommand(root, ['build']);
  expect(result).toMatchObject({ code: 2 });
  expect(result.stderr).toContain('assetgen init');
});

test('a service that cannot be reached: told, exit 1, and nothing is bought later twice', async () => {
  const result = await build({ url: 'http://127.0.0.1:1' });
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('ASSETGEN_UNREACHABLE');
  expect(await outputs(result.root)).toEqual([]);
  const service = await start({});
  expect((await build(service, [], result)).code).toBe(0);
  expect(service.creates()).toBe(1);
});

test('a wrong key: told with the variable to set, exit 1', async () => {
  const service = await start({});
  const result = await build(service, [], { key: 'wrong-key' });
  expect(result.stderr).toContain('ASSETGEN_AUTH');
  expect(result.stderr).toContain('ASSETGEN_API_KEY');
  expect(result.stderr).not.toContain('wrong-key');
  expect(result.code).toBe(1);
});

test('too few points: exit 4, and no further create goes out', async () => {
  const service = await start({ points: 5 });
  const root = await createProject({
    assets: Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [name, { kind: 'image', prompt: `a ${name}` }]),
    ),
  });
  const result = await build(service, ['--concurrency', '1'], { root });
  expect(result.code).toBe(4);
  expect(result.stderr).toContain('ASSETGEN_POINTS');
  expect(service.creates()).toBe(2);
});

test('a budget that does not suffice: exit 4 before a create goes out', async () => {
  const service = await start({});
  const result = await build(service, ['--budget', '0']);
  expect(result.code).toBe(4);
  expect(result.stderr).toContain('ASSETGEN_BUDGET');
  expect(service.creates()).toBe(0);
});

test('a job that fails: exit 1, named; a second build does not buy it again', async () => {
  const service = await start({}, async (request) =>
    request.url.includes('queryGenerationResult')
      ? Response.json({
          success: true,
          data: { uuid: 'x', status: 'failed', resultType: null, resultUrl: null },
        })
      : null,
  );
  const first = await build(service);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain('ASSETGEN_JOB_FAILED');
  expect(first.stderr).toContain('assetgen reroll hero');
  expect((await build(service, [], first)).code).toBe(1);
  expect(service.creates()).toBe(1);
});

test('a file that is not what it claims: refused, nothing half-written, nothing bought again', async () => {
  let lie = true;
  const service = await start({}, async (request, pass) => {
    if (request.method !== 'GET' || !lie) return null;
    const answer = await pass();
    return new Response('<html>Bad gateway</html>', { status: 200, headers: answer.headers });
  });
  const first = await build(service);
  expect(first.code).toBe(1);
  expect(first.stderr).toMatch(/ASSETGEN_(?:CONTENT|DOWNLOAD)/);
  expect(await outputs(first.root)).toEqual([]);
  lie = false;
  expect((await build(service, [], first)).code).toBe(0);
  expect(service.creates()).toBe(1);
  expect(await outputs(first.root)).toEqual(['hero.png']);
});

test('an answer that is lost: one create, exit 5 with the balance; --resubmit buys it again', async () => {
  let cut = true;
  const service = await start({}, async (request, pass) => {
    if (!isCreate(request) || !cut) return null;
    await pass();
    return 'cut';
  });
  const first = await build(service);
  expect(first.code).toBe(5);
  expect(first.stderr).toContain('ASSETGEN_AMBIGUOUS');
  expect(first.stderr).toContain('--resubmit hero');
  expect(service.creates()).toBe(1);

  const second = await build(service, [], first);
  expect(second.code).toBe(5);
  expect(service.creates()).toBe(1);

  cut = false;
  const third = await build(service, ['--resubmit', 'hero'], first);
  expect(third.code).toBe(0);
  expect(service.creates()).toBe(2);
  const fourth = await build(service, ['--resubmit', 'hero'], first);
  expect(fourth.code).toBe(0);
  expect(service.creates()).toBe(2);
});

test('bad usage: exit 2 with the nearest command', async () => {
  const root = await createProject(HERO);
  expect(await runCommand(root, ['biuld'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('assetgen build') as string,
  });
  expect((await runCommand(root, ['build', '--fast'])).code).toBe(2);
  expect((await runCommand(root, ['build', '--budget', 'many'])).code).toBe(2);
  expect((await runCommand(root, ['build', '--only', 'her'])).stderr).toContain('"hero"');
});

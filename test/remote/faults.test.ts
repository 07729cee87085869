import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuildReport } from '@assetgen/core';
import { createProject, runCommand } from '../support/command.ts';
import type { CacheFault, FaultyCache } from '../support/faulty-cache.ts';
import { startFaultyCache } from '../support/faulty-cache.ts';
import type { PaidService } from '../support/paid-service.ts';
import { startPaidService } from '../support/paid-service.ts';
import { freePort } from '../support/server-process.ts';

const NAMES = ['crate', 'lamp', 'stool', 'table'];
const MANIFEST = {
  assets: Object.fromEntries(
    NAMES.map((name) => [name, { kind: 'image', prompt: `a ${name}`, outputs: ['png'] }]),
  ),
};
const SECRET = `ed25519-secret:${randomBytes(32).toString('base64url')}`;
const PASSWORD = 'the-password-of-the-cache';

let service: PaidService;
let cache: FaultyCache;
let lock: string;
beforeAll(async () => {
  service = await startPaidService();
  cache = await startFaultyCache();
  const first = await build({});
  expect(first).toMatchObject({ code: 0, report: { generated: 4 } });
  lock = first.lock;
});
afterAll(async () => {
  await cache.close();
  await service.close();
});
beforeEach(() => {
  cache.fault = 'none';
});

const creates = (): number => service.counts.get('createNormalPicture') ?? 0;

async function build(given: { port?: number; env?: Record<string, string>; args?: string[] }) {
  const { port = cache.port, env = {}, args = [] } = given;
  const remote = `http://team:${PASSWORD}@127.0.0.1:${port}`;
  const root = await createProject(MANIFEST, { cache: { remote } });
  const ran = await runCommand(root, ['build', '--json', '--verbose', ...args], {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
    // How long a silent one is waited for is what is looked at.
    ASSETGEN_CACHE_TIMEOUT: undefined,
    ASSETGEN_SIGNING_KEY: SECRET,
    ...env,
  });
  expect(ran.stderr + ran.stdout).not.toContain(PASSWORD);
  const lock = await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8');
  return { ...ran, root, lock, report: ran.json<BuildReport>() };
}

const warningsIn = (stderr: string): string[] => stderr.match(/ASSETGEN_REMOTE\w*/g) ?? [];

describe('a shared cache that does not work costs a warning, never a build', () => {
  test.each<CacheFault | 'refused'>(['refused', '500', '401', 'silent'])('%s', async (fault) => {
    if (fault !== 'refused') cache.fault = fault;
    const before = creates();
    const ran = await build(fault === 'refused' ? { port: await freePort() } : {});
    expect(ran).toMatchObject({ code: 0, report: { ok: true, generated: 4 } });
    expect(creates() - before).toBe(4);
    expect(warningsIn(ran.stderr)).toEqual(['ASSETGEN_REMOTE']);
    expect(ran.report.durationMs).toBeLessThan(40_000);
  });

  test('away for a moment: asked again before anything is bought, and no word of it', async () => {
    cache.fault = 'blink';
    const before = creates();
    const ran = await build({});
    expect(ran).toMatchObject({ code: 0, report: { ok: true, generated: 0, points: 0 } });
    expect(creates()).toBe(before);
    expect(ran.lock).toBe(lock);
    expect(warningsIn(ran.stderr)).toEqual([]);
  });

  test('a login page under 200, read alone: told, and not taken for "nobody has it"', async () => {
    cache.fault = 'login';
    const url = `http://127.0.0.1:${cache.port}?access=read`;
    const ran = await build({ env: { ASSETGEN_REMOTE_CACHE: url } });
    expect(ran).toMatchObject({ code: 0, report: { ok: true, generated: 4 } });
    expect(warningsIn(ran.stderr)).toEqual(['ASSETGEN_REMOTE_UNTRUSTED']);
    expect(ran.stderr).toContain('an entry cannot be read');
  });

  test.each<CacheFault>(['reset', 'short', 'long', 'corrupt', 'gone', 'drip'])(
    'blobs: %s. What was paid for is downloaded by its UUID; nothing is bought',
    async (fault) => {
      cache.fault = fault;
      const before = creates();
      const ran = await build({});
      expect(ran).toMatchObject({ code: 0, report: { ok: true, generated: 0, points: 0 } });
      expect(creates()).toBe(before);
      expect(ran.lock).toBe(lock);
      const warned = warningsIn(ran.stderr);
      // At 1 KB a second what is small may come whole.
      expect(warned.length).toBeLessThanOrEqual(1);
      if (fault !== 'drip') expect(warned).toHaveLength(fault === 'gone' ? 0 : 1);
    },
  );

  test('a key that is not trusted: paid for again rather than believed, told once', async () => {
    const other = `ed25519-secret:${randomBytes(32).toString('base64url')}`;
    const before = creates();
    const held = new Map(cache.held);
    const ran = await build({ env: { ASSETGEN_SIGNING_KEY: other } });
    expect(ran).toMatchObject({ code: 0, report: { generated: 4 } });
    expect(creates() - before).toBe(4);
    expect(warningsIn(ran.stderr)).toEqual(['ASSETGEN_REMOTE_UNTRUSTED']);
    cache.held.clear();
    for (const [name, bytes] of held) cache.held.set(name, bytes);
  });

  describe('uploads survive it', () => {
    /** A build of what nobody has made yet. */
    async function newProject() {
      const assets = Object.fromEntries(
        NAMES.map((name) => [
          name,
          {
            kind: 'image',
            prompt: `a ${name} ${randomBytes(4).toString('hex')}`,
            outputs: ['png'],
          },
        ]),
      );
      const root = await createProject({ assets }, { cache: { remote: cache.url } });
      const env = {
        ASSETGEN_API_URL: service.url,
        ASSETGEN_API_KEY: 'key',
        ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
        ASSETGEN_CACHE_TIMEOUT: undefined,
        ASSETGEN_SIGNING_KEY: SECRET,
      };
      const run = (...args: string[]) => runCommand(root, args, env);
      return { run };
    }
    const entries = (): number =>
      [...cache.held.keys()].filter((key) => key.startsWith('ac/')).length;

    test('a place that is away for some seconds gets all of them in the same run', async () => {
      const before = entries();
      cache.fault = '500';
      const { run } = await newProject();
      const { length } = cache.requests;
      const building = run('build');
      // Its breaker is open by then.
      await expect.poll(() => cache.requests.length - length).toBeGreaterThanOrEqual(4);
      await delay(1_000);
      cache.fault = 'none';
      const ran = await building;
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stderr).not.toContain('ASSETGEN_UNSHARED');
      expect(entries() - before).toBe(4);
    });

    test('what is left is counted and told, and the next run of any kind goes on with it', async () => {
      const before = entries();
      cache.fault = '500';
      const { run } = await newProject();
      const first = await run('build');
      expect(first.code, first.stderr).toBe(0);
      // Their source, each, and the picture that all have.
      expect(first.stderr).toContain('5 of 5 results are not shared: run `assetgen push`');
      expect(entries()).toBe(before);
      const still = await run('build');
      expect(still.stderr).toContain('5 of 5 results are not shared');
      cache.fault = 'none';
      const idle = await run('build');
      expect(idle.stdout).toContain('4 up to date');
      expect(idle.stderr).not.toContain('ASSETGEN_');
      expect(entries() - before).toBe(4);
      const { length } = cache.requests;
      await run('build');
      expect(cache.requests).toHaveLength(length);
    });

    test('assetgen push ends the queue', async () => {
      const before = entries();
      cache.fault = '500';
      const { run } = await newProject();
      await run('build');
      cache.fault = 'none';
      const pushed = await run('push');
      expect(pushed.code, pushed.stderr).toBe(0);
      expect(entries() - before).toBe(4);
      const { length } = cache.requests;
      const idle = await run('build');
      expect(idle.stderr).not.toContain('ASSETGEN_');
      expect(cache.requests).toHaveLength(length);
    });
  });

  test('drafts never go there', async () => {
    const { length } = cache.requests;
    const root = await createProject(MANIFEST, { cache: { remote: cache.url } });
    const ran = await runCommand(root, ['build', '--draft', '--json'], {
      ASSETGEN_SIGNING_KEY: SECRET,
    });
    expect(ran.json()).toMatchObject({ ok: true, drafted: 4 });
    expect(cache.requests).toHaveLength(length);
  });

  test('an up-to-date project asks nobody', async () => {
    const { root } = await build({});
    const { length } = cache.requests;
    cache.fault = 'silent';
    const ran = await runCommand(root, ['build', '--json'], { ASSETGEN_SIGNING_KEY: SECRET });
    expect(ran.json()).toMatchObject({ ok: true, cached: 4 });
    expect(cache.requests).toHaveLength(length);
  });
});

test('a tier whose package is not installed is a mistake of the set-up, which names it', async () => {
  const root = await createProject(MANIFEST, { cache: { remote: 'redis://127.0.0.1:1' } });
  const missing = path.join(import.meta.dirname, '../support/without-redis.mjs');
  const ran = await runCommand(root, ['build', '--json'], {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    NODE_OPTIONS: `--import=${missing}`,
  });
  expect(ran.code).toBe(2);
  expect(ran.json()).toMatchObject({
    errors: [
      {
        code: 'ASSETGEN_REMOTE_PACKAGE',
        message: expect.stringContaining('@keyv/redis'),
        hint: 'Run `npm install --save-dev @keyv/redis`.',
      },
    ],
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';
import { hasNginx, startNginx } from '../support/nginx-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';

interface Engine {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const ENGINES: readonly [string, boolean, () => Promise<Engine>][] = [
  ['redis', hasRedis, () => startRedis()],
  ['nginx', hasNginx, () => startNginx()],
  ['s3', true, () => startS3()],
];
const MANIFEST = {
  assets: {
    crate: { kind: 'image', prompt: 'a crate', outputs: ['png', { format: 'webp', width: 32 }] },
    lamp: { kind: 'image', prompt: 'a lamp', outputs: ['png'] },
  },
};
const signing = { ASSETGEN_SIGNING_KEY: `ed25519-secret:${randomBytes(32).toString('base64url')}` };
const newCache = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));

describe('push', () => {
  let service: CountedService;
  /** A project that was built before there was a shared cache. */
  let root: string;
  let warm: Readonly<Record<string, string>>;
  beforeAll(async () => {
    service = await startCountedService();
    root = await createProject(MANIFEST);
    warm = {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'key',
      ASSETGEN_CACHE_DIR: newCache(),
    };
    expect(await runCommand(root, ['build'], warm)).toMatchObject({ code: 0 });
  });
  afterAll(() => service.close());
  const push = async (env: Readonly<Record<string, string>>, args: readonly string[] = []) =>
    runCommand(root, ['push', '--json', ...args], { ...warm, ...signing, ...env });

  describe.each(ENGINES)('to %s', (_name, isHere, start) => {
    test.skipIf(!isHere)(
      'a warm cache fills a new tier, a second push writes nothing, and a stranger to it pays nothing',
      async () => {
        const engine = await start();
        onTestFinished(() => engine.stop());
        const remote = {
          ...engine.env,
          ASSETGEN_REMOTE_CACHE: engine.url.startsWith('redis')
            ? `${engine.url}?blobs=true`
            : engine.url,
        };
        const first = await push(remote);
        expect(first.code, first.stderr).toBe(0);
        const { tiers } = first.json<{ tiers: Record<string, number | string>[] }>();
        expect(tiers).toMatchObject([{ entries: 5, present: 0, missing: 0, failed: 0 }]);
        expect(first.stderr).toContain('shared cache: uploading');
        const again = (await push(remote)).json<{ tiers: object[] }>();
        expect(again.tiers).toMatchObject([{ entries: 0, blobs: 0, bytes: 0, present: 5 }]);

        service.reset();
        const elsewhere = { ...warm, ...signing, ...remote, ASSETGEN_CACHE_DIR: newCache() };
        const other = await runCommand(
          await createProject(MANIFEST),
          ['build', '--json'],
          elsewhere,
        );
        expect(other.json()).toMatchObject({ ok: true, generated: 0, points: 0, cached: 2 });
        expect(service.requests.filter((each) => !each.endsWith('queryPointsInfo'))).toEqual([]);
      },
    );
  });

  test('read-only tiers, no tier, and no key to sign with are refused: exit 2', async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.stop());
    const readOnly = await push({ ...s3.env, ASSETGEN_REMOTE_CACHE: `${s3.url}&access=read` });
    expect(readOnly.code).toBe(2);
    expect(readOnly.stderr).toContain('read only: s3://assets/team');
    const nowhere = await push({});
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain('nowhere to push to');
    const unsigned = await push({
      ...s3.env,
      ASSETGEN_REMOTE_CACHE: s3.url,
      ASSETGEN_SIGNING_KEY: '',
      XDG_CONFIG_HOME: newCache(),
    });
    expect(unsigned.code).toBe(2);
    expect(unsigned.stderr).toContain('ASSETGEN_SIGNING_KEY');
  });

  test('a place that is away, and a cache that lacks what the lock names: told, exit 1', async () => {
    const away = await push({ ASSETGEN_REMOTE_CACHE: 'http://127.0.0.1:9/cache' });
    expect(away.code).toBe(1);
    expect(away.json()).toMatchObject({ ok: false, tiers: [{ entries: 0, failed: 5 }] });
    const s3 = await startS3();
    onTestFinished(() => s3.stop());
    const clone = await createProject(MANIFEST);
    await copyFile(
      path.join(root, 'assets.gen.lock.json'),
      path.join(clone, 'assets.gen.lock.json'),
    );
    const cold = { ASSETGEN_CACHE_DIR: newCache(), ASSETGEN_REMOTE_CACHE: s3.url };
    const ran = await runCommand(clone, ['push'], { ...warm, ...signing, ...s3.env, ...cold });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('run `assetgen build` first');
  });
});

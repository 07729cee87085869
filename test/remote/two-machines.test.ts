import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { copyFile, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BuildReport } from '@assetgen/core';
import type { CommandResult } from '../support/command.ts';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';
import { hasNginx, startNginx } from '../support/nginx-server.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';

interface Shared {
  readonly remote: unknown;
  readonly env?: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const ENGINES: readonly { name: string; here: boolean; start: () => Promise<Shared> }[] = [
  {
    name: 'redis, index alone',
    here: hasRedis,
    start: async () => {
      const { url, stop } = await startRedis();
      return { remote: url, stop };
    },
  },
  {
    name: 'postgres, with blobs',
    here: hasPostgres,
    start: async () => {
      const { url, stop } = await startPostgres();
      return { remote: { url, blobs: true }, stop };
    },
  },
  {
    name: 'nginx',
    here: hasNginx,
    start: async () => {
      const { url, stop } = await startNginx();
      return { remote: url, stop };
    },
  },
  {
    name: 's3',
    here: true,
    start: async () => {
      const { url, env, stop } = await startS3();
      return { remote: url, env, stop };
    },
  },
];

const MANIFEST = {
  assets: {
    crate: {
      kind: 'image',
      prompt: 'a wooden crate',
      outputs: ['png', { format: 'webp', width: 32 }],
    },
    lamp: { kind: 'image', prompt: 'a brass lamp', variants: 2, pick: 2, outputs: ['png'] },
  },
};

describe.each(ENGINES)('two machines share $name', ({ here, start }) => {
  let shared: Shared;
  let service: CountedService;
  let trustedKeys: string[];
  let config: string;
  beforeAll(async () => {
    if (!here) return;
    shared = await start();
    service = await startCountedService();
    config = mkdtempSync(path.join(tmpdir(), 'config-'));
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'project-'));
    const made = await runCommand(elsewhere, ['keys', 'new', '--json'], {
      XDG_CONFIG_HOME: config,
    });
    trustedKeys = [made.json<{ publicKey: string }>().publicKey];
  });
  afterAll(async () => {
    await service?.close();
    await shared?.stop();
  });

  const machine = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));
  const project = (cache: object = {}): Promise<string> =>
    createProject(MANIFEST, {
      cache: { remote: shared.remote, trustedKeys, ...cache },
    });
  async function build(
    root: string,
    cache: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<CommandResult & { report: BuildReport }> {
    const ran = await runCommand(root, ['build', '--json', ...args], {
      ...shared.env,
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'key',
      ASSETGEN_CACHE_DIR: cache,
      ...env,
    });
    return { ...ran, report: ran.json<BuildReport>() };
  }

  test.skipIf(!here)('the first pays, the second pays nothing', async () => {
    const first = await project();
    const made = await build(first, machine(), [], { XDG_CONFIG_HOME: config });
    expect(made).toMatchObject({ code: 0, report: { generated: 2 } });
    expect(made.stderr).not.toContain('ASSETGEN_REMOTE');
    const paid = service.creates();
    expect(paid).toBe(2);
    service.reset();

    // No signing key: it reads, and says that it writes nothing.
    const second = await project({ remote: readOnly(shared.remote) });
    const planned = await runCommand(second, ['plan', '--json'], {
      ...shared.env,
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'key',
    });
    expect(planned.json()).toMatchObject({ points: { min: 0, max: 0 } });
    expect(planned.stdout).toContain('bought before (in the shared cache)');
    const took = await build(second, machine());
    expect(took).toMatchObject({
      code: 0,
      report: { generated: 0, points: 0, outputs: made.report.outputs },
    });
    expect(service.creates()).toBe(0);
    expect(took.stderr).not.toContain('ASSETGEN_REMOTE');
    const read = (root: string, name: string) => readFile(path.join(root, name));
    expect(await read(second, 'assets.gen.lock.json')).toEqual(
      await read(first, 'assets.gen.lock.json'),
    );
    for (const name of await readdir(path.join(first, '.assetgen/files'))) {
      const file = path.join('.assetgen/files', name);
      expect((await read(second, file)).equals(await read(first, file))).toBe(true);
    }
  });

  test.skipIf(!here)(
    'frozen: blobs by the digests of the lock, with no index and no keys',
    async () => {
      const first = await project();
      await build(first, machine(), [], { XDG_CONFIG_HOME: config });
      service.reset();
      // A runner of a pull request: it reads, has no key of the service, and trusts nobody.
      const cache = { remote: readOnly(shared.remote), trustedKeys: [] };
      const runner = await createProject(MANIFEST, { cache });
      for (const name of ['assets.gen.lock.json', 'assets.gen.d.ts']) {
        await copyFile(path.join(first, name), path.join(runner, name));
      }
      const took = await build(runner, machine(), ['--frozen'], { ASSETGEN_API_URL: '' });
      const holdsBlobs = typeof shared.remote !== 'string' || !shared.remote.startsWith('redis');
      if (holdsBlobs) {
        expect(took).toMatchObject({ code: 0, report: { downloaded: 0, cached: 2 } });
        expect(service.requests).toEqual([]);
      } else expect(took.code).toBe(3);
      expect(took.stderr).not.toContain('ASSETGEN_REMOTE');
      await rm(runner, { recursive: true });
    },
  );
});

test.skipIf(!hasNginx)(
  'conversions, and what the embedded service made, are shared too',
  async () => {
    const { url, stop } = await startNginx();
    onTestFinished(stop);
    const env = { ASSETGEN_SIGNING_KEY: `ed25519-secret:${randomBytes(32).toString('base64url')}` };
    const outputs = ['glb', { format: 'usdz', size: 120 }];
    const manifest = {
      assets: {
        stool: { kind: 'model', prompt: 'a stool', quality: 'standard', faces: 100_000, outputs },
      },
    };
    const run = async (args: readonly string[], given: object = {}) => {
      const config = { service: 'local', cache: { remote: url, ...given } };
      return runCommand(await createProject(manifest, config), args, env);
    };
    const first = await run(['build', '--json']);
    expect(first.json()).toMatchObject({ ok: true, generated: 1, converted: 1 });
    expect((await run(['plan', '--json'])).json()).toMatchObject({
      assets: [{ action: 'download' }],
      points: { min: 0 },
    });
    const second = await run(['build', '--json']);
    expect(second.json()).toMatchObject({ ok: true, generated: 0, converted: 0, cached: 1 });
    // Another namespace is another cache; its entries are no entries here.
    const apart = await run(['build', '--json'], { namespace: 'other' });
    expect(apart.json()).toMatchObject({ ok: true, generated: 1, converted: 1 });
    for (const { stderr } of [first, second, apart])
      expect(stderr).not.toContain('ASSETGEN_REMOTE');
  },
);

function readOnly(remote: unknown): unknown {
  return typeof remote === 'string'
    ? { url: remote, access: 'read' }
    : { ...(remote as object), access: 'read' };
}

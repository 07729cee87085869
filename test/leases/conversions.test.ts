import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProject } from '../support/command.ts';
import { startCountedService } from '../support/counted-service.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';
import { startBuild } from '../support/started-build.ts';

const MACHINES = 5;
const MODEL = { kind: 'model', quality: 'standard', faces: 100_000 };
const engines = [
  ['Redis', hasRedis, () => startRedis()],
  ['Postgres', hasPostgres, () => startPostgres()],
  ['S3', true, () => startS3()],
] as const;

// Both at once: each waits half a minute for its conversion.
test.concurrent.for(engines)(
  `${MACHINES} machines that begin at once, by %s: one create, one that asks for the conversion, one file`,
  async ([engine, isHere, start], { onTestFailed, onTestFinished, skip }) => {
    if (!isHere) skip();
    const server = await start();
    onTestFinished(() => server.stop());
    // Each machine has a key of its own, so that it is known who asked.
    const askers = new Set<string>();
    const service = await startCountedService({}, async (request) => {
      if (request.url.includes('convertToFormat')) {
        askers.add(/key-\d/.exec(JSON.stringify([...request.headers]))?.[0] ?? 'nobody');
        // All the others are waiting by then.
        await delay(2_000);
      }
      return null;
    });
    onTestFinished(() => service.close());
    const signing = `ed25519-secret:${randomBytes(32).toString('base64url')}`;
    const outputs = [{ format: 'usdz', size: 120 }];
    const prompt = `a stool for all, by ${engine}`;
    const roots = await Promise.all(
      Array.from({ length: MACHINES }, () =>
        createProject({ assets: { stool: { ...MODEL, prompt, outputs } } }),
      ),
    );
    const builds = roots.map((root, index) =>
      startBuild(root, {
        CI: 'true',
        ASSETGEN_MODE: 'generate',
        ASSETGEN_API_URL: service.url,
        ASSETGEN_API_KEY: `key-${index}`,
        ASSETGEN_SIGNING_KEY: signing,
        ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
        ...('env' in server ? server.env : {}),
        ASSETGEN_REMOTE_CACHE: `${server.url}${server.url.includes('?') ? '&' : '?'}blobs=true`,
      }),
    );
    // Where one waits for ever, all of them say for what.
    onTestFailed(() => console.error(builds.map((build) => build.stderr()).join('\n')));
    const codes = await Promise.all(builds.map((build) => build.ended));
    expect(codes).toEqual(roots.map(() => 0));
    expect(service.creates()).toBe(1);
    expect([...askers]).toEqual([expect.stringMatching(/^key-\d$/)]);
    for (const file of ['.assetgen/files/stool.120mm.usdz', 'assets.gen.lock.json']) {
      const [first, ...others] = roots.map((root) => readFileSync(path.join(root, file)));
      expect(others.every((each) => each.equals(first!))).toBe(true);
    }
  },
);

import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { convertMeanwhile, crate } from '../support/convert-meanwhile.ts';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService, Intercept } from '../support/counted-service.ts';
import { startBuild } from '../support/started-build.ts';

const STL = { format: 'stl', size: 50 } as const;
const FILE = '.assetgen/files/crate.50mm.stl';

/** A project whose crate is bought, at a service of its own. */
async function bought(intercept: Intercept) {
  const service = await startCountedService({}, intercept);
  onTestFinished(() => service.close());
  const root = await createProject(crate('glb'));
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
    ASSETGEN_MODE: 'generate',
  };
  const built = await runCommand(root, ['build', '--json'], env);
  expect(built.json()).toMatchObject({ ok: true, generated: 1 });
  return { service, root, env };
}

const asked = (service: CountedService): number =>
  service.requests.filter((each) => each.endsWith('/convertToFormat')).length;

async function points(root: string, env: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await runCommand(root, ['balance', '--json'], env);
  return Number(/\d+/.exec(stdout)?.[0]);
}

test('two processes that want the same conversion: one asks for it, both have it', async () => {
  const { service, root, env } = await bought(async (request) => {
    // The other one has come as far by then.
    if (request.url.includes('convertToFormat')) await delay(1_500);
    return null;
  });
  await convertMeanwhile(service.url, root, STL);
  const roots = [root, await createProject(crate('glb', STL))] as const;
  writeManifest(root, crate('glb', STL));
  service.reset();
  const builds = roots.map((each) => startBuild(each, env));
  const codes = await Promise.all(builds.map((build) => build.ended));
  expect(codes, builds.map((build) => build.stderr()).join('\n')).toEqual([0, 0]);
  expect([asked(service), service.creates()]).toEqual([1, 0]);
  const [one, two] = roots.map((each) => readFileSync(path.join(each, FILE)));
  expect(two?.equals(one ?? Buffer.of())).toBe(true);
});

test('a crash before the download, and one in it: the conversion is paid for once', async () => {
  let held = false;
  let atDownload = false;
  const { service, root, env } = await bought(async (request) => {
    if (held && /\/files?\//.test(new URL(request.url).pathname)) {
      atDownload = true;
      await delay(60_000, null, { ref: false });
    }
    return null;
  });
  const before = await points(root, env);
  writeManifest(root, crate('glb', STL));
  service.reset();

  // It is accepted, and under way at the service; the build would ask again in 30 s.
  const first = startBuild(root, env);
  await expect.poll(() => journal(root)).toMatch(/convertToFormat[^]*accepted/);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(asked(service)).toBe(1);
  await convertMeanwhile(service.url, root, STL);
  service.reset();

  held = true;
  const second = startBuild(root, env);
  await expect.poll(() => atDownload).toBe(true);
  second.child.kill('SIGKILL');
  await second.ended;
  held = false;

  const third = await runCommand(root, ['build', '--json'], env);
  expect(third.json()).toMatchObject({ ok: true, generated: 0, errors: [] });
  expect(statSync(path.join(root, FILE)).size).toBeGreaterThan(1000);
  // Each asked where the file is, which costs nothing.
  expect([asked(service), service.creates()]).toEqual([2, 0]);
  expect(before - (await points(root, env))).toBe(10);

  service.reset();
  const warm = await runCommand(root, ['build', '--json'], env);
  expect(warm.json()).toMatchObject({ ok: true, converted: 0, points: 0 });
  expect(service.requests).toEqual([]);
});

function journal(root: string): string {
  const folder = path.join(root, '.assetgen/journal');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.jsonl'))
    .map((each) => readFileSync(path.join(folder, each), 'utf8'))
    .filter((text) => text.includes('convertToFormat'))
    .join('\n');
}

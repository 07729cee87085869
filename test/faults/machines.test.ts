import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { Fate, PaidService, PaidServiceOptions } from '../support/paid-service.ts';
import { startBuild } from '../support/started-build.ts';
import { findTool } from '../support/tools.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };
/** A pid namespace of its own: what is first in it has pid 1, as in a container. */
const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasContainers = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;

let paid: PaidService;
afterEach(() => paid.close());

async function open(options: PaidServiceOptions): Promise<void> {
  paid = await startPaidService(options);
}
const newCache = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));
const environment = (cache: string): Record<string, string> => ({
  ASSETGEN_API_URL: paid.url,
  ASSETGEN_API_KEY: 'secret-key',
  ASSETGEN_CACHE_DIR: cache,
});
const creates = (): number[] => [...paid.accepted.values()];

/** Keeps the first create waiting; says when it came. */
function holdFirstCreate(): {
  readonly options: PaidServiceOptions;
  readonly came: Promise<void>;
  let(): void;
} {
  let arrive = (): void => undefined;
  let pass = (): void => undefined;
  const came = new Promise<void>((resolve) => (arrive = resolve));
  const passed = new Promise<void>((resolve) => (pass = resolve));
  let seen = 0;
  return {
    options: {
      async onRequest(operation): Promise<Fate> {
        if (operation !== 'createNormalPicture') return 'answer';
        seen += 1;
        if (seen === 1) {
          arrive();
          await passed;
        }
        return 'answer';
      },
    },
    came,
    let: () => pass(),
  };
}

describe.skipIf(!hasContainers)('the same pid in two containers that share the cache', () => {
  test('is not taken for itself: one create, both have it', async () => {
    await open({ jobMs: 300 });
    const env = environment(newCache());
    const roots = [await createProject(HERO), await createProject(HERO)];
    const builds = roots.map((root) => startBuild(root, env, ['build'], CONTAINER));
    expect(await Promise.all(builds.map((build) => build.ended))).toEqual([0, 0]);
    expect(creates()).toEqual([1]);
  });

  test('one is killed while it buys: the other waits, and asks a person instead of paying twice', async () => {
    const held = holdFirstCreate();
    await open(held.options);
    const env = environment(newCache());
    const [first, second] = [await createProject(HERO), await createProject(HERO)];
    const killed = startBuild(first, env, ['build'], CONTAINER);
    await held.came;
    const waiting = startBuild(second, env, ['build'], CONTAINER);
    killed.child.kill('SIGKILL');
    // The answer comes when the build is gone: what unshare started ends a little after it.
    await killed.ended;
    held.let();
    expect(await waiting.ended).toBe(5);
    expect(waiting.stderr()).toContain('ASSETGEN_AMBIGUOUS');
    expect(creates().every((count) => count === 1)).toBe(true);
  });
});

test('a holder that is stopped for longer than its lock lives: one create, and its result is shared', async () => {
  const held = holdFirstCreate();
  await open(held.options);
  const env = environment(newCache());
  const [first, second] = [await createProject(HERO), await createProject(HERO)];
  const stopped = startBuild(first, env);
  await held.came;
  stopped.child.kill('SIGSTOP');
  // The lock goes after 15 s without a beat; what was sent stays in doubt.
  expect((await runCommand(second, ['build'], env)).code).toBe(5);
  held.let();
  stopped.child.kill('SIGCONT');
  expect(await stopped.ended).toBe(0);
  expect(creates()).toEqual([1]);
  expect(await runCommand(second, ['build', '--json'], env)).toMatchObject({ code: 0 });
  expect(creates()).toEqual([1]);
});

test.skipIf(findTool('faketime') === undefined)(
  'a clock that is a day off, in both directions: one create',
  async () => {
    await open({ jobMs: 300 });
    const env = { ...environment(newCache()), DONT_FAKE_MONOTONIC: '1' };
    const roots = await Promise.all([1, 2, 3].map(() => createProject(HERO)));
    const clocks = [[], ['faketime', '-f', '+1d'], ['faketime', '-f', '-1d']];
    const builds = roots.map((root, index) => startBuild(root, env, ['build'], clocks[index]));
    expect(await Promise.all(builds.map((build) => build.ended))).toEqual([0, 0, 0]);
    expect(creates()).toEqual([1]);
    // The one that is ahead cleans the cache of everything that looks old to it.
    const pruned = startBuild(roots[1]!, env, ['prune', '--days', '0'], clocks[1]);
    expect(await pruned.ended).toBe(0);
    const again = await createProject(HERO);
    expect((await runCommand(again, ['build', '--json'], env)).json()).toMatchObject({
      ok: true,
      downloaded: 0,
      generated: 0,
    });
  },
);

test('times that a restored cache of CI has lost: nothing is downloaded, nothing bought', async () => {
  await open({});
  const cache = newCache();
  const root = await createProject(HERO);
  expect(await runCommand(root, ['build'], environment(cache))).toMatchObject({ code: 0 });
  const before = new Map(paid.counts);
  for (const folder of [cache, path.join(root, '.assetgen')]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(folder, name), 0, 0);
  }
  for (const args of [
    ['build', '--frozen', '--json'],
    ['build', '--json'],
  ]) {
    const built = await runCommand(root, args, environment(cache));
    expect(built.json()).toMatchObject({ ok: true, downloaded: 0, generated: 0, points: 0 });
  }
  const other = await createProject(HERO);
  expect((await runCommand(other, ['build', '--json'], environment(cache))).json()).toMatchObject({
    ok: true,
    downloaded: 0,
    generated: 0,
  });
  expect(new Map(paid.counts)).toEqual(before);
  expect(statSync(path.join(root, '.assetgen/files/hero.png')).size).toBeGreaterThan(0);
});

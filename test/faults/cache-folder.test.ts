import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { mayMount, mountReadOnly } from '../support/mounts.ts';
import type { Mount } from '../support/mounts.ts';
import { canRunAs, runAs } from '../support/other-users.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const PRUNE = fileURLToPath(new URL('prune-of-another-child.mjs', import.meta.url));
const image = (prompt: string) => ({ kind: 'image', prompt, outputs: ['png'] });
const HERO = { assets: { hero: image('a mill') } };

let paid: PaidService;
let mount: Mount | null = null;
beforeEach(async () => {
  paid = await startPaidService();
});
afterEach(async () => {
  mount?.close();
  mount = null;
  await paid.close();
});

const newFolder = (name: string): string => mkdtempSync(path.join(tmpdir(), `${name}-`));
const environment = (cache: string): Record<string, string> => ({
  ASSETGEN_API_URL: paid.url,
  ASSETGEN_API_KEY: 'secret-key',
  ASSETGEN_CACHE_DIR: cache,
});
const filesOf = (root: string): string[] => readdirSync(path.join(root, '.assetgen/files'));

describe.skipIf(!mayMount)('a read-only cache folder', () => {
  test('gives what it has; what it has not is bought once and kept in the project', async () => {
    const cache = newFolder('cache');
    const first = await createProject(HERO);
    expect(await runCommand(first, ['build'], environment(cache))).toMatchObject({ code: 0 });
    mount = mountReadOnly(cache);
    const env = environment(mount.dir);

    const same = await createProject(HERO);
    const taken = await runCommand(same, ['build', '--json'], env);
    expect(taken).toMatchObject({ code: 0, stderr: expect.not.stringContaining('ASSETGEN') });
    expect(taken.json()).toMatchObject({ generated: 0, downloaded: 0, points: 0 });

    const more = await createProject({ assets: { ...HERO.assets, tree: image('an oak') } });
    const built = await runCommand(more, ['build'], env);
    expect(built).toMatchObject({ code: 0 });
    expect(built.stderr).toContain('ASSETGEN_CACHE_READ_ONLY');
    expect(filesOf(more).sort()).toEqual(['hero.png', 'tree.png']);
    expect(Object.fromEntries(paid.accepted)).toEqual({ 'a mill': 1, 'an oak': 1 });
    const frozen = await runCommand(more, ['build', '--frozen', '--json'], env);
    expect(frozen.json()).toMatchObject({ ok: true, cached: 2, downloaded: 0 });
  });
});

test('a folder below the home folder, where no shell read its name', async () => {
  const home = newFolder('home');
  const root = await createProject(HERO);
  const env = { ...environment('~/.cache/own'), HOME: home };
  expect(await runCommand(root, ['build'], env)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(home, '.cache/own/v1'))).toBe(true);
  expect(readdirSync(root)).not.toContain('~');
});

test('a folder of which a file stands in the way is named', async () => {
  const root = await createProject(HERO);
  const file = path.join(root, 'assets.gen.json');
  const result = await runCommand(root, ['build'], environment(file));
  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file}/v1`) });
  expect(result.stderr).toContain('a file is where a folder is needed');
  expect(result.stderr).toContain(`Move the file ${file} away`);
  expect(paid.accepted.size).toBe(0);
});

test.skipIf(process.platform === 'win32')('nobody is told to move a device away', async () => {
  const result = await runCommand(await createProject(HERO), ['build'], environment('/dev/null'));
  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('/dev/null/v1') });
  expect(result.stderr).not.toContain('Move the file');
  expect(paid.accepted.size).toBe(0);
});

test.skipIf(!mayMount)('a read-only project: told before anything is paid for', async () => {
  const root = await createProject(HERO);
  mount = mountReadOnly(root);
  const result = await runCommand(mount.dir, ['build'], environment(newFolder('cache')));
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('ASSETGEN_DISK');
  expect(result.stderr).not.toMatch(/^\s+at /m);
  expect(paid.accepted.size).toBe(0);
});

describe.skipIf(!canRunAs)('other users', () => {
  test('one without a home keeps its cache in the project', async () => {
    const root = await createProject(HERO);
    chownSync(root, 12345, 12345);
    chownSync(path.join(root, 'assets.gen.json'), 12345, 12345);
    const env = { ...environment(''), ASSETGEN_CACHE_DIR: undefined };
    const result = await runAs(12345, root, ['build'], env);
    expect(result).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(root, '.assetgen/cache/v1'))).toContain('blobs');
    expect([...paid.accepted.values()]).toEqual([1]);
    const git = await runAs(12345, root, ['build', '--frozen', '--json'], env);
    expect(git.json()).toMatchObject({ ok: true, cached: 1 });
    // Nothing is signed where nobody keeps a key.
    const shared = { ...env, ASSETGEN_REMOTE_CACHE: 'http://127.0.0.1:9/' };
    for (const args of [['build'], ['report'], ['keys', 'list']]) {
      expect(await runAs(12345, root, args, shared), args[0]).toMatchObject({ code: 0 });
    }
    const key = await runAs(12345, root, ['keys', 'new'], env);
    expect(key.stderr).toContain('ASSETGEN_SIGNING_KEY this user has no config folder for a key');
  });

  test('two that share a folder, whatever their umask: one create, and each takes from the other', async () => {
    const cache = newFolder('cache');
    chownSync(cache, 0, 2000);
    chmodSync(cache, 0o2770);
    const users = [12345, 12346, 12345, 12346];
    const roots = await Promise.all(users.map(() => createProject(HERO)));
    for (const [index, root] of roots.entries()) {
      for (const each of [root, path.join(root, 'assets.gen.json')])
        chownSync(each, users[index]!, 2000);
    }
    const results = await Promise.all(
      users.map((uid, index) =>
        runAs(uid, roots[index]!, ['build', '--json'], environment(cache), {
          gid: 2000,
          umask: uid === 12345 ? 0o077 : 0o022,
        }),
      ),
    );
    expect(results.map((result) => result.code)).toEqual(users.map(() => 0));
    for (const { stderr } of results) expect(stderr).not.toContain('ASSETGEN_');
    expect([...paid.accepted.values()]).toEqual([1]);

    // Each may add to what the other began: another recipe by the second user alone.
    const other = await createProject({ assets: { hero: image('a barn') } });
    for (const each of [other, path.join(other, 'assets.gen.json')]) chownSync(each, 12346, 2000);
    const built = await runAs(12346, other, ['build'], environment(cache), {
      gid: 2000,
      umask: 0o077,
    });
    expect(built).toMatchObject({ code: 0, stderr: expect.not.stringContaining('READ_ONLY') });
    const verified = await runAs(12345, other, ['verify', '--json'], environment(cache), {
      gid: 2000,
      umask: 0o077,
    });
    expect(verified.json()).toMatchObject({ corrupt: [] });
  });

  test('what its owner uses while somebody else prunes stays, also where links to it are not allowed', async () => {
    const cache = newFolder('cache');
    chmodSync(cache, 0o777);
    const built = await runCommand(await createProject(HERO), ['build'], environment(cache));
    expect(built).toMatchObject({ code: 0 });
    const store = path.join(cache, 'v1');
    const [blob] = readdirSync(path.join(store, 'blobs'), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(store, 'blobs', name))
      .filter((file) => statSync(file).isFile()) as [string];
    const bytes = readFileSync(blob);
    const use = (at: Date): void => utimesSync(blob, at, at);
    use(new Date(Date.now() - 3_600_000));
    const asked = path.join(newFolder('asked'), 'now');
    chmodSync(path.dirname(asked), 0o777);
    const child = fork(PRUNE, [store, blob, asked], { uid: 12345, gid: 12345 });
    const report = once(child, 'message');
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(asked), { interval: 5 }).toBe(true);
    use(new Date());
    expect((await report)[0]).toMatchObject({ deleted: 0 });
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(blob)).toEqual(bytes);
  });

  test('a folder of somebody else, read only: what it has is taken, nothing is bought again', async () => {
    const cache = newFolder('cache');
    chmodSync(cache, 0o755);
    const first = await createProject(HERO);
    expect(await runCommand(first, ['build'], environment(cache))).toMatchObject({ code: 0 });
    const second = await createProject(HERO);
    for (const each of [second, path.join(second, 'assets.gen.json')])
      chownSync(each, 12345, 12345);
    const built = await runAs(12345, second, ['build', '--json'], environment(cache));
    expect(built).toMatchObject({ code: 0 });
    expect(built.json()).toMatchObject({ ok: true, generated: 0, points: 0 });
    expect([...paid.accepted.values()]).toEqual([1]);
  });
});

describe('a cache folder', () => {
  const other = '/dev/shm';
  const isOtherDevice = (): boolean => {
    try {
      return statSync(other).dev !== statSync(tmpdir()).dev;
    } catch {
      return false;
    }
  };

  test.skipIf(!isOtherDevice())('on another device', async () => {
    const cache = mkdtempSync(path.join(other, 'assetgen-cache-'));
    const root = await createProject(HERO);
    expect(await runCommand(root, ['build'], environment(cache))).toMatchObject({ code: 0 });
    expect(filesOf(root)).toEqual(['hero.png']);
    const { rm } = await import('node:fs/promises');
    await rm(cache, { recursive: true });
  });

  test('that is a symlink', async () => {
    const [real, link] = [newFolder('cache'), path.join(newFolder('links'), 'cache')];
    symlinkSync(real, link);
    const root = await createProject(HERO);
    expect(await runCommand(root, ['build'], environment(link))).toMatchObject({ code: 0 });
    expect(readdirSync(real)).toContain('v1');
    const again = await createProject(HERO);
    const taken = await runCommand(again, ['build', '--json'], environment(real));
    expect(taken.json()).toMatchObject({ ok: true, generated: 0 });
  });

  test('is tagged for backup programs; one that holds other things is not, but the cache in it', async () => {
    const root = await createProject(HERO);
    const own = path.join(newFolder('caches'), 'assetgen');
    await runCommand(root, ['build'], environment(own));
    const mixed = newFolder('mixed');
    mkdirSync(path.join(mixed, 'photos'));
    await runCommand(await createProject(HERO), ['build'], environment(mixed));
    expect(readdirSync(own).sort()).toEqual(['CACHEDIR.TAG', 'v1']);
    expect(readdirSync(mixed).sort()).toEqual(['photos', 'v1']);
    expect(readdirSync(path.join(mixed, 'v1'))).toContain('CACHEDIR.TAG');
  });
});

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { mayMount, mountSmall } from '../support/mounts.ts';
import type { Mount } from '../support/mounts.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService, PaidServiceOptions } from '../support/paid-service.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

let paid: PaidService | null = null;
let mount: Mount | null = null;
afterEach(async () => {
  mount?.close();
  mount = null;
  await paid?.close();
  paid = null;
});

async function start(options: PaidServiceOptions): Promise<PaidService> {
  paid = await startPaidService(options);
  return paid;
}
const environment = (cache: string): Record<string, string> => ({
  ASSETGEN_API_URL: paid?.url ?? '',
  ASSETGEN_API_KEY: 'secret-key',
  ASSETGEN_CACHE_DIR: cache,
});
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(path.join(folder, name)).isFile(),
      )
    : [];

describe.skipIf(!mayMount)('a full disk', () => {
  test('where the cache is: nothing half is kept, and the next run takes the result for nothing', async () => {
    const { accepted } = await start({ padBytes: 2_000_000 });
    mount = mountSmall(1000);
    const root = await createProject(HERO);
    const env = environment(mount.dir);
    const full = await runCommand(root, ['build'], env);
    expect(full.code).toBe(1);
    expect(full.stderr).toMatch(/ASSETGEN_DISK.*no space is left on the disk/);
    expect(filesBelow(path.join(mount.dir, 'v1/blobs'))).toEqual([]);
    expect(filesBelow(path.join(mount.dir, 'v1/tmp'))).toEqual([]);
    expect(filesBelow(path.join(root, '.assetgen/files'))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=20m', mount.dir]);
    expect(await runCommand(root, ['build'], env)).toMatchObject({ code: 0 });
    expect([...accepted.values()]).toEqual([1]);
  });

  // Project, journal, lock, index and cache share the disk: with a little more room each time, each
  // of them is the first that finds none.
  test('at every step: one create at most, no half file, and all is well once there is room', async () => {
    const { accepted } = await start({ padBytes: 30_000 });
    mount = mountSmall(4000);
    const { dir } = mount;
    const filler = path.join(dir, 'filler');
    const outcomes = new Set<number>();
    for (let room = 0; room <= 160; room += 16) {
      const prompt = `a mill with ${room} kB`;
      const root = path.join(dir, `project-${room}`);
      await mkdir(root);
      await cp(await createProject({ assets: { hero: { ...HERO.assets.hero, prompt } } }), root, {
        recursive: true,
      });
      const env = environment(path.join(dir, `cache-${room}`));
      fill(filler, dir, room * 1024);
      const full = await runCommand(root, ['build'], env);
      outcomes.add(full.code);
      expect(full.stderr).not.toMatch(/^\s+at |ASSETGEN_INTERNAL/m);
      if (full.code !== 0) expect(full.stderr).toMatch(/ASSETGEN_(?:DISK|JOURNAL)/);
      expect(accepted.get(prompt) ?? 0).toBeLessThanOrEqual(1);
      const output = path.join(root, '.assetgen/files/hero.png');
      if (existsSync(output)) expect(statSync(output).size).toBeGreaterThan(30_000);
      const lock = path.join(root, 'assets.gen.lock.json');
      if (existsSync(lock))
        expect(() => JSON.parse(readFileSync(lock, 'utf8')) as unknown).not.toThrow();
      rmSync(filler);
      const roomy = await runCommand(root, ['build'], env);
      expect([room, roomy.code, roomy.stderr.includes('ASSETGEN_')]).toEqual([room, 0, false]);
      expect(accepted.get(prompt)).toBe(1);
      for (const each of [root, path.join(dir, `cache-${room}`)]) rmSync(each, { recursive: true });
    }
    // The sweep reached from "nothing fits" to "all fits".
    expect([...outcomes].sort()).toEqual([0, 1]);
  });
});

/** Takes what is free but so many bytes. */
function fill(file: string, dir: string, leave: number): void {
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
}

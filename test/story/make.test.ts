import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

let service: PaidService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'make-'));
const HERO = 'misty mountains at dawn';

it('a sentence becomes a file, for nothing and without a project', async () => {
  const cwd = folder();
  const cache = { ASSETGEN_CACHE_DIR: path.join(cwd, 'cache'), CI: 'true' };
  const made = await runCommand(cwd, ['make', HERO, '-o', 'out/hero.webp'], cache);
  expect(made).toMatchObject({ code: 0 });
  expect(made.stdout).toMatch(/^out\/hero\.webp: \d+ kB, free, by the embedded service, /);
  expect(made.stdout).toContain(`"hero": { "kind": "image", "prompt": "${HERO}"`);
  const bytes = readFileSync(path.join(cwd, 'out/hero.webp'));
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  expect(existsSync(path.join(cwd, 'assets.gen.json'))).toBe(false);
});

it('the same sentence is paid for once, by any name, also where a project declares it later', async () => {
  service = await startPaidService();
  const cwd = await createProject({ assets: {} });
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'a-key',
    ASSETGEN_CACHE_DIR: path.join(cwd, 'cache'),
  };
  const run = (...args: string[]) => runCommand(cwd, args, env);
  const first = await run('make', HERO, '-o', 'hero.png', '--json');
  expect(first.json()).toMatchObject({ ok: true, points: 3, asset: 'hero' });
  const again = await run('make', HERO, '-o', 'again.png', '--json', '--add');
  expect(again.json()).toMatchObject({ ok: true, points: 0, asset: 'again' });
  expect(readFileSync(path.join(cwd, 'again.png'))).toEqual(
    readFileSync(path.join(cwd, 'hero.png')),
  );
  const built = await run('build', '--json');
  expect(built.json()).toMatchObject({ ok: true, assets: 1, generated: 0, points: 0 });
  expect([...service.accepted.values()]).toEqual([1]);
});

it('what the embedded service drew is not taken for what a paid one is asked for', async () => {
  service = await startPaidService();
  const cwd = folder();
  const cache = { ASSETGEN_CACHE_DIR: path.join(cwd, 'cache') };
  const args = ['make', HERO, '-o', 'hero.png', '--json', '--force'];
  const drawn = await runCommand(cwd, args, cache);
  expect(drawn.json()).toMatchObject({ ok: true, points: expect.any(Number) });
  const before = readFileSync(path.join(cwd, 'hero.png'));
  const env = { ...cache, ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'a-key' };
  expect((await runCommand(cwd, args, env)).json()).toMatchObject({ ok: true, points: 3 });
  expect(readFileSync(path.join(cwd, 'hero.png'))).not.toEqual(before);
  expect([...service.accepted.values()]).toEqual([1]);
});

/** An empty folder, and the command in it with a service that is paid. */
async function paidFolder() {
  const paid = await startPaidService();
  service = paid;
  const cwd = folder();
  const env = {
    ASSETGEN_API_URL: paid.url,
    ASSETGEN_API_KEY: 'a-key',
    ASSETGEN_CACHE_DIR: path.join(cwd, 'cache'),
  };
  const run = (...args: string[]) => runCommand(cwd, ['make', HERO, ...args], env);
  const frozen = (...args: string[]) =>
    runCommand(cwd, ['make', HERO, ...args], { ...env, ASSETGEN_MODE: 'frozen' });
  return { cwd, paid, run, frozen };
}

it('asks before it writes over a file, and before it pays', async () => {
  const { cwd, paid, run } = await paidFolder();
  writeFileSync(path.join(cwd, 'hero.png'), 'mine');
  const refused = await run('-o', 'hero.png');
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('exists already; nothing was made');
  const dear = await run('-o', 'dear.png', '--budget', '0');
  expect(dear.stderr).toContain('ASSETGEN_BUDGET');
  expect(dear.code).toBe(4);
  expect(paid.accepted.size).toBe(0);
  expect(readFileSync(path.join(cwd, 'hero.png'), 'utf8')).toBe('mine');
  expect(await run('-o', 'hero.png', '--force')).toMatchObject({ code: 0 });
  // What it wrote itself it may write again.
  expect(await run('-o', 'hero.png')).toMatchObject({ code: 0 });
  expect([...paid.accepted.values()]).toEqual([1]);
});

it('buys nothing for a file that cannot be written, or a name that the manifest cannot take', async () => {
  const { cwd, paid, run } = await paidFolder();
  writeFileSync(path.join(cwd, 'file'), '');
  const nowhere = await run('-o', 'file/hero.png');
  expect(nowhere.stderr).toContain('file: a file is where a folder is needed');
  expect(nowhere.code).toBe(1);
  const undeclared = await run('-o', 'hero.png', '--add');
  expect(undeclared.stderr).toContain('ASSETGEN_NO_MANIFEST');
  const manifest = { assets: { hero: { kind: 'image', prompt: 'another' } } };
  writeFileSync(path.join(cwd, 'assets.gen.json'), JSON.stringify(manifest));
  const taken = await run('-o', 'hero.png', '--add');
  expect(taken.stderr).toContain('the asset "hero" exists already (assets.gen.json:1)');
  expect(paid.accepted.size).toBe(0);
  expect(existsSync(path.join(cwd, 'hero.png'))).toBe(false);
});

it('creates nothing where the environment says frozen, and writes what was bought before', async () => {
  const { cwd, paid, run, frozen } = await paidFolder();
  const refused = await frozen('-o', 'hero.png');
  expect(refused).toMatchObject({ code: 3 });
  expect(refused.stderr).toContain('ASSETGEN_MODE is "frozen", so nothing is created');
  expect(paid.accepted.size).toBe(0);
  expect(existsSync(path.join(cwd, 'hero.png'))).toBe(false);
  expect(await run('-o', 'hero.png')).toMatchObject({ code: 0 });
  rmSync(path.join(cwd, 'hero.png'));
  expect(await frozen('-o', 'hero.png')).toMatchObject({ code: 0 });
  expect(existsSync(path.join(cwd, 'hero.png'))).toBe(true);
  expect([...paid.accepted.values()]).toEqual([1]);
});

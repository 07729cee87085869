import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { startCountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

const FOLDER = path.join(REPOSITORY, 'test/frameworks/bun');
const MODULES = path.join(FOLDER, 'node_modules');
// The package's own script, which no test runs, puts the program of this machine where `bin` says.
const PROGRAMS = ['bun-linux-x64', 'bun-linux-aarch64', 'bun-darwin-aarch64', 'bun-darwin-x64'];
const bun = PROGRAMS.map((name) => path.join(MODULES, '@oven', name, 'bin/bun')).find(existsSync);
const installed = existsSync(path.join(MODULES, '@assetgen/core/package.json'));

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'bun-')));
  await cp(FOLDER, root, {
    recursive: true,
    filter: (file) => !/node_modules|\.assetgen|lock/.test(path.relative(FOLDER, file)),
  });
  await symlink(MODULES, path.join(root, 'node_modules'), 'junction');
});

const run = (args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runProgram(bun ?? 'bun', args, { cwd: root, env: cleanEnv(extra) });
const build = (extra: Readonly<Record<string, string>>): Promise<Ran> =>
  run(['--bun', path.join(MODULES, 'assetgen/dist/main.js'), 'build'], extra);

describe.skipIf(!installed || bun === undefined)('the command in Bun', () => {
  test('makes outputs, and pays once', async () => {
    await using service = disposable(await startCountedService());
    const extra = { ASSETGEN_API_URL: service.url, ASSETGEN_CACHE_DIR: path.join(root, '.cache') };
    await allowService(root);
    const first = await build({ ...extra, ASSETGEN_API_KEY: 'any' });
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(await readdir(path.join(root, '.assetgen/files'))).toEqual(['hero.320w.webp']);
    const second = await build({ ...extra, ASSETGEN_API_KEY: 'any' });
    expect(second.stdout).toContain('1 up to date');
    expect(service.creates()).toBe(1);
  });

  test('never sends a create again whose answer was lost', async () => {
    await using service = disposable(
      await startCountedService({}, async ({ url }, pass) => {
        if (!url.endsWith('/createNormalPicture')) return null;
        await pass();
        return 'cut';
      }),
    );
    const extra = { ASSETGEN_API_URL: service.url, ASSETGEN_CACHE_DIR: path.join(root, '.cache') };
    await allowService(root);
    for (const time of ['first', 'second']) {
      const ran = await build({ ...extra, ASSETGEN_API_KEY: 'any' });
      expect(ran, `${time}: ${ran.stderr}`).toMatchObject({ code: 5 });
      expect(ran.stderr).toContain('ASSETGEN_AMBIGUOUS hero');
    }
    expect(service.creates()).toBe(1);
  });
});

describe.skipIf(!installed || bun === undefined)('Bun.build with the plugin of esbuild', () => {
  test('emits the files themselves, and gives their URLs', async () => {
    const ran = await run(['build.mjs', './main.ts']);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain('wrote 1 large file');
    const shown = await run(['dist/main.js']);
    const [objectUrl, width, url, found] = JSON.parse(shown.stdout) as [
      string,
      number,
      string,
      string,
    ];
    expect({ objectUrl, width }).toEqual({ objectUrl: url, width: 320 });
    const made = await readFile(path.join(root, '.assetgen/files/hero.320w.webp'));
    expect(await readFile(path.join(root, 'dist', url))).toEqual(made);
    expect(await readFile(found)).toEqual(made);
  });

  test('fails for a wrong name, and for a name as a text', async () => {
    const wrong = await run(['build.mjs', './wrong.ts']);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toContain(
      'ASSETGEN_UNKNOWN_IMPORT: no asset or output "@gen/herro.320w.webp"',
    );
    const text = await run(['build.mjs', './text.ts']);
    expect(text).toMatchObject({ code: 1 });
    expect(text.stderr).toContain('would ship the text "@gen/hero.320w.webp"');
  });
});

/** The service of the environment counts where the config names none. */
async function allowService(folder: string): Promise<void> {
  await rm(path.join(folder, 'assetgen.config.json'));
}

function disposable<T extends { close(): Promise<void> }>(given: T): T & AsyncDisposable {
  return Object.assign(given, { [Symbol.asyncDispose]: () => given.close() });
}

import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';

const REFUSING = fileURLToPath(new URL('../support/refusing-disk.mjs', import.meta.url));
const HERO = { kind: 'image', prompt: 'a mill', outputs: ['png', { format: 'webp', width: 64 }] };

/** Projects stand on shares, and on drives that somebody else mounted, and so do caches. */
test.each(['chmod', 'link', 'chmod,link'])(
  'on a disk without %s all commands work, and what was generated is not generated again',
  async (refused) => {
    const root = await createProject({ assets: { hero: HERO } }, { service: 'local' });
    const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
    // Where all may write, folders and files of the cache are to let them.
    chmodSync(cache, 0o777);
    const env = {
      ASSETGEN_CACHE_DIR: cache,
      NODE_OPTIONS: `--import=${REFUSING}`,
      REFUSED_BELOW: tmpdir(),
      REFUSED_CALLS: refused,
    };
    const run = (...args: string[]) => runCommand(root, args, env);
    const files = path.join(root, '.assetgen/files');

    const first = await run('build', '--json');
    expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining('ASSETGEN') });
    expect(first.json()).toMatchObject({ generated: 1 });
    expect(readdirSync(files).sort()).toEqual(['hero.64w.webp', 'hero.png']);
    rmSync(files, { recursive: true });
    expect(await run('build', '--frozen')).toMatchObject({ code: 0 });
    expect(await run('rename', 'hero', 'front')).toMatchObject({ code: 0 });
    expect(readdirSync(files)).toContain('front.png');
    expect(await run('build', '--frozen')).toMatchObject({ code: 0 });
    expect(await run('undo')).toMatchObject({ code: 0 });
    expect(await run('report', '--out', path.join(cache, 'report'))).toMatchObject({ code: 0 });
    const made = await run('make', 'a mill', '-o', 'mill.png', '--json');
    expect(made).toMatchObject({ code: 0 });
    for (const command of ['prune', 'verify', 'check']) {
      expect(await run(command), command).toMatchObject({ code: 0 });
    }
    expect((await run('build', '--json')).json()).toMatchObject({ generated: 0, points: 0 });
  },
);

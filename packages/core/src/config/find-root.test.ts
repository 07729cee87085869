import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_FILES } from './load-config.ts';
import { findRoot } from './find-root.ts';

async function folder(...files: readonly string[]): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'root-')));
  for (const file of ['app/sources/js/x', ...files]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), '');
  }
  return root;
}

describe('findRoot', () => {
  it.each<[string, readonly string[], string | null]>([
    ['is the folder itself', ['app/package.json', 'app/sources/assets.gen.json'], 'app/sources'],
    ['is that of the package', ['app/package.json', 'app/assets.gen.json'], 'app'],
    ['goes by a config too', ['app/package.json', 'app/assetgen.config.ts'], 'app'],
    [
      'is the nearest',
      ['app/package.json', 'app/assets.gen.json', 'app/sources/assets.gen.ts'],
      'app/sources',
    ],
    ['is not above the package', ['app/package.json', 'assets.gen.json'], null],
    ['is nowhere', ['app/package.json'], null],
    ['is the folder itself without a package', ['app/sources/assets.gen.json'], 'app/sources'],
    ['is not above a folder without a package', ['assets.gen.json'], null],
  ])('%s', async (_, files, expected) => {
    const root = await folder(...files);
    expect(findRoot(path.join(root, 'app/sources'))).toBe(
      expected === null ? null : path.join(root, expected),
    );
  });

  it('knows each name that a config may have', async () => {
    for (const name of CONFIG_FILES.filter((each) => each !== 'package.json')) {
      const root = await folder(`app/${name}`, 'app/package.json');
      expect([name, findRoot(path.join(root, 'app/sources'))]).toEqual([
        name,
        path.join(root, 'app'),
      ]);
    }
  });
});

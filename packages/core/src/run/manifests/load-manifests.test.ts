import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManifestError } from '../../manifest/manifest-error.ts';
import { loadManifests } from './load-manifests.ts';

const PATTERNS = ['assets.gen.json', 'assets.gen.jsonc'];
const entry = (name: string) => `{ "assets": { "${name}": { "kind": "image", "prompt": "x" } } }`;

describe('loadManifests', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'manifests-'));
  });
  const write = async (file: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  };
  const load = (patterns = PATTERNS) => loadManifests(root, patterns);
  const names = async (patterns?: string[]) =>
    (await load(patterns)).manifest.assets.map((asset) => asset.name);

  it('joins the manifests that stand there, sorted by name', async () => {
    await write('assets.gen.json', entry('b'));
    await write('assets.gen.jsonc', `// c\n${entry('a')}`);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('says that the folder of the project is gone', async () => {
    const gone = path.join(root, 'moved');
    await expect(loadManifests(gone, PATTERNS)).rejects.toMatchObject({
      code: 'ASSETGEN_NO_MANIFEST',
      message: `no folder ${gone}`,
      hint: expect.stringContaining('moved, renamed or deleted'),
    });
  });

  it('takes globs, and leaves out what packages and builds hold', async () => {
    for (const folder of ['levels/one', 'node_modules/x', 'levels/.assetgen', 'levels']) {
      await write(`${folder}/assets.gen.json`, entry(folder.replaceAll('/', '-').replace('.', '')));
    }
    expect(await names(['**/assets.gen.json'])).toEqual(['levels', 'levels-one']);
  });

  it('reads inputs from the folder of their manifest', async () => {
    await write('art/assets.gen.json', '{"assets":{"a":{"kind":"image","source":"../a.png"}}}');
    const { manifest } = await load(['art/assets.gen.json']);
    expect(manifest.assets[0]).toMatchObject({
      source: { input: { path: path.join(root, 'a.png'), given: '../a.png' } },
    });
  });

  it('says where it looked when there is none', async () => {
    const error = await load().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(AssetgenError);
    expect(error).toMatchObject({ code: 'ASSETGEN_NO_MANIFEST' });
    expect(String(error)).toContain(`in ${root}: looked for assets.gen.json, assets.gen.jsonc`);
  });

  it('reads a file that is named twice once', async () => {
    await write('assets.gen.json', entry('a'));
    const { files } = await load(['assets.gen.json', './assets.gen.json']);
    expect(files).toEqual([path.join(root, 'assets.gen.json')]);
  });

  it('names the project that stands further up', async () => {
    await write('package.json', '{}');
    await write('assets.gen.json', entry('a'));
    await mkdir(path.join(root, 'src/js'), { recursive: true });
    await expect(loadManifests(path.join(root, 'src/js'), PATTERNS)).rejects.toMatchObject({
      code: 'ASSETGEN_NO_MANIFEST',
      hint: expect.stringContaining("`--root ../..`, or set `root: '../..'` on the plugin"),
    });
  });

  it.each([
    ['binary data', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe), 'expected UTF-8 text'],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'expected UTF-8 text, found UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{ }', 'utf16le'), 'expected UTF-8 text, found UTF-16'],
    ['Latin-1', Uint8Array.of(0x22, 0xe9, 0x22), 'expected UTF-8 text, found another encoding'],
    ['more than 16 MB', ' '.repeat(16 * 1024 * 1024 + 1), 'expected at most 16 MB'],
  ])('refuses %s, with the place', async (_name, content, message) => {
    await write('assets.gen.json', content);
    const error = await load().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ManifestError);
    expect(String(error)).toContain(`assets.gen.json:1:1 ${message}`);
  });

  it('tells of a manifest that is a folder, or a link to nowhere', async () => {
    await mkdir(path.join(root, 'assets.gen.json'));
    const error = await load().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ManifestError);
    expect(String(error)).toContain('assets.gen.json:1:1 expected a plain file');
    await symlink('nowhere', path.join(root, 'assets.gen.jsonc'));
    await expect(load(['assets.gen.jsonc'])).rejects.toThrow('no manifest');
  });
});

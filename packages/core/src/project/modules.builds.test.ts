import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssetgenOptions } from '../config/assetgen-options.ts';
import type { EnsureResult } from '../run/ensure-options.ts';
import { openProject } from '../warm/index.ts';

let root: string;
beforeEach(async () => {
  vi.stubEnv('CI', undefined);
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'modules-')));
  const image = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  await sharp({ create: image }).png().toFile(path.join(root, 'logo.png'));
  await write('package.json', '{ "type": "module", "dependencies": { "react": "*" } }');
  await write('assets.gen.json', manifest('ui/logo'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.join(root, name, '..'), { recursive: true });
  await writeFile(path.join(root, name), text);
}

const manifest = (asset: string): string => {
  const outputs = [4, 8].map((width) => ({ format: 'webp', width }));
  return JSON.stringify({ assets: { [asset]: { kind: 'image', source: './logo.png', outputs } } });
};

async function build(options: AssetgenOptions = {}, later = 10_000): Promise<EnsureResult> {
  const project = openProject(
    { root, command: 'build', options: { cache: { dir: path.join(root, 'cache') }, ...options } },
    process.env,
    () => Date.now() + later,
  );
  const result = await project.ensure();
  expect(result.report).toMatchObject({ ok: true, failed: 0 });
  await project.close();
  return result;
}

const modules = async (): Promise<string[]> =>
  (await readdir(path.join(root, '.assetgen/modules'), { recursive: true })).sort();

describe('modules as files', () => {
  it('are what an import gives in a program without a plugin', async () => {
    await build({ modules: 'url' });
    const at = (name: string): string =>
      pathToFileURL(path.join(root, '.assetgen/modules', name)).href;
    const program = `
      const { default: logo } = await import(${JSON.stringify(at('ui/logo.js'))});
      const { default: url } = await import(${JSON.stringify(at('ui/logo.4w.webp.js'))});
      console.log(JSON.stringify({ logo, url }));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: root },
    );
    const { logo, url } = JSON.parse(stdout) as {
      logo: { width: number; url: string; srcset: string; placeholder: string };
      url: string;
    };
    expect(logo).toMatchObject({ kind: 'image', name: 'ui/logo', width: 4, height: 4 });
    expect(logo.url).toBe(url);
    expect(logo.placeholder).toMatch(/^data:image\//);
    const bytes = await readFile(fileURLToPath(url));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 4 });
    expect(logo.srcset.split(', ').map((each) => each.split(' ')[1])).toEqual(['4w', '8w']);
  });

  it('have the types of the same imports, by a path alone', async () => {
    await build({ modules: 'url' });
    await rm(path.join(root, 'assets.gen.d.ts'));
    await write(
      'main.ts',
      `import logo from '@gen/ui/logo';
       import url from '@gen/ui/logo.4w.webp';
       export const width: number = logo.width;
       export const wrong: number = url;
       import other from '@gen/ui/lgo';
       export { other };`,
    );
    const program = ts.createProgram([path.join(root, 'main.ts')], {
      noEmit: true,
      strict: true,
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { '@gen/*': [path.join(root, '.assetgen/modules/*')] },
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ messageText, start, file }) => {
      const line = file?.getLineAndCharacterOfPosition(start ?? 0).line;
      return `${String(line)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(found).toEqual([
      "3 Type 'string' is not assignable to type 'number'.",
      expect.stringMatching(/^4 Cannot find module '@gen\/ui\/lgo'/),
    ]);
  });

  it('go with their assets, and what somebody else put there stays', async () => {
    await build({ modules: 'url' });
    expect(await modules()).toContain('ui/logo~react.d.ts');
    await write('.assetgen/modules/mine.js', 'export {};');
    await write('assets.gen.json', manifest('icon'));
    await build({ modules: 'url' });
    expect(await modules()).toEqual(
      expect.arrayContaining([
        'icon.js',
        'icon.d.ts',
        'icon.4w.webp.js',
        'icon~react.js',
        'mine.js',
      ]),
    );
    expect((await modules()).filter((name) => name.startsWith('ui/'))).toEqual([]);
  });

  it('are written again by a warm build, and cost one that asks for none nothing', async () => {
    for (let count = 0; count < 2; count += 1) await build({ modules: 'url' });
    const gone = path.join(root, '.assetgen/modules/ui/logo.js');
    const warm = path.join(root, '.assetgen/warm.json');
    const stamps = (text: string): string[] =>
      Object.keys((JSON.parse(text) as { stamps: object }).stamps);
    expect(stamps(await readFile(warm, 'utf8'))).toContain(gone);
    await rm(gone);
    await build({ modules: 'url' });
    expect(existsSync(gone)).toBe(true);
    await rm(path.join(root, '.assetgen'), { recursive: true });
    for (let count = 0; count < 2; count += 1) await build();
    expect(existsSync(path.join(root, '.assetgen/modules'))).toBe(false);
    expect(
      stamps(await readFile(warm, 'utf8')).filter((file) => file.includes('.assetgen/modules')),
    ).toEqual([]);
  });

  it('name the drafts that a build without a service has', async () => {
    const assets = { hero: { kind: 'image', prompt: 'dawn' } };
    await write('assets.gen.json', JSON.stringify({ assets }));
    const { view } = await build({ modules: 'url', mode: 'draft' });
    const text = await readFile(path.join(root, '.assetgen/modules/hero.js'), 'utf8');
    expect(view.files[0]?.draft).toBe(true);
    expect(text).toContain('new URL("../drafts/files/hero');
  });

  it('are refused below a link', async () => {
    const { symlink } = await import('node:fs/promises');
    await mkdir(path.join(root, '.assetgen'));
    await symlink('../cache', path.join(root, '.assetgen/modules'));
    await expect(build({ modules: 'url' })).rejects.toMatchObject({ code: 'ASSETGEN_LINK' });
  });
});

import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

const MANIFEST = {
  assets: {
    'props/crate': {
      kind: 'model',
      prompt: 'a wooden crate with iron corners',
      quality: 'standard',
      faces: 100_000,
    },
    hero: {
      kind: 'image',
      prompt: 'a castle by the sea at dusk',
      aspectRatio: '16:9',
      outputs: [
        { format: 'webp', width: 320 },
        { format: 'avif', width: 480 },
        { format: 'jpeg', width: 200, height: 200 },
        'png',
      ],
    },
    trailer: { kind: 'video', prompt: 'waves at night', duration: 4, resolution: '480p' },
  },
};

interface Report {
  readonly ok: boolean;
  readonly generated: number;
  readonly downloaded: number;
  readonly cached: number;
  readonly drafted: number;
  readonly points: number | null;
  readonly errors: { readonly code: string; readonly asset: string | null }[];
}

describe('the main job against a service behind a socket', () => {
  let service: CountedService;
  let root: string;
  let cache: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    service = await startCountedService({ key: 'secret-key', light: false });
    root = await createProject(MANIFEST);
    cache = await mkdtemp(path.join(tmpdir(), 'cache-'));
    env = {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: cache,
    };
  });
  afterAll(() => service.close());

  test('a plan tells what would be bought and asks the service nothing', async () => {
    const plan = await runCommand(root, ['plan', '--json'], env);
    expect(plan.code).toBe(0);
    expect(plan.json()).toMatchObject({
      assets: [
        { name: 'hero', action: 'generate', reason: 'new', points: { min: 0, max: null } },
        { name: 'props/crate', action: 'generate' },
        { name: 'trailer', action: 'generate' },
      ],
    });
    expect(service.creates()).toBe(0);
  });

  test('the first build buys each asset once and makes valid files', async () => {
    const build = await runCommand(root, ['build', '--json'], env);
    expect(build.stderr).not.toContain('secret-key');
    const report = build.json<Report>();
    expect(report).toMatchObject({ ok: true, assets: 3, outputs: 6, generated: 3, failed: 0 });
    expect(report.points).toBeGreaterThan(0);
    expect(build.code).toBe(0);
    expect(service.creates()).toBe(3);

    const files = path.join(root, '.assetgen/files');
    const glb = await readFile(path.join(files, 'props/crate.glb'));
    const validation = await validateBytes(glb);
    expect(validation.issues.numErrors).toBe(0);
    expect(validation.info.totalTriangleCount).toBeGreaterThan(90_000);
    expect(await sharp(path.join(files, 'hero.320w.webp')).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 180,
    });
    expect(await sharp(path.join(files, 'hero.480w.avif')).metadata()).toMatchObject({
      format: 'heif',
      width: 480,
    });
    expect(await sharp(path.join(files, 'hero.200w.jpeg')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 200,
      height: 200,
    });
    const video = await readFile(path.join(files, 'trailer.mp4'));
    expect(video.subarray(4, 8).toString('latin1')).toBe('ftyp');
  });

  test('the lock holds digests, UUIDs and points; no URL, no key, no prompt, no time', async () => {
    const text = await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8');
    expect(text).not.toMatch(/https?:|secret-key|castle|signature|20\d\d-\d\d-\d\d/i);
    const lock = JSON.parse(text) as {
      assets: Record<string, { outputs: Record<string, { digest: string; bytes: number }> }>;
    };
    for (const asset of Object.values(lock.assets)) {
      for (const [name, output] of Object.entries(asset.outputs)) {
        const bytes = await readFile(path.join(root, '.assetgen/files', name));
        expect(output).toMatchObject({ digest: digest(bytes), bytes: bytes.length });
      }
    }
    for (const file of await readdir(path.join(root, '.assetgen/journal'))) {
      const journal = await readFile(path.join(root, '.assetgen/journal', file), 'utf8');
      expect(journal).not.toMatch(/https?:|secret-key|castle/);
    }
  });

  test('the second build asks for nothing, pays nothing and writes nothing', async () => {
    service.reset();
    const before = await snapshot(root);
    const build = await runCommand(root, ['build', '--json'], env);
    expect(build.json()).toMatchObject({ ok: true, generated: 0, cached: 3, points: 0 });
    expect(service.requests).toEqual([]);
    expect(await snapshot(root)).toEqual(before);
    expect((await runCommand(root, ['check'], env)).code).toBe(0);
  });

  test('a frozen fresh clone with an empty cache downloads by UUID and creates nothing', async () => {
    service.reset();
    const clone = await cloneOf(root);
    const build = await runCommand(clone, ['build', '--json'], {
      ...env,
      CI: 'true',
      ASSETGEN_CACHE_DIR: await mkdtemp(path.join(tmpdir(), 'cache-')),
    });
    expect(build.json()).toMatchObject({ ok: true, mode: 'frozen', downloaded: 3, generated: 0 });
    expect(service.creates()).toBe(0);
    expect(await lockOf(clone)).toBe(await lockOf(root));
    for (const name of ['props/crate.glb', 'hero.480w.avif', 'trailer.mp4']) {
      const copy = await readFile(path.join(clone, '.assetgen/files', name));
      expect(digest(copy)).toBe(digest(await readFile(path.join(root, '.assetgen/files', name))));
    }
  });

  test('a frozen build without a key and with an empty cache fails with 3 and says what to set', async () => {
    const clone = await cloneOf(root);
    const build = await runCommand(clone, ['build', '--frozen'], {});
    expect(build.code).toBe(3);
    expect(build.stderr).toContain('ASSETGEN_FROZEN');
    expect(build.stderr).toContain('ASSETGEN_API_URL');
  });

  test('a frozen build refuses what the lock does not have, and changes no file', async () => {
    service.reset();
    const clone = await cloneOf(root);
    writeManifest(clone, {
      assets: { ...MANIFEST.assets, hero: { ...MANIFEST.assets.hero, prompt: 'a lighthouse' } },
    });
    const before = await lockOf(clone);
    const build = await runCommand(clone, ['build', '--json', '--frozen'], env);
    expect(build.code).toBe(3);
    expect(build.json<Report>().errors).toMatchObject([
      { code: 'ASSETGEN_FROZEN', asset: 'hero', message: 'hero: prompt changed: "a lighthouse"' },
    ]);
    expect(await lockOf(clone)).toBe(before);
    expect(service.creates()).toBe(0);
  });

  test('an output edited by hand is told and restored', async () => {
    service.reset();
    const file = path.join(root, '.assetgen/files/hero.320w.webp');
    const good = digest(await readFile(file));
    await writeFile(file, 'scribble');
    const check = await runCommand(root, ['check'], env);
    expect(check.code).toBe(3);
    expect(check.stderr).toContain('hero.320w.webp was edited');
    expect((await runCommand(root, ['build'], env)).code).toBe(0);
    expect(digest(await readFile(file))).toBe(good);
    expect(service.requests).toEqual([]);
  });

  test('a new size of an image buys nothing; a changed prompt buys just that asset', async () => {
    service.reset();
    const hero = { ...MANIFEST.assets.hero, outputs: ['png', { format: 'webp', width: 64 }] };
    writeManifest(root, { assets: { ...MANIFEST.assets, hero } });
    const sized = await runCommand(root, ['build', '--json'], env);
    expect(sized.json()).toMatchObject({ ok: true, generated: 0, points: 0 });
    expect(service.requests).toEqual([]);
    expect(await readdir(path.join(root, '.assetgen/files'))).not.toContain('hero.320w.webp');

    writeManifest(root, { assets: { ...MANIFEST.assets, hero: { ...hero, prompt: 'a mill' } } });
    const plan = await runCommand(root, ['plan', '--json'], env);
    expect(plan.stdout).toContain('prompt changed');
    const changed = await runCommand(root, ['build', '--json'], env);
    expect(changed.json()).toMatchObject({ ok: true, generated: 1, cached: 2 });
    expect(service.creates()).toBe(1);
  });

  test('a limit that is tightened is held against what is there already, and buys nothing', async () => {
    service.reset();
    const before = await readFile(path.join(root, 'assets.gen.json'), 'utf8');
    const { assets } = JSON.parse(before) as typeof MANIFEST;
    const crate = { ...assets['props/crate'], expect: { maxTriangles: 1000 } };
    writeManifest(root, { assets: { ...assets, 'props/crate': crate } });
    const build = await runCommand(root, ['build', '--json'], env);
    expect(build.code).toBe(1);
    expect(build.json<Report>().errors).toMatchObject([
      { code: 'ASSETGEN_EXPECT', asset: 'props/crate' },
    ]);
    expect(service.requests).toEqual([]);
    writeManifest(root, before);
    expect((await runCommand(root, ['build'], env)).code).toBe(0);
    expect(service.requests).toEqual([]);
  });

  test('another project of the same machine with the same recipes pays nothing', async () => {
    service.reset();
    const other = await createProject({
      assets: { renamed: MANIFEST.assets['props/crate'] },
    });
    const build = await runCommand(other, ['build', '--json'], env);
    expect(build.json()).toMatchObject({ ok: true, generated: 0, points: 0 });
    expect(service.creates()).toBe(0);
    const third = await createProject({ assets: { other: MANIFEST.assets['props/crate'] } });
    const taken = await runCommand(third, ['build'], env);
    expect(taken.stdout).toMatch(/^1 asset: 1 from the cache; \d+ files?, 0 points, /);
    const warm = await runCommand(third, ['build'], env);
    expect(warm.stdout).toMatch(/^1 asset: 1 up to date; /);
  });
});

describe('modes', () => {
  test('without a key and a URL drafts stand in, with one warning and a last line that says so', async () => {
    const root = await createProject(MANIFEST);
    const build = await runCommand(root, ['build'], {});
    expect(build.code).toBe(0);
    expect(build.stderr.match(/ASSETGEN_API_URL/g)).toHaveLength(1);
    expect(build.stdout).toMatch(/^3 assets: 3 drafted; /);
    expect(build.stdout.trim().split('\n').at(-1)).toMatch(/^3 drafts used/);
    await expect(stat(path.join(root, 'assets.gen.lock.json'))).rejects.toThrow('ENOENT');
    await expect(stat(path.join(root, '.assetgen/files'))).rejects.toThrow('ENOENT');
    const glb = await readFile(path.join(root, '.assetgen/drafts/files/props/crate.glb'));
    expect((await validateBytes(glb)).issues.numErrors).toBe(0);
  });

  test('service "local" is a service: its results are locked, and a second build is warm', async () => {
    const root = await createProject(
      { assets: { hero: MANIFEST.assets.hero } },
      { service: 'local' },
    );
    const env = { ASSETGEN_CACHE_DIR: await mkdtemp(path.join(tmpdir(), 'cache-')) };
    const first = await runCommand(root, ['build', '--json'], env);
    expect(first.json()).toMatchObject({ ok: true, generated: 1, drafted: 0 });
    const second = await runCommand(root, ['build', '--json'], env);
    expect(second.json()).toMatchObject({ ok: true, generated: 0, cached: 1 });

    // Another machine: the embedded service has no such job, and makes the same bytes once more.
    const clone = await cloneOf(root);
    const frozen = await runCommand(clone, ['build', '--json'], { CI: 'true' });
    expect(frozen.json()).toMatchObject({ ok: true, mode: 'frozen', failed: 0 });
    expect(await lockOf(clone)).toBe(await lockOf(root));
  });
});

function digest(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
}

function lockOf(root: string): Promise<string> {
  return readFile(path.join(root, 'assets.gen.lock.json'), 'utf8');
}

async function cloneOf(root: string): Promise<string> {
  const clone = await mkdtemp(path.join(tmpdir(), 'clone-'));
  await cp(root, clone, { recursive: true });
  await rm(path.join(clone, '.assetgen'), { recursive: true, force: true });
  return clone;
}

/** Every file with its modification time: what a build that does nothing must leave alone. */
async function snapshot(root: string): Promise<Record<string, number>> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const entries = await Promise.all(
    files
      .filter((file) => file.isFile())
      // Notes of the warm build: written once the files were left alone for two seconds.
      .filter((file) => !/^warm(?:-objects)?\.json$/.test(file.name))
      .map(async (file) => {
        const full = path.join(file.parentPath, file.name);
        return [path.relative(root, full), (await stat(full)).mtimeMs] as const;
      }),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

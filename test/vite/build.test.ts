import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

const VITE = join(REPOSITORY, 'node_modules/vite/bin/vite.js');

const MANIFEST = {
  assets: {
    'props/crate': { kind: 'model', prompt: 'a wooden crate' },
    sky: {
      kind: 'image',
      prompt: 'clouds over hills',
      outputs: [
        { format: 'webp', width: 320 },
        { format: 'avif', width: 160 },
        { format: 'png', public: 'share/sky.png' },
      ],
    },
    loop: { kind: 'video', prompt: 'waves', duration: 4, resolution: '480p' },
  },
};

const APP = {
  'assets.gen.json': JSON.stringify(MANIFEST),
  'vite.config.mjs': `import assetgen from '@assetgen/vite-plugin';
    export default {
      plugins: [assetgen()],
      build: { lib: false, rollupOptions: { input: 'main.js', preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'main.mjs' } } },
    };`,
  'main.js': `export { default as crateUrl } from '@gen/props/crate.glb';
    export { default as crate } from '@gen/props/crate';
    export { default as sky } from '@gen/sky';
    export { default as loop } from '@gen/loop';`,
};

interface FileFacts {
  readonly url: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}
interface Bundle {
  readonly crateUrl: string;
  readonly crate: { readonly url: string; readonly triangles: number; readonly files: FileFacts[] };
  readonly sky: {
    readonly srcset: string;
    readonly width: number;
    readonly placeholder: string;
    readonly files: FileFacts[];
  };
  readonly loop: {
    readonly duration: number;
    readonly height: number;
    readonly files: FileFacts[];
  };
}

describe('a Vite build against a service over a socket', () => {
  let service: CountedService;
  let root: string;
  let env: NodeJS.ProcessEnv;
  const build = (extra: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    runNode([VITE, 'build'], { cwd: root, env: { ...env, ...extra } });

  let first: Ran;
  beforeAll(async () => {
    service = await startCountedService({ key: 'k' });
    root = await makeApp(APP);
    env = cleanEnv({ ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'k' });
    first = await build();
  });
  afterAll(() => service?.close());

  const bundle = async (): Promise<Bundle> =>
    (await import(`${pathToFileURL(join(root, 'dist/main.mjs')).href}?${Math.random()}`)) as Bundle;

  it('generates each asset once and says what it did', () => {
    expect(first.stderr + first.stdout).toMatch(
      /assetgen: 3 assets, 5 files · 3 generated · [1-9]\d* points\n$/,
    );
    expect(first.code).toBe(0);
    expect(service.creates()).toBe(3);
  });

  it('emits every file, with the bytes that the import promises', async () => {
    const { crateUrl, crate, sky, loop } = await bundle();
    expect(crateUrl).toBe(crate.url);
    const files = [...crate.files, ...sky.files, ...loop.files];
    expect(files).toHaveLength(5);
    for (const file of files) {
      expect(file.url).toMatch(/^\/assets\//);
      const bytes = await readFile(join(root, 'dist', file.url));
      expect(bytes.length).toBe(file.bytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    }
    expect(crate.triangles).toBeGreaterThan(1000);
    expect(sky.srcset).toBe(`${sky.files[0]!.url} 320w`);
    expect(sky.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(loop).toMatchObject({ duration: 4, height: 480 });
  });

  it('emits a public output under its own URL too', async () => {
    const { sky } = await bundle();
    const png = await readFile(join(root, 'dist/share/sky.png'));
    const facts = sky.files.find((file) => file.name === 'sky.png');
    expect(createHash('sha256').update(png).digest('hex')).toBe(facts?.sha256);
  });

  it('asks for nothing a second time and writes the same files', async () => {
    const list = async (): Promise<string[]> =>
      (await readdir(join(root, 'dist'), { recursive: true })).sort();
    const before = await list();
    const asked = service.requests.length;
    const second = await build();
    expect(second.stderr + second.stdout).toMatch(/· all up to date · 0 points\n$/);
    expect(service.requests.length).toBe(asked);
    expect(await list()).toEqual(before);
  });

  it('is frozen where CI is set: downloads what is locked, creates nothing, same output', async () => {
    const list = async (): Promise<string[]> =>
      (await readdir(join(root, 'dist'), { recursive: true })).sort();
    const before = await list();
    const lock = await readFile(join(root, 'assets.gen.lock.json'), 'utf8');
    await rm(join(root, '.assetgen'), { recursive: true });
    const frozen = await build({
      CI: 'true',
      ASSETGEN_CACHE_DIR: cleanEnv()['ASSETGEN_CACHE_DIR'],
    });
    expect(frozen.code, frozen.stderr).toBe(0);
    expect(service.creates()).toBe(3);
    expect(await readFile(join(root, 'assets.gen.lock.json'), 'utf8')).toBe(lock);
    expect(await list()).toEqual(before);
  });

  it('fails in frozen mode when an asset is not locked, and names the command', async () => {
    const app = await makeApp(APP);
    const ran = await runNode([VITE, 'build'], { cwd: app, env: { ...env, CI: 'true' } });
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toMatch(/ASSETGEN_FROZEN[\s\S]*assetgen build/);
    expect(service.creates()).toBe(3);
  });

  it('tells a wrong name with the nearest one, and where it stands', async () => {
    const app = await makeApp({ ...APP, 'main.js': `\nimport '@gen/props/crte.glb';` });
    const ran = await runNode([VITE, 'build'], { cwd: app, env });
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toMatch(/ASSETGEN_UNKNOWN_IMPORT[\s\S]*@gen\/props\/crate\.glb/);
    expect(ran.stderr).toContain('main.js:2:9');
    expect(ran.stderr).not.toContain('@assetgen/');
  });

  it('builds with drafts where no service is set, and ends by saying so', async () => {
    const app = await makeApp(APP);
    const ran = await runNode([VITE, 'build'], { cwd: app, env: cleanEnv() });
    expect(ran.code).toBe(0);
    const last = ran.stderr.trimEnd().split('\n').at(-1);
    expect(last).toMatch(
      /^assetgen: DRAFTS were used for .*: set ASSETGEN_API_URL and ASSETGEN_API_KEY, then build again\.$/,
    );
    expect(ran.stderr).toContain('ASSETGEN_API_KEY');
    expect(await readdir(app)).not.toContain('assets.gen.lock.json');
  });

  it('fails in place of drafts where the config says so, and draws none', async () => {
    const app = await makeApp({ ...APP, 'assetgen.config.json': '{ "drafts": "error" }' });
    const ran = await runNode([VITE, 'build'], { cwd: app, env: cleanEnv() });
    expect(ran.code).not.toBe(0);
    for (const name of Object.keys(MANIFEST.assets)) {
      expect(ran.stderr).toContain(`ASSETGEN_DRAFTS: ${name}: new; no service is set`);
    }
    expect(ran.stderr).toContain('Set ASSETGEN_API_URL and ASSETGEN_API_KEY');
    expect(await readdir(app)).not.toContain('dist');
    expect(await readdir(join(app, '.assetgen'))).not.toContain('drafts');
  });
});

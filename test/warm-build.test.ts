import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnv } from './support/env.ts';
import { HEAVY, runTraced } from './support/loaded.mjs';

const TRACE_WORKERS = new URL('support/trace-workers.mjs', import.meta.url).href;
const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const MANIFEST = {
  assets: {
    hill: { kind: 'image', prompt: 'a hill', outputs: [{ format: 'webp', width: 32 }] },
    // The least that the libraries of models are loaded for.
    rock: {
      kind: 'model',
      prompt: 'a rock',
      quality: 'standard',
      faces: 100_000,
      meshOnly: true,
    },
  },
};

function makeProject(manifest: object): string {
  const project = mkdtempSync(join(tmpdir(), 'warm-'));
  writeFileSync(join(project, 'assetgen.config.json'), '{ "service": "local" }');
  writeFileSync(join(project, 'assets.gen.json'), JSON.stringify(manifest));
  return project;
}

/** What a cold build loads: the trace has to see what it looks for. */
const MAKERS = ['/sharp/', '/meshoptimizer/', '/node/steps/worker.js'];

test('a build with nothing changed loads no library that makes anything', () => {
  const env = cleanEnv();
  const args = [command, 'build', '--root', makeProject(MANIFEST), '--json'];
  const traced = { ...env, NODE_OPTIONS: `--import ${TRACE_WORKERS}` };
  const cold = runTraced(args, { env: traced });
  expect(JSON.parse(cold.stdout)).toMatchObject({ ok: true, generated: 2 });
  for (const maker of MAKERS) {
    expect(cold.modules).toContainEqual(expect.stringContaining(maker));
  }

  const warm = runTraced(args, { env });
  expect(JSON.parse(warm.stdout)).toMatchObject({
    ok: true,
    generated: 0,
    downloaded: 0,
    points: 0,
  });
  expect([...warm.modules, ...warm.sources].filter((url) => HEAVY.test(url))).toEqual([]);
});

test('once files are left alone, a build looks at their stamps, and loads nothing of the pipeline', async () => {
  const { hill } = MANIFEST.assets;
  const project = makeProject({ assets: { hill } });
  const env = cleanEnv();
  const build = (...more: string[]) => {
    const run = runTraced([command, 'build', '--root', project, '--json', ...more], { env });
    // Nor what stores results: it loads cryptography.
    const isWarm = !run.sources.some((url) =>
      /\/core\/src\/(?:project\/open-project-tools|store\/cas\/)/.test(url),
    );
    return { isWarm, modules: run.modules.length, report: JSON.parse(run.stdout) as object };
  };
  const output = join(project, '.assetgen/files/hill.32w.webp');
  const types = join(project, 'assets.gen.d.ts');
  expect(build().report).toMatchObject({ ok: true, generated: 1 });
  const bytes = readFileSync(output);
  const idle = { ok: true, mode: 'generate', assets: 1, outputs: 1, cached: 1, generated: 0 };

  await delay(2100);
  expect(build()).toMatchObject({ isWarm: false, report: idle });
  const warm = build();
  expect(warm).toMatchObject({ isWarm: true, report: { ...idle, errors: [] } });
  expect(warm.modules).toBeLessThan(10);

  // So does a plan: the second one is told as the first was.
  const plan = () => runTraced([command, 'plan', '--root', project, '--json'], { env });
  const first = plan();
  const second = plan();
  expect(JSON.parse(first.stdout)).toMatchObject({ assets: [{ name: 'hill', action: 'none' }] });
  expect(second.stdout).toBe(first.stdout);
  expect(second.sources.filter((url) => url.endsWith('/open-project-tools.ts'))).toEqual([]);
  expect(second.modules.length).toBeLessThan(10);

  // Who asks for more gets it.
  expect(build('--only', 'hill')).toMatchObject({ isWarm: false, report: idle });
  expect(build('--frozen')).toMatchObject({ isWarm: false, report: { ok: true, mode: 'frozen' } });

  rmSync(output);
  rmSync(types);
  expect(build()).toMatchObject({ isWarm: false, report: idle });
  expect(readFileSync(output)).toEqual(bytes);
  expect(existsSync(types)).toBe(true);

  await delay(2100);
  build();
  expect(build()).toMatchObject({ isWarm: true });
  // As long as before, and by its time as old.
  const { atime, mtime } = statSync(output);
  writeFileSync(output, Buffer.alloc(bytes.length));
  utimesSync(output, atime, mtime);
  expect(build()).toMatchObject({ isWarm: false, report: idle });
  expect(readFileSync(output)).toEqual(bytes);

  const sky = { kind: 'image', prompt: 'a sky', outputs: [{ format: 'webp', width: 32 }] };
  writeFileSync(join(project, 'assets.gen.json'), JSON.stringify({ assets: { hill, sky } }));
  expect(build()).toMatchObject({ isWarm: false, report: { ok: true, assets: 2, generated: 1 } });
});

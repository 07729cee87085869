// `assetgen plan` of many assets: all new, and all of them locked. The whole command is measured,
// from its start to its end; so is the most memory that it held.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtModule } from '../scripts/built-module.mjs';
import { SETTLED_MS } from './bundlers/sample-project.mjs';
import { median, medians, quick, report } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'CI' && !name.startsWith('ASSETGEN_')),
  ),
  ASSETGEN_CACHE_DIR: join(folder, 'cache'),
};
const SIZED = ['webp', { format: 'avif', width: 640 }];
const SIZES = [1_000, 3_000, 10_000];
/** What a plan kept for the next one. */
const kept = join(folder, '.assetgen/plan.json');
const shortest = join(root, 'bench/support/shortest-plan.cjs');
const peak = new URL('support/tell-peak.mjs', import.meta.url).href;

try {
  writeFileSync(join(folder, 'assetgen.config.json'), '{ "service": "local" }');
  const bare = median(times(() => run(['-e', '0']).ms));
  for (const state of ['new', 'locked']) {
    const took = {};
    for (const size of SIZES) {
      const assets = manifest(size);
      writeFileSync(join(folder, 'assets.gen.json'), JSON.stringify({ assets }, null, 2));
      if (state === 'locked') await lock();
      // The first plan: nothing that an earlier one kept is there.
      const first = times(() => {
        rmSync(kept, { force: true });
        return run([command, 'plan', '--json', '--root', folder]);
      });
      took[size] = median(first.map((each) => each.ms));
      const memory = median(first.map((each) => each.peakMb));
      const most = size === 10_000;
      report({
        name: `plan of ${size} ${state} assets`,
        value: took[size],
        target: most ? 300 : 300 * (size / 10_000) + 100,
        unit: 'ms',
      });
      report({
        name: `plan of ${size} ${state} assets, memory`,
        value: memory,
        target: 100,
        unit: 'MB',
      });
      if (!most) continue;
      // What any program has to do: it comes to the same plan, or this is no comparison.
      const least = times(() => run([shortest, folder, env.ASSETGEN_CACHE_DIR]));
      if (least.some(({ text }) => text !== first[0].text)) throw new Error('two different plans');
      report({
        name: `plan of ${size} ${state} assets, against the shortest program`,
        value: took[size],
        target: 2 * median(least.map((each) => each.ms)),
        unit: 'ms',
        peer: 'the shortest program that comes to the same plan',
      });
      report({
        name: `plan of ${size} ${state} assets, memory against the shortest program`,
        value: memory,
        target: 1.5 * median(least.map((each) => each.peakMb)),
        unit: 'MB',
        peer: 'the shortest program that comes to the same plan',
      });
      // Stamps of files count once nobody touched them for two seconds; the plan after that keeps them.
      await delay(SETTLED_MS);
      run([command, 'plan', '--json', '--root', folder]);
      const { second, start } = await medians({
        second: () => run([command, 'plan', '--json', '--root', folder]),
        start: () => run(['-e', '0']),
      });
      report({
        name: `a second plan of ${size} ${state} assets, × a bare start`,
        value: second / start,
        target: 2,
        unit: '×',
        peer: 'a bare start of Node',
      });
    }
    // Linear: three times the assets take at most three times the time that is not Node's start.
    const net = (size) => Math.max(1, took[size] - bare);
    const growth = net(10_000) / net(3_000);
    report({
      name: `growth from 3,000 to 10,000 ${state} assets`,
      value: growth,
      target: 10 / 3 + 0.2,
      peer: 'a plan of 3,000',
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function manifest(size) {
  const kinds = [
    (index) => ({ kind: 'image', prompt: `a view of the town number ${index}`, outputs: SIZED }),
    (index) => ({ kind: 'model', prompt: `a small house number ${index}` }),
    (index) => ({ kind: 'video', prompt: `clouds over hill number ${index}` }),
  ];
  return Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `group-${index % 50}/asset-${index}`,
      kinds[index % 3](index),
    ]),
  );
}

/** Writes the lock that a build would have left; the outputs are not there. */
async function lock() {
  const core = (file) => builtModule(`packages/core/src/${file}`);
  const [{ loadManifests }, { recipeOf, recipeFields }, { fingerprint }, { serialiseLock }] =
    await Promise.all(
      [
        'run/manifests/load-manifests.ts',
        'plan/recipe-fingerprint.ts',
        'plan/canonical-json.ts',
        'lock/serialise-lock.ts',
      ].map(core),
    );
  const { wantedFingerprint } = await core('plan/wanted-fingerprint.ts');
  const { manifest: all } = await loadManifests(folder, ['assets.gen.json']);
  const digest = (text) => `sha256-${createHash('sha256').update(text).digest('hex')}`;
  const entries = all.assets.map((asset) => {
    const content = recipeOf(asset, () => null);
    const uuid = digest(asset.name).slice(7, 43);
    const entry = {
      kind: asset.kind,
      recipe: fingerprint(content),
      fields: recipeFields(content),
      jobs: [{ operation: 'createNormalPicture', uuids: [uuid], points: 4 }],
      variants: [{ uuid, digest: digest(uuid), bytes: 1 }],
    };
    const outputs = asset.outputs.map((output) => [
      output.name,
      {
        fingerprint: wantedFingerprint(asset, output, entry),
        digest: digest(output.name),
        bytes: 1,
        meta: { width: 640, height: 360 },
      },
    ]);
    return [asset.name, { ...entry, outputs: Object.fromEntries(outputs) }];
  });
  const text = serialiseLock({ assets: Object.fromEntries(entries) });
  writeFileSync(join(folder, 'assets.gen.lock.json'), text);
}

function times(work) {
  return Array.from({ length: quick ? 3 : 7 }, work);
}

function run(args) {
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', peak, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ms = performance.now() - start;
  if (child.status !== 0) throw new Error(child.stderr);
  const { stdout: text } = child;
  return { ms, text, peakMb: Number(/peak (\d+)/.exec(child.stderr)?.[1]) / 1e6 };
}

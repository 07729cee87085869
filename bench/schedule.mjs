// A build of many assets whose jobs end at once: what is left is what the build itself takes for
// each of them, the lock's writes included. The service and the files are stood in for.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtModule } from '../scripts/built-module.mjs';
import { quick, report } from './report.mjs';

const [{ openNodeRuntime }, { runBuild }, { loadManifests }, { resolveConfig }] = await Promise.all(
  [
    'packages/core/src/node/open-node-runtime.ts',
    'packages/core/src/run/run-build.ts',
    'packages/core/src/run/manifests/load-manifests.ts',
    'packages/core/src/config/resolve-config.ts',
  ].map(builtModule),
);
const SIZES = quick ? [500, 2_000] : [1_000, 3_000, 10_000];
await perAsset(200);

const took = [];
for (const size of SIZES) {
  took.push(await perAsset(size));
  report({
    name: `build of ${size} assets: CPU time per asset`,
    value: took.at(-1),
    target: 2,
    unit: 'ms of CPU',
  });
}
const growth = took.at(-1) / took[0];
report({
  name: `CPU time per asset: growth from ${SIZES[0]} to ${SIZES.at(-1)} assets`,
  value: growth,
  target: 1.5,
  peer: `a build of ${SIZES[0]}`,
});

async function perAsset(size) {
  const root = mkdtempSync(join(tmpdir(), 'schedule-'));
  try {
    const assets = Array.from({ length: size }, (_, index) => [
      `a${index}`,
      { kind: 'image', prompt: `a view of the town number ${index}` },
    ]);
    const text = JSON.stringify({ assets: Object.fromEntries(assets) });
    writeFileSync(join(root, 'assets.gen.json'), text);
    const env = { ASSETGEN_CACHE_DIR: join(root, 'cache') };
    const ports = await openNodeRuntime(
      root,
      resolveConfig({ service: 'local' }, {}, env, 'build'),
    );
    const { manifest } = await loadManifests(root, ['assets.gen.json']);
    const openWorkspace = async (context) => instantly(await ports.openWorkspace(context));
    const options = { mode: 'generate', shared: 'all', limit: null, onEvent() {} };
    const start = process.cpuUsage();
    const stubbed = { ...ports, listModels: async () => null, openWorkspace };
    const made = await runBuild(stubbed, manifest, [], options);
    const { user, system } = process.cpuUsage(start);
    if (made.report.generated !== size) throw new Error(JSON.stringify(made.report));
    await ports.close();
    return (user + system) / 1000 / size;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The project's workspace, with a real lock, where jobs are done as soon as they are asked for. */
async function instantly(workspace) {
  const blob = await workspace.store.putBytes(Buffer.from('x'));
  const nothing = async () => undefined;
  const index = {
    ...workspace.index,
    hasRecipe: () => false,
    recipe: async () => null,
    setRecipe: nothing,
    setOutput: nothing,
    output: async () => ({ ...blob, meta: {} }),
  };
  const obtain = async ({ fingerprint }) => {
    const uuid = createHash('sha256').update(fingerprint).digest('hex').slice(0, 36);
    return { points: 4, submitted: true, variants: [{ status: 'done', uuid, ...blob }] };
  };
  const store = { ...workspace.store, materialise: async () => true };
  return { ...workspace, index, store, engine: async () => ({ obtain }) };
}

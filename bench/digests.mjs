// Determinism: one project, built from an empty cache by Node 20, 22 and 24. What counts is how many
// outputs have other bytes on another Node; they are named, with their format.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quick, report } from './report.mjs';

const VERSIONS = [20, 22, 24];
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const FORMATS = ['png', 'jpeg', 'webp', 'avif'];

const assets = {
  picture: {
    kind: 'image',
    prompt: 'a lighthouse at dusk',
    outputs: [
      'png',
      ...FORMATS.map((format) => ({ format, width: 320 })),
      { format: 'webp', width: 200, lossless: true, suffix: 'lossless' },
    ],
  },
  model: {
    kind: 'model',
    prompt: 'a small red dragon',
    outputs: [
      'glb',
      ...['meshopt', 'draco', 'quantize'].map((compress) => ({
        format: 'glb',
        suffix: compress,
        simplify: 0.5,
        textures: { format: 'webp', maxSize: 256 },
        compress,
      })),
      {
        format: 'glb',
        suffix: 'far',
        lods: [0.25, 0.05],
        textures: { format: 'avif', maxSize: 128 },
      },
      { format: 'png', thumbnail: true, width: 256 },
      { format: 'usdz', size: 100 },
    ],
  },
  ...(quick
    ? {}
    : {
        film: {
          kind: 'video',
          prompt: 'waves at night',
          duration: 4,
          resolution: '480p',
          outputs: ['mp4', { format: 'webp', poster: 1 }],
        },
      }),
};

const folder = mkdtempSync(join(tmpdir(), 'assetgen-digests-'));
const built = VERSIONS.map((version) => ({ version, outputs: build(version) }));
const [first, ...others] = built;
const names = Object.keys(first.outputs);
for (const { version, outputs } of others) {
  const differing = names.filter((name) => outputs[name] !== first.outputs[name]);
  for (const name of differing) console.log(`  ${name}: different bytes on Node ${version}`);
  const what = `${names.length} outputs: different bytes on Node ${version}`;
  report({ name: what, value: differing.length, target: 0 });
}
rmSync(folder, { recursive: true, force: true });

/** The digests of all sources and outputs, by name. */
function build(version) {
  const root = join(folder, `node-${version}`);
  mkdirSync(root);
  writeFileSync(join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  writeFileSync(join(root, 'assetgen.config.json'), '{ "service": "local" }');
  const env = { ...process.env, ASSETGEN_CACHE_DIR: join(root, 'cache'), CI: '' };
  const args = ['-y', `node@${version}`, MAIN, 'build', '--root', root, '--mode', 'generate'];
  const { status, stderr } = spawnSync('npx', args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Node ${version}: ${stderr}`);
  const lock = JSON.parse(readFileSync(join(root, 'assets.gen.lock.json'), 'utf8'));
  return Object.fromEntries(
    Object.entries(lock.assets).flatMap(([name, { variants, outputs }]) => [
      ...variants.map(({ digest }, index) => [`source ${index + 1} of ${name}`, digest]),
      ...Object.entries(outputs).map(([output, { digest }]) => [output, digest]),
    ]),
  );
}

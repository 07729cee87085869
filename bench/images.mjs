// Images: photographs of 2048 × 2048 pixels, each as webp at 320, 640 and 1024 pixels and as avif
// at 640, by `assetgen build` from an empty cache; beside it the same by a loop over sharp, by
// vite-imagetools in a Vite build, and, at full size, by AssetPack. Every case is a process of its
// own and is timed whole. The peers stand in bench/peers/images; they need Node 24.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { medians, quick, report } from './report.mjs';

const COUNT = quick ? 2 : 8;
const SIDE = 2048;
const WIDTHS = [320, 640, 1024];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PEERS = here('./peers/images');
const [role, given, ...parts] = process.argv.slice(2).filter((argument) => argument !== '--quick');

if (role === 'loop')
  await loop(given, (_file, index) => parts.length === 0 || index % 2 === Number(parts[0]));
else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'assetgen-images-'));
  await writeSources(folder);
  install();
  const inputs = readdirSync(join(folder, 'in'));
  const sizes = [
    ...WIDTHS.map((width) => ({ format: 'webp', width })),
    { format: 'avif', width: 640, effort: 2 },
  ];
  const sized = project(folder, 'sized', inputs, sizes);
  const whole = project(folder, 'whole', inputs, ['webp']);
  const cases = {
    ours: () => ours(sized),
    loop: () => run(process.execPath, [here('./images.mjs'), 'loop', folder]),
    // As fast as two cores are: two such loops, each with half of the photographs.
    loops: () =>
      Promise.all(
        ['0', '1'].map((part) =>
          run(process.execPath, [here('./images.mjs'), 'loop', folder, part]),
        ),
      ),
    imagetools: () => runPeer('imagetools', folder),
    oursWhole: () => ours(whole),
    assetpack: () => runPeer('assetpack', folder),
  };
  if (availableParallelism() > 1 && hasTaskset()) cases.oursOneCore = () => ours(sized, true);
  const times = await medians(cases, { runs: 3 });
  const name = `${COUNT} photographs to ${sizes.length} sizes`;
  // Two cores do at best half the time of the loop's one thread at a time.
  const part = availableParallelism() > 1 ? 0.55 : 1.05;
  report({ name, value: times.ours, target: times.loop * part, unit: 'ms', peer: 'a sharp loop' });
  const [twice, peer] = [`${name}, against two loops`, 'two sharp loops at once'];
  report({ name: twice, value: times.ours, target: 1.15 * times.loops, unit: 'ms', peer });
  if (availableParallelism() > 1) {
    const gain = times.loop / times.ours;
    const cores = `${name}: speed-up over the loop, two cores`;
    report({ name: cores, value: gain, target: 1.8, unit: '×', better: 'higher' });
  }
  if (times.oursOneCore !== undefined) {
    const one = `${name}, one core`;
    report({
      name: one,
      value: times.oursOneCore,
      target: times.loop * 1.05,
      unit: 'ms',
      peer: 'a sharp loop',
    });
  }
  report({
    name: `${name}, in Vite`,
    value: times.ours,
    target: times.imagetools,
    unit: 'ms',
    peer: 'vite-imagetools 12',
  });
  report({
    name: `${COUNT} photographs to webp`,
    value: times.oursWhole,
    target: times.assetpack,
    unit: 'ms',
    peer: 'AssetPack 1.7',
  });
  const bytes = [join(sized, '.assetgen/files'), join(folder, 'out-loop')].map(bytesBelow);
  report({
    name: `${name}: bytes of the outputs`,
    value: bytes[0] / 1e6,
    target: bytes[1] / 1e6,
    unit: 'MB',
    peer: 'a sharp loop',
  });
  rmSync(folder, { recursive: true, force: true });
}

/** What looks like a photograph to an encoder: soft shapes under a little noise. */
async function writeSources(folder) {
  mkdirSync(join(folder, 'in'), { recursive: true });
  for (let index = 0; index < COUNT; index++) {
    const noise = (side, sigma) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma },
        },
      });
    const shapes = await noise(24, 90).png().toBuffer();
    const grain = await noise(SIDE, 6).png().toBuffer();
    await sharp(shapes)
      .resize(SIDE, SIDE, { kernel: 'cubic' })
      .composite([{ input: grain, blend: 'soft-light' }])
      .png({ compressionLevel: 6 })
      .toFile(join(folder, 'in', `p${index}.png`));
  }
}

function project(folder, name, inputs, outputs) {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  const assets = inputs.map((file) => {
    spawnSync('cp', [join(folder, 'in', file), root]);
    return [file.replace('.png', ''), { kind: 'image', source: `./${file}`, outputs }];
  });
  writeFileSync(
    join(root, 'assets.gen.json'),
    JSON.stringify({ assets: Object.fromEntries(assets) }),
  );
  return root;
}

/** A cold build, from an empty cache. */
async function ours(root, onOneCore = false) {
  const cache = join(root, 'cache');
  for (const path of [cache, join(root, '.assetgen'), join(root, 'assets.gen.lock.json')]) {
    rmSync(path, { recursive: true, force: true });
  }
  const args = [here('../dist/main.js'), 'build', '--root', root, '--mode', 'generate'];
  const env = { ...process.env, ASSETGEN_CACHE_DIR: cache, CI: '' };
  await (onOneCore
    ? run('taskset', ['-c', '0', process.execPath, ...args], env)
    : run(process.execPath, args, env));
}

async function loop(folder, isWanted) {
  const out = join(folder, 'out-loop');
  mkdirSync(out, { recursive: true });
  sharp.concurrency(1);
  for (const file of readdirSync(join(folder, 'in')).filter(isWanted)) {
    const source = join(folder, 'in', file);
    for (const width of WIDTHS) {
      const image = sharp(source).resize({ width, withoutEnlargement: true });
      await image.webp({ quality: 80, effort: 4 }).toFile(join(out, `${file}.${width}.webp`));
    }
    await sharp(source)
      .resize({ width: 640, withoutEnlargement: true })
      .avif({ quality: 55, effort: 2 })
      .toFile(join(out, `${file}.640.avif`));
  }
}

/** The peers and Node 24, got once before anything is timed. */
function install() {
  const options = { cwd: PEERS, stdio: 'ignore', shell: process.platform === 'win32' };
  if (!existsSync(join(PEERS, 'node_modules'))) {
    const flags = ['--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', ['install', '--no-save', ...flags], options);
    if (status !== 0) throw new Error('the peers could not be installed');
  }
  spawnSync('npx', ['-y', 'node@24', '--version'], options);
}

async function runPeer(name, folder) {
  rmSync(join(folder, `out-${name}`), { recursive: true, force: true });
  await run('npx', ['-y', 'node@24', join(PEERS, 'build.mjs'), name, folder]);
  if (bytesBelow(join(folder, `out-${name}`)) === 0) throw new Error(`${name} made nothing`);
}

function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}: ${stderr.slice(-2000)}`));
    });
  });
}

function hasTaskset() {
  return spawnSync('taskset', ['-c', '0', 'true']).status === 0;
}

function bytesBelow(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:webp|avif)$/.test(entry.name))
    .reduce(
      (sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size,
      0,
    );
}

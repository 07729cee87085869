// Builds of Vite, webpack and Rspack with many files and with large ones, beside the bundlers' own
// way; 300 images beside vite-imagetools. Time and memory are of the whole tree of processes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure } from './bundlers/measure.mjs';
import { env, makeImages, makeModels } from './bundlers/sample-project.mjs';
import { median, quick, report } from './report.mjs';

const here = fileURLToPath(new URL('./bundlers/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bench-bundlers-'));
const RUNS = quick ? 1 : 5;

try {
  await manySmall(quick ? 100 : 1000);
  await fewLarge(quick ? 10 : 100);
  await warmImages(quick ? 30 : 300);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function manySmall(count) {
  const root = join(scratch, 'small');
  const files = await makeModels(root, count, 100_000);
  for (const bundler of ['vite', 'webpack', 'rspack']) {
    const { own, plugin } = await sideBySide(bundler, root, files);
    const name = `${bundler}, ${count} x 100 KB`;
    const peer = `${bundler}'s own imports`;
    report({ name: `${name}: time`, value: plugin.ms, target: 1.03 * own.ms, unit: 'ms', peer });
    report({ name: `${name}: memory`, value: plugin.mb, target: 1.05 * own.mb, unit: 'MB', peer });
  }
  rmSync(root, { recursive: true });
}

async function fewLarge(count) {
  const root = join(scratch, 'large');
  const files = await makeModels(root, count, 20_000_000);
  for (const [bundler, time, memory] of [
    ['vite', 0.5, 0.06],
    ['webpack', 0.25, 0.1],
  ]) {
    const { own, plugin } = await sideBySide(bundler, root, files);
    const name = `${bundler}, ${count} x 20 MB`;
    const peer = `${bundler}'s own imports`;
    report({ name: `${name}: time`, value: plugin.ms, target: time * own.ms, unit: 'ms', peer });
    report({
      name: `${name}: memory`,
      value: plugin.mb,
      target: memory * own.mb,
      unit: 'MB',
      peer,
    });
  }
  rmSync(root, { recursive: true });
}

/** What 300 images add to an empty build, the second time; the peer needs Node 24. */
async function warmImages(count) {
  const root = join(scratch, 'images');
  const { files, sources } = await makeImages(root, count);
  const names = files.map((file) => file.replace('.64w.webp', '.png'));
  const peer = join(scratch, 'peer');
  mkdirSync(peer);
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(here, 'peer', name), join(peer, name));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peer, stdio: 'ignore' });
  symlinkSync(sources, join(peer, 'images'), 'junction');
  writeEntry(join(peer, 'peer.js'), names, (file) => `./images/${file}?format=webp&w=64`);
  writeFileSync(join(peer, 'empty.js'), 'console.log(1);\n');
  writeFileSync(join(root, 'empty.js'), 'console.log(1);\n');
  writeEntry(join(root, 'plugin.js'), files, (file) => `@gen/${file}`);
  const cases = {
    empty: () => build('vite', root, 'empty.js', 'own'),
    plugin: () => build('vite', root, 'plugin.js', 'plugin'),
    emptyPeer: () => buildPeer(peer, 'empty.js'),
    peer: () => buildPeer(peer, 'peer.js'),
  };
  const { empty, plugin, emptyPeer, peer: other } = await medianOf(cases);
  const name = `vite, ${count} images again`;
  report({
    name: `${name}: time over empty`,
    value: plugin.ms - empty.ms,
    target: 0.5 * (other.ms - emptyPeer.ms),
    unit: 'ms',
    peer: 'vite-imagetools 12',
  });
  report({
    name: `${name}: memory over empty`,
    value: plugin.mb - empty.mb,
    target: 0.2 * (other.mb - emptyPeer.mb),
    unit: 'MB',
    peer: 'vite-imagetools 12',
  });
}

/** The same files by the bundler's own asset imports and by the plugin. */
async function sideBySide(bundler, root, files) {
  const query = bundler === 'vite' ? '?url' : '';
  writeEntry(join(root, 'own.js'), files, (file) => `./.assetgen/files/${file}${query}`);
  writeEntry(join(root, 'plugin.js'), files, (file) => `@gen/${file}`);
  return medianOf({
    own: () => build(bundler, root, 'own.js', 'own'),
    plugin: () => build(bundler, root, 'plugin.js', 'plugin'),
  });
}

/** In turns, after one turn that counts for nothing. */
async function medianOf(cases) {
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, work] of Object.entries(cases)) {
      const result = await work();
      if (run > 0) results[name].push(result);
    }
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, list]) => [
      name,
      { ms: median(list.map(({ ms }) => ms)), mb: median(list.map(({ mb }) => mb)) },
    ]),
  );
}

function build(bundler, root, entry, way) {
  return measure(process.execPath, [join(here, 'build.mjs'), bundler, root, entry, way], {
    cwd: root,
    env: { ...env, ASSETGEN_CACHE_DIR: join(root, 'cache') },
  });
}

function buildPeer(folder, entry) {
  const script = [join(here, 'build.mjs'), 'vite', folder, entry, 'own', 'vite-imagetools'];
  return measure(node24(), script, { cwd: folder, env });
}

/** The peer needs it; what runs the benchmark may be older. */
function node24() {
  node24.path ??= execFileSync('npx', ['-y', 'node@24', '-p', 'process.execPath'], {
    encoding: 'utf8',
  }).trim();
  return node24.path;
}

function writeEntry(path, files, url) {
  const imports = files.map((file, index) => `import u${index} from '${url(file)}';\n`);
  const names = files.map((_file, index) => `u${index}`);
  writeFileSync(path, `${imports.join('')}console.log(${names.join(', ')});\n`);
}

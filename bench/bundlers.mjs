// Builds of every bundler with many files, of Vite and webpack with large ones, beside the bundlers'
// own way; 300 images beside vite-imagetools. Times and memory are of the whole tree of processes.
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
/** Rollup and Rolldown emit no files by themselves. */
const PEERS = { rollup: 'the shortest plugin', rolldown: 'the shortest plugin' };
/** These cross from one language to another to ask a plugin: what that alone costs is measured too. */
const ASKING = new Set(['vite', 'rspack', 'esbuild']);

try {
  await manySmall(quick ? 100 : 1000);
  await otherModules(quick ? 300 : 1000);
  await fewLarge(quick ? 10 : 100);
  await warmImages(quick ? 30 : 300);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function manySmall(count) {
  const root = join(scratch, 'small');
  const files = await makeModels(root, count, 100_000);
  // As apps have them: a module that imports nothing but files has an easier way.
  writeFileSync(join(root, 'other.js'), `console.log('other');\n`);
  for (const bundler of ['vite', 'webpack', 'rspack', 'rollup', 'rolldown', 'esbuild']) {
    const { own, plugin, shortest } = await sideBySide(bundler, root, files, './other.js');
    const peer = PEERS[bundler] ?? `${bundler}'s own imports`;
    compare(`${bundler}, ${count} x 100 KB`, plugin, own, { time: 1.03, memory: 1.05, peer });
    if (shortest === undefined) continue;
    const name = `${bundler}, ${count} x 100 KB by a plugin`;
    compare(name, plugin, shortest, { time: 1.03, memory: 1.05, peer: 'the shortest plugin' });
  }
  rmSync(root, { recursive: true });
}

/** What the plugin costs an app of many modules that imports one file by it, or as a file of its own. */
async function otherModules(count) {
  const root = join(scratch, 'others');
  const [file] = await makeModels(root, 1, 100_000);
  const src = join(root, 'src');
  mkdirSync(src);
  for (let index = 0; index < count; index++) {
    const others = [2 * index + 1, 2 * index + 2].filter((other) => other < count);
    const imports = others.map((other) => `import { f${other} } from './m${other}.js';\n`);
    const sum = others.map((other) => ` + f${other}(x)`).join('');
    const text = `${imports.join('')}export const f${index} = (x) => x${sum};\n`;
    writeFileSync(join(src, `m${index}.js`), text);
  }
  const entry = (url) =>
    `import url from '${url}';\nimport { f0 } from './src/m0.js';\nconsole.log(url, f0(1));\n`;
  for (const bundler of ['vite', 'webpack', 'rspack', 'rolldown', 'esbuild']) {
    const query = bundler === 'vite' ? '?url' : '';
    writeFileSync(join(root, 'own.js'), entry(`./.assetgen/files/${file}${query}`));
    writeFileSync(join(root, 'plugin.js'), entry(`@gen/${file}`));
    const { own, plugin, shortest } = await medianOf({
      own: () => build(bundler, root, 'own.js', 'own'),
      plugin: () => build(bundler, root, 'plugin.js', 'plugin'),
      ...(ASKING.has(bundler)
        ? { shortest: () => build(bundler, root, 'plugin.js', 'shortest') }
        : {}),
    });
    const peer = PEERS[bundler] ?? 'the same without the plugin';
    const limits = { time: bundler === 'vite' ? 1.02 : 1.05, memory: 1.05 };
    compare(`${bundler}, ${count} other modules`, plugin, own, { ...limits, peer });
    if (shortest === undefined) continue;
    const name = `${bundler}, ${count} other modules by a plugin`;
    compare(name, plugin, shortest, { ...limits, peer: 'the shortest plugin' });
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
    const peer = `${bundler}'s own imports`;
    compare(`${bundler}, ${count} x 20 MB`, plugin, own, { time, memory, peer });
  }
  rmSync(root, { recursive: true });
}

/** What 300 images add to an empty build, the second time; on Node 24, which the peer needs. */
async function warmImages(count) {
  const root = join(scratch, 'images');
  const { files, sources } = await makeImages(root, count);
  const names = files.map((file) => file.replace('.64w.webp', '.png'));
  const peer = join(scratch, 'peer');
  mkdirSync(peer);
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(here, 'peer', name), join(peer, name));
  // What installs it may be an older Node than what runs it.
  const install = ['ci', '--no-audit', '--no-fund', '--no-engine-strict'];
  execFileSync('npm', install, { cwd: peer, stdio: 'ignore' });
  symlinkSync(sources, join(peer, 'images'), 'junction');
  writeEntry(join(peer, 'peer.js'), names, (file) => `./images/${file}?format=webp&w=64`);
  writeFileSync(join(peer, 'empty.js'), 'console.log(1);\n');
  writeFileSync(join(root, 'empty.js'), 'console.log(1);\n');
  writeEntry(join(root, 'own.js'), files, (file) => `./.assetgen/files/${file}?url&no-inline`);
  writeEntry(join(root, 'plugin.js'), files, (file) => `@gen/${file}`);
  const cases = {
    empty: () => build('vite', root, 'empty.js', 'own', node24()),
    own: () => build('vite', root, 'own.js', 'own', node24()),
    plugin: () => build('vite', root, 'plugin.js', 'plugin', node24()),
    lines: () => build('vite', root, 'plugin.js', 'lines', node24()),
    // As ours: an empty build has no plugin, so that what loading one costs counts for both.
    emptyPeer: () => build('vite', peer, 'empty.js', 'own', node24()),
    peer: () => buildPeer(peer, 'peer.js'),
  };
  const { empty, own, plugin, lines, emptyPeer, peer: other } = await medianOf(cases);
  compare(
    `vite, ${count} unchanged images, beyond an empty build`,
    over(plugin, empty),
    over(other, emptyPeer),
    {
      time: 0.5,
      memory: 0.2,
      peer: 'vite-imagetools 12',
    },
  );
  // What Vite itself takes for so many modules is in the numbers above.
  report({
    name: `vite, ${count} unchanged images: memory`,
    value: plugin.mb,
    target: 1.05 * own.mb,
    unit: 'MB',
    peer: "vite's own imports",
  });
  report({
    name: `vite, ${count} unchanged images: memory beyond an empty build`,
    value: over(plugin, empty).mb,
    target: 1.5 * over(lines, empty).mb,
    unit: 'MB',
    peer: 'as many modules of one line',
  });
}

function over(full, empty) {
  return { ms: full.ms - empty.ms, cpu: full.cpu - empty.cpu, mb: full.mb - empty.mb };
}

/** Beside the time on the clock, what was computed in it: other work on the machine changes it less. */
function compare(name, ours, theirs, { time, memory, peer }) {
  const target = { ms: time * theirs.ms, cpu: time * theirs.cpu, mb: memory * theirs.mb };
  report({ name: `${name}: time`, value: ours.ms, target: target.ms, unit: 'ms', peer });
  report({ name: `${name}: CPU time`, value: ours.cpu, target: target.cpu, unit: 'ms', peer });
  report({ name: `${name}: memory`, value: ours.mb, target: target.mb, unit: 'MB', peer });
}

/** The same files by the bundler's own asset imports and by the plugin. */
async function sideBySide(bundler, root, files, other) {
  const query = bundler === 'vite' ? '?url' : '';
  writeEntry(join(root, 'own.js'), files, (file) => `./.assetgen/files/${file}${query}`, other);
  writeEntry(join(root, 'plugin.js'), files, (file) => `@gen/${file}`, other);
  const cases = {
    own: () => build(bundler, root, 'own.js', 'own'),
    plugin: () => build(bundler, root, 'plugin.js', 'plugin'),
  };
  if (ASKING.has(bundler)) {
    cases.shortest = () => build(bundler, root, 'plugin.js', 'shortest');
  }
  return medianOf(cases);
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
      Object.fromEntries(['ms', 'cpu', 'mb'].map((key) => [key, median(list.map((r) => r[key]))])),
    ]),
  );
}

function build(bundler, root, entry, way, node = process.execPath) {
  return measure(node, [join(here, 'build.mjs'), bundler, root, entry, way], {
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

function writeEntry(path, files, url, other) {
  const before = other === undefined ? '' : `import '${other}';\n`;
  const imports = files.map((file, index) => `import u${index} from '${url(file)}';\n`);
  const names = files.map((_file, index) => `u${index}`);
  writeFileSync(path, `${before}${imports.join('')}console.log(${names.join(', ')});\n`);
}

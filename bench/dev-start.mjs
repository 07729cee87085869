// The start of a development server, with the plugin and without: until it tells its address, and from there until
// it has answered the page and its script. The app imports one file, by the plugin or as a file of its own; what the
// plugin makes was made before.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SETTLED_MS } from './bundlers/sample-project.mjs';
import { median, quick, report } from './report.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const RUNS = quick ? 3 : 9;
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\//;

const SERVERS = {
  Vite: {
    args: ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'],
    page: 'index.html',
    script: '<script type="module" src="/main.js"></script>',
    query: '?url',
    config: (plugin) => [
      'vite.config.mjs',
      `${plugin('@assetgen/vite-plugin')}export default { plugins };`,
    ],
  },
  webpack: {
    args: ['node_modules/webpack/bin/webpack.js', 'serve'],
    page: 'public/index.html',
    script: '<script src="/main.js"></script>',
    query: '',
    config: (plugin) => [
      'webpack.config.mjs',
      `${plugin('@assetgen/webpack-plugin')}export default {
        mode: 'development',
        entry: './main.js',
        module: { rules: [{ test: /\\.webp$/, type: 'asset/resource' }] },
        devServer: { host: '127.0.0.1', port: 'auto' },
        plugins,
      };`,
    ],
  },
  Rspack: {
    args: ['node_modules/@rspack/cli/bin/rspack.js', 'serve'],
    page: 'public/index.html',
    script: '<script src="/main.js"></script>',
    query: '',
    config: (plugin) => [
      'rspack.config.mjs',
      `${plugin('@assetgen/unplugin/rspack')}export default {
        mode: 'development',
        entry: './main.js',
        module: { rules: [{ test: /\\.webp$/, type: 'asset/resource' }] },
        output: { path: process.cwd() + '/dist' },
        devServer: { host: '127.0.0.1', port: 'auto' },
        plugins,
      };`,
    ],
  },
};

const scratch = mkdtempSync(join(tmpdir(), 'dev-start-'));
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([key]) => key !== 'CI' && !key.startsWith('ASSETGEN_')),
  ),
  ASSETGEN_CACHE_DIR: join(scratch, 'cache'),
};
try {
  for (const [name, server] of Object.entries(SERVERS)) {
    const own = await project(`${name}-own`, server, false);
    const plugin = await project(`${name}-plugin`, server, true);
    const ready = { own: [], plugin: [] };
    const page = { own: [], plugin: [] };
    // In turns; the first fills what a server keeps.
    for (let run = 0; run <= RUNS; run++) {
      for (const [way, root] of [
        ['own', own],
        ['plugin', plugin],
      ]) {
        const times = await start(root, server);
        if (run === 0) continue;
        ready[way].push(times.ready);
        page[way].push(times.page);
      }
    }
    const peer = 'the same without the plugin';
    const target = median(ready.own) + 20;
    report({ name: `${name}: ready`, value: median(ready.plugin), target, unit: 'ms', peer });
    const value = median(page.plugin);
    report({
      name: `${name}: first page`,
      value,
      target: 1.05 * median(page.own),
      unit: 'ms',
      peer,
    });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function project(folder, { page, script, query, config }, hasPlugin) {
  const root = join(scratch, folder);
  mkdirSync(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  const plugin = (name) =>
    hasPlugin
      ? `import assetgen from '${name}';\nconst plugins = [assetgen()];\n`
      : 'const plugins = [];\n';
  const write = (name, text) => {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const crate = { kind: 'image', prompt: 'a wooden crate', outputs: ['webp'] };
  write('assets.gen.json', JSON.stringify({ assets: { crate } }));
  write('assetgen.config.json', '{ "service": "local" }');
  write(page, script);
  write(...config(plugin));
  const build = [join(repository, 'dist/main.js'), 'build'];
  execFileSync(process.execPath, build, { cwd: root, env, stdio: 'ignore' });
  const [file] = readdirSync(join(root, '.assetgen/files'));
  const from = hasPlugin ? `@gen/${file}` : `./.assetgen/files/${file}${query}`;
  write('main.js', `import url from '${from}';\nconsole.log(url);\n`);
  // Stamps count once nobody touched the files for two seconds.
  await delay(SETTLED_MS);
  execFileSync(process.execPath, build, { cwd: root, env, stdio: 'ignore' });
  return root;
}

async function start(root, { args }) {
  const from = performance.now();
  const serving = spawn(process.execPath, args, { cwd: root, env, stdio: 'pipe' });
  try {
    const url = await addressOf(serving);
    const ready = performance.now() - from;
    const asked = performance.now();
    for (const path of ['', 'main.js']) {
      const response = await fetch(new URL(path, url));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
    }
    return { ready, page: performance.now() - asked };
  } finally {
    const exited = once(serving, 'exit');
    serving.kill('SIGKILL');
    await exited;
  }
}

function addressOf(serving) {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [serving.stdout, serving.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        // eslint-disable-next-line no-control-regex
        const address = ADDRESS.exec(said.replace(/\x1b\[\d+m/g, ''))?.[0];
        if (address !== undefined) resolve(address);
      });
    }
    serving.once('error', reject);
    serving.once('exit', () => reject(new Error(said)));
  });
}

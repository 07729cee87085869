// The start of a development server, with the plugin, with the shortest plugin that finds the same file, and without:
// until it tells its address, and until it has answered the page and its script. Both from the start of the process:
// webpack and Rspack tell the address before or after they begin to compile, as their plugins' hooks come. The app
// imports one file, by a plugin or as a file of its own; what the plugin makes was made before.
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
const RUNS = quick ? 3 : 25;
const WAYS = ['own', 'plugin', 'shortest'];
const SHORTEST = new URL('bundlers/shortest-plugins.mjs', import.meta.url).href;
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\//;

const SERVERS = {
  Vite: {
    args: ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'],
    page: 'index.html',
    script: '<script type="module" src="/main.js"></script>',
    query: '?url',
    config: (plugin) => [
      'vite.config.mjs',
      `${plugin('@assetgen/vite-plugin', 'vite')}export default { plugins };`,
    ],
  },
  webpack: {
    args: ['node_modules/webpack/bin/webpack.js', 'serve'],
    page: 'public/index.html',
    script: '<script src="/main.js"></script>',
    query: '',
    config: (plugin) => [
      'webpack.config.mjs',
      `${plugin('@assetgen/webpack-plugin', 'webpack')}export default {
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
      `${plugin('@assetgen/unplugin/rspack', 'rspack')}export default {
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
    const roots = {};
    for (const way of WAYS) roots[way] = await project(`${name}-${way}`, server, way);
    const times = Object.fromEntries(WAYS.map((way) => [way, { ready: [], page: [] }]));
    // What a server keeps for its next start it writes once its first page is there.
    for (const way of WAYS) await start(roots[way], server, SETTLED_MS);
    for (let run = 0; run < RUNS; run++) {
      // In turns.
      for (const way of WAYS) {
        const { ready, page } = await start(roots[way], server);
        times[way].ready.push(ready);
        times[way].page.push(page);
      }
    }
    for (const [peer, way, mark] of [
      ['the same without the plugin', 'own', ''],
      ['the shortest plugin', 'shortest', ', by a plugin'],
    ]) {
      const of = (which, what) => median(times[which][what]);
      const [ready, page] = [of(way, 'ready') + 20, 1.05 * of(way, 'page')];
      const told = { unit: 'ms', peer };
      report({
        name: `${name}: ready${mark}`,
        value: of('plugin', 'ready'),
        target: ready,
        ...told,
      });
      report({
        name: `${name}: first page${mark}`,
        value: of('plugin', 'page'),
        target: page,
        ...told,
      });
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function project(folder, { page, script, query, config }, way) {
  const root = join(scratch, folder);
  mkdirSync(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  const plugin = (name, bundler) =>
    ({
      own: 'const plugins = [];\n',
      plugin: `import assetgen from '${name}';\nconst plugins = [assetgen()];\n`,
      shortest: `import { shortestPlugin } from '${SHORTEST}';\nconst plugins = [shortestPlugin('${bundler}', process.cwd())];\n`,
    })[way];
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
  const from = way === 'own' ? `./.assetgen/files/${file}${query}` : `@gen/${file}`;
  write('main.js', `import url from '${from}';\nconsole.log(url);\n`);
  // Stamps count once nobody touched the files for two seconds.
  await delay(SETTLED_MS);
  execFileSync(process.execPath, build, { cwd: root, env, stdio: 'ignore' });
  return root;
}

/** @param stays for how long after the first page. Unit: milliseconds */
async function start(root, { args }, stays = 0) {
  const from = performance.now();
  const serving = spawn(process.execPath, args, { cwd: root, env, stdio: 'pipe' });
  try {
    const url = await addressOf(serving);
    const ready = performance.now() - from;
    for (const path of ['', 'main.js']) {
      const response = await fetch(new URL(path, url));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
    }
    const page = performance.now() - from;
    await delay(stays);
    return { ready, page };
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

// A manifest's edit to the page's update, in Chromium: from just before the file is written until the
// module that imports the asset has the new one. The result that the edit asks for was made before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { median, quick, report } from './report.mjs';
import { chromiumPath } from './support/chromium-path.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const EDITS = quick ? 5 : 21;
/** Of one project; one is edited. */
const ASSETS = 20;

const SERVERS = {
  Vite: {
    args: ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'],
    accept: `import.meta.hot.accept('@gen/crate', (module) => show(module.default));`,
    files: {
      'index.html': `<script type="module" src="/main.js"></script>`,
      'vite.config.mjs': `import assetgen from '@assetgen/vite-plugin';
        export default { plugins: [assetgen()] };`,
    },
  },
  webpack: {
    args: ['node_modules/webpack/bin/webpack.js', 'serve'],
    accept: `module.hot.accept('@gen/crate', () => show(crate));`,
    files: {
      'public/index.html': `<script src="/main.js"></script>`,
      'webpack.config.mjs': `import assetgen from '@assetgen/webpack-plugin';
        export default {
          mode: 'development',
          entry: './main.js',
          devServer: { host: '127.0.0.1', port: 'auto' },
          plugins: [assetgen()],
        };`,
    },
  },
  Rspack: {
    args: ['node_modules/@rspack/cli/bin/rspack.js', 'serve'],
    accept: `module.hot.accept('@gen/crate', () => show(crate));`,
    files: {
      'public/index.html': `<script src="/main.js"></script>`,
      'rspack.config.mjs': `import assetgen from '@assetgen/unplugin/rspack';
        export default {
          mode: 'development',
          entry: './main.js',
          output: { path: process.cwd() + '/dist' },
          devServer: { host: '127.0.0.1', port: 'auto' },
          plugins: [assetgen()],
        };`,
    },
  },
};

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [name, server] of Object.entries(SERVERS)) {
    const times = await measure(server);
    if (process.env.ASSETGEN_BENCH_VERBOSE) console.log(`  ${name}: ${times.join(' ')}`);
    const value = median(times);
    report({ name: `${name}: edit to update, cached asset`, value, target: 100, unit: 'ms' });
  }
} finally {
  await browser.close();
}

async function measure({ args, accept, files }) {
  const root = mkdtempSync(join(tmpdir(), 'hmr-'));
  const main = `import crate from '@gen/crate';
    function show(asset) { window.shown = { sha256: asset.files[0].sha256, at: Date.now() }; }
    show(crate);
    window.loads = Math.random();
    ${accept}`;
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  const write = (name, text) => {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const manifest = (prompt) => {
    const others = Array.from({ length: ASSETS - 1 }, (_, i) => [
      `other-${i}`,
      { kind: 'image', prompt: `stone ${i}` },
    ]);
    const crate = { kind: 'image', prompt: ['a wooden crate', 'a crate of red metal'][prompt] };
    const assets = { crate, ...Object.fromEntries(others) };
    write('assets.gen.json', JSON.stringify({ assets }, null, 2));
  };
  const all = { ...files, 'main.js': main, 'assetgen.config.json': '{ "service": "local" }' };
  for (const [name, text] of Object.entries(all)) write(name, text);
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([key]) => key !== 'CI' && !key.startsWith('ASSETGEN_')),
    ),
    ASSETGEN_CACHE_DIR: join(root, '.cache'),
  };
  for (const prompt of [1, 0]) {
    manifest(prompt);
    const built = spawn(process.execPath, [join(repository, 'dist/main.js'), 'build'], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
    const [code] = await once(built, 'exit');
    if (code !== 0) throw new Error(`the build ended with ${code}`);
  }
  const serving = spawn(process.execPath, args, { cwd: root, env, stdio: 'pipe' });
  let said = '';
  for (const stream of [serving.stdout, serving.stderr])
    stream.on('data', (text) => (said += text));
  try {
    let url;
    while (url === undefined) {
      if (serving.exitCode !== null) throw new Error(said);
      await delay(50);
      // eslint-disable-next-line no-control-regex
      url = /http:\/\/127\.0\.0\.1:\d+\//.exec(said.replace(/\x1b\[\d+m/g, ''))?.[0];
    }
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction('window.shown');
    const loads = await page.evaluate('window.loads');
    const times = [];
    // The first two warm up what each prompt takes.
    for (let edit = 0; edit < EDITS + 2; edit++) {
      await delay(600);
      const { sha256 } = await page.evaluate('window.shown');
      const start = Date.now();
      manifest((edit + 1) % 2);
      await page.waitForFunction((before) => window.shown.sha256 !== before, sha256);
      const { at } = await page.evaluate('window.shown');
      if (edit >= 2) times.push(at - start);
    }
    if ((await page.evaluate('window.loads')) !== loads) throw new Error('the page was reloaded');
    await page.close();
    return times;
  } finally {
    const exited = once(serving, 'exit');
    serving.kill('SIGTERM');
    await exited;
    rmSync(root, { recursive: true, force: true });
  }
}

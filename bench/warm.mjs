// A second `assetgen build` with nothing changed: what it costs over a bare start of Node.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEAVY, runTraced } from '../test/support/loaded.mjs';
import { SETTLED_MS } from './bundlers/sample-project.mjs';
import { medians, report } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'warm-'));
const project = join(folder, 'project');
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'CI' && !name.startsWith('ASSETGEN_')),
  ),
  ASSETGEN_CACHE_DIR: join(folder, 'cache'),
};

try {
  cpSync(join(root, 'examples/vite-three'), project, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist', '.assetgen'].includes(basename(path)),
  });
  const build = () => node([command, 'build', '--root', project]);
  build();

  // Stamps of files count once nobody touched them for two seconds; the build after that keeps them.
  await delay(SETTLED_MS);
  build();
  const kept = join(project, '.assetgen', 'warm.json');
  const { bare, warm, look } = await medians({
    bare: () => node(['-e', '0']),
    warm: build,
    // What the last build kept does not count: manifest and lock are read.
    look() {
      rmSync(kept);
      build();
    },
  });
  // 1.5 bare starts and 100 ms: a limit, as the second part does not grow with the machine's slowness.
  const limit = 1.5 * bare + 100;
  report({ name: 'warm build, nothing changed', value: warm, target: limit, unit: 'ms' });
  const peer = 'a bare start of Node';
  report({ name: 'warm build, × a bare start', value: warm / bare, target: 2, unit: '×', peer });
  report({ name: 'warm build without stamps', value: look, target: limit, unit: 'ms' });

  const traced = runTraced([command, 'build', '--root', project, '--json'], { env });
  const told = JSON.parse(traced.stdout);
  const heavy = [...traced.modules, ...traced.sources].filter((url) => HEAVY.test(url));
  for (const url of heavy.slice(0, 5)) console.log(`  loaded: ${url}`);
  report({ name: 'warm build, heavy modules loaded', value: heavy.length, target: 0 });
  report({ name: 'warm build, modules loaded', value: traced.modules.length, target: 30 });
  const asked = told.generated + told.converted + told.downloaded;
  report({ name: 'warm build, requests to the service', value: asked, target: 0 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function node(args) {
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

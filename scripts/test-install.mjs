// npm run test:install [-- --node 20,22,24] [--manager npm,pnpm,yarn1,yarn4,bun]: the packed tarballs in an empty
// project of each package manager, on each Node: the command, a build by Vite, and the types. The
// managers and the versions of Node come from the registry. --tarballs DIR: those of `pack-all --json`, in its index.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '20,22,24' },
    manager: { type: 'string', default: 'npm,pnpm,yarn1,yarn4,bun' },
    tarballs: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** How each manager installs what stands in package.json. */
const MANAGERS = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'],
  pnpm: ['npx', '-y', 'pnpm@12', 'install', '--reporter=silent', '--no-frozen-lockfile'],
  yarn1: ['npx', '-y', 'yarn@1', 'install', '--silent', '--no-progress', '--ignore-engines'],
  yarn4: ['npx', '-y', '-p', '@yarnpkg/cli-dist@4', 'yarn', 'install', '--no-immutable'],
  bun: ['npx', '-y', 'bun@1', 'install', '--silent'],
};

const work = mkdtempSync(join(tmpdir(), 'assetgen-install-'));
const packed =
  values.tarballs === undefined
    ? execFileSync(
        process.execPath,
        [join(root, 'scripts/pack-all.mjs'), '--json', '--out', join(work, 'tarballs')],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
      )
    : readFileSync(join(values.tarballs, 'index.json'), 'utf8');
const tarballs = Object.fromEntries(
  JSON.parse(packed).map(({ name, file }) => [name, `file:${file}`]),
);

let failed = 0;
for (const manager of values.manager.split(',')) {
  const project = join(work, manager);
  writeProject(project);
  try {
    run(project, MANAGERS[manager]);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${manager}: the install\n${error.stderr ?? error.message}`);
    continue;
  }
  for (const version of values.node.split(',')) {
    try {
      const made = onNode(version, project);
      console.log(`ok      ${manager.padEnd(5)} Node ${made}`);
    } catch (error) {
      failed += 1;
      console.log(
        `FAILED  ${manager} Node ${version}\n${error.stdout ?? ''}${error.stderr ?? error.message}`,
      );
    }
  }
}
rmSync(work, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;

/** Builds once by the command and once by Vite; a second build has nothing to make. */
function onNode(version, project) {
  const node = execFileSync('npx', ['-y', `node@${version}`, '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  rmSync(join(project, '.assetgen'), { recursive: true, force: true });
  const command = join(project, 'node_modules/assetgen/dist/main.js');
  run(project, [node, command, 'build']);
  run(project, [node, join(project, 'node_modules/vite/bin/vite.js'), 'build']);
  const again = JSON.parse(run(project, [node, command, 'build', '--json']));
  if (again.generated !== 0 || !again.ok) throw new Error(`not warm: ${JSON.stringify(again)}`);
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  run(project, [node, tsc, '-p', project]);
  const built = readdirSync(join(project, 'dist/assets'));
  if (!built.some((file) => file.endsWith('.glb'))) throw new Error(`no GLB: ${built.join(', ')}`);
  return run(project, [node, '-p', 'process.versions.node']).trim();
}

function run(cwd, [program, ...args]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:CI$|ASSETGEN_|npm_|NODE_ENV$)/.test(name)),
  );
  env.ASSETGEN_CACHE_DIR = join(work, 'cache');
  // In its usual cache yarn knows a tarball by name and version: it would give one of an earlier run.
  env.YARN_CACHE_FOLDER = join(work, 'yarn-cache');
  return execFileSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function writeProject(folder) {
  const dependencies = {
    ...tarballs,
    vite: devDependencies.vite,
    typescript: devDependencies.typescript,
  };
  const files = {
    'package.json': JSON.stringify({
      name: 'consumer',
      private: true,
      type: 'module',
      dependencies,
      // What one tarball asks of another is not in a registry.
      overrides: Object.fromEntries(Object.keys(tarballs).map((name) => [name, `$${name}`])),
      resolutions: tarballs,
      pnpm: { overrides: tarballs },
    }),
    // Where pnpm 11 and later, and Yarn 2 and later, look for their settings.
    'pnpm-workspace.yaml': `overrides: ${JSON.stringify(tarballs)}\n`,
    '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
    'yarn.lock': '',
    'assetgen.config.json': '{ "service": "local" }',
    'assets.gen.json': JSON.stringify({
      assets: {
        rock: { kind: 'model', prompt: 'a mossy rock', quality: 'standard', faces: 100_000 },
        hill: { kind: 'image', prompt: 'a green hill', outputs: [{ format: 'webp', width: 64 }] },
      },
    }),
    'vite.config.js': `import assetgen from '@assetgen/vite-plugin';
      export default { plugins: [assetgen()], build: { assetsInlineLimit: 0 } };`,
    'index.html': '<!doctype html><title>t</title><script type="module" src="/main.ts"></script>',
    'main.ts': `import rock from '@gen/rock.glb'; import hill from '@gen/hill';
      console.log(rock, hill.width);`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'ESNext',
        moduleResolution: 'Bundler',
        target: 'ES2022',
        lib: ['ES2022', 'DOM'],
        types: [],
      },
      files: ['main.ts', 'assets.gen.d.ts'],
    }),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

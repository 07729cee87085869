import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';
import { freePort, startServer } from '../support/server-process.ts';
import { serveFolder } from '../support/static-server.ts';

/** A site that answers, however its framework does it. */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/** A command that a project's node_modules have, with its arguments. */
export type Script = readonly string[];

export interface Framework {
  readonly name: string;
  /** Folder of test/frameworks, where that is not its name. */
  readonly folder?: string;
  /** Folder of test/frameworks with its node_modules, where that is not its own. */
  readonly modules?: string;
  /** The package whose version the table shows, and whose `engines` say where the tests run. */
  readonly package: string;
  readonly build: readonly Script[];
  /** What its build leaves behind. */
  readonly made: readonly string[];
  serve(root: string): Promise<Site>;
  /** Where the page is, below the site. @default '' */
  readonly page?: string;
  /** What else is to be so of its build. */
  check?(root: string): Promise<void>;
  /** Whether a server renders the page, now or in the build. */
  readonly ssr?: boolean;
  readonly dev?: {
    script(port: number): Script;
    /** Whether its dev server differs enough from Vite's to be tried with every change. */
    readonly always?: boolean;
    /** Where its gallery is. @default on its own server, whose terminal says so */
    readonly gallery?: 'of its own server' | 'not said';
  };
  /** Takes minutes, and differs from another in its compiler or its config alone: CI's quick run leaves it out. */
  readonly weekly?: true;
  /** Why it has no cell of a column. */
  readonly without?: Readonly<Partial<Record<'dev' | 'types' | 'HMR', string>>>;
  /** How the project of its own template is checked. */
  readonly types?: {
    /** Writes what its tsconfig extends. */
    readonly before?: readonly Script[];
    readonly tsconfig: string;
    /** Where a source stands that this tsconfig includes. */
    readonly folder: string;
  };
}

const at = (port: number): Script => ['--host', '127.0.0.1', '--port', String(port)];
const vite = (port: number): Script => ['vite', ...at(port), '--strictPort'];
const hostname = (port: number): Script => ['--hostname', '127.0.0.1', '--port', String(port)];
const next = (port: number): Script => ['next', 'dev', ...hostname(port)];
const inDist = (root: string): Promise<Site> => serveFolder(path.join(root, 'dist'));

const NEXT_TYPES: Framework['types'] = {
  before: [['next', 'typegen']],
  tsconfig: 'tsconfig.json',
  folder: 'app',
};

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'react',
    package: 'vite',
    build: [['vite', 'build']],
    made: ['dist'],
    serve: inDist,
    dev: { script: vite },
    types: { tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    name: 'solid',
    package: 'vite-plugin-solid',
    build: [['vite', 'build']],
    made: ['dist'],
    serve: inDist,
    dev: { script: vite },
    types: { tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    name: 'astro',
    package: 'astro',
    build: [['astro', 'build']],
    made: ['dist', '.astro'],
    serve: inDist,
    ssr: true,
    dev: {
      script: (port) => ['astro', 'dev', ...at(port)],
      always: true,
    },
    types: { before: [['astro', 'sync']], tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    name: 'sveltekit',
    package: '@sveltejs/kit',
    build: [['vite', 'build']],
    made: ['build', '.svelte-kit'],
    serve: (root) => serveProgram(root, () => ['build/index.js']),
    ssr: true,
    dev: { script: vite },
    types: {
      before: [['svelte-kit', 'sync']],
      tsconfig: 'tsconfig.json',
      folder: 'src',
    },
  },
  {
    name: 'nuxt',
    package: 'nuxt',
    build: [['nuxt', 'build']],
    made: ['.nuxt', '.output'],
    serve: (root) => serveProgram(root, () => ['.output/server/index.mjs']),
    ssr: true,
    dev: {
      script: (port) => ['nuxt', 'dev', ...at(port)],
      always: true,
    },
    types: {
      before: [['nuxt', 'prepare']],
      tsconfig: '.nuxt/tsconfig.app.json',
      folder: 'app',
    },
  },
  {
    name: 'rsbuild',
    package: '@rsbuild/core',
    build: [['rsbuild', 'build']],
    made: ['dist'],
    serve: inDist,
    dev: {
      script: (port) => ['rsbuild', 'dev', ...at(port)],
      always: true,
    },
    types: { tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    name: 'react-router',
    package: '@react-router/dev',
    build: [['react-router', 'build']],
    made: ['build', '.react-router'],
    serve: (root) => serveFolder(path.join(root, 'build/client')),
    ssr: true,
    dev: {
      script: (port) => ['react-router', 'dev', ...at(port)],
    },
    types: { tsconfig: 'tsconfig.json', folder: 'app' },
  },
  {
    name: 'tanstack-start',
    package: '@tanstack/react-start',
    build: [['vite', 'build']],
    made: ['dist', '.tanstack'],
    serve: (root) => serveFolder(path.join(root, 'dist/client')),
    ssr: true,
    dev: { script: vite },
    types: { tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    name: 'next',
    package: 'next',
    build: [['next', 'build']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
    ssr: true,
    dev: { script: next, gallery: 'of its own server' },
    types: NEXT_TYPES,
  },
  {
    name: 'next, with webpack',
    weekly: true,
    folder: 'next',
    package: 'next',
    build: [['next', 'build', '--webpack']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
    ssr: true,
    dev: { script: (port) => [...next(port), '--webpack'], gallery: 'of its own server' },
    types: NEXT_TYPES,
  },
  {
    // A tool without plugins: an alias to the modules that are files.
    name: 'next/turbo',
    weekly: true,
    package: 'next',
    modules: 'next',
    build: [
      ['assetgen', 'build'],
      ['next', 'build'],
    ],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('../node_modules', port)),
    ssr: true,
    without: {
      dev: 'after `assetgen build`',
      HMR: 'after `assetgen build`',
      types: 'of each module, beside it',
    },
  },
];

/** Where a story of Storybook is drawn alone. */
const STORY = '/iframe.html?id=hero--plain&viewMode=story';
const VITE_PROJECT = 'as in any project of Vite';

/** Of the newest releases alone: they have no lock in the repository. */
export const MORE: readonly Framework[] = [
  {
    name: 'react, bundledDev',
    folder: 'react',
    package: 'vite',
    build: [['vite', 'build']],
    made: ['dist'],
    serve: inDist,
    dev: { script: (port) => [...vite(port), '--experimentalBundle'] },
    without: { types: VITE_PROJECT },
  },
  {
    // Its own compiler is webpack; it has Turbopack for builds since 15.5.
    name: 'next-15',
    package: 'next',
    build: [['next', 'build']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
    ssr: true,
    dev: { script: next, gallery: 'of its own server' },
    types: NEXT_TYPES,
  },
  {
    name: 'next-15, with Turbopack',
    folder: 'next-15',
    package: 'next',
    build: [['next', 'build', '--turbopack']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
    ssr: true,
    dev: { script: (port) => [...next(port), '--turbopack'], gallery: 'of its own server' },
    types: NEXT_TYPES,
  },
  {
    name: 'qwik',
    package: '@builder.io/qwik',
    build: [
      ['vite', 'build'],
      ['vite', 'build', '--ssr', 'src/entry.preview.tsx'],
    ],
    made: ['dist', 'server'],
    serve: (root) =>
      serveProgram(root, (port) => ['node_modules/vite/bin/vite.js', 'preview', ...at(port)]),
    ssr: true,
    dev: { script: (port) => [...vite(port), '--mode', 'ssr'] },
    types: { tsconfig: 'tsconfig.json', folder: 'src' },
  },
  {
    // Its builder takes no plugins: a path of TypeScript to the modules that are files.
    name: 'angular',
    package: '@angular/core',
    build: [
      ['assetgen', 'build'],
      ['ng', 'build'],
    ],
    made: ['dist', '.angular'],
    serve: inDist,
    types: { before: [['assetgen', 'build']], tsconfig: 'tsconfig.json', folder: 'src' },
    without: { dev: 'after `assetgen build`', HMR: 'after `assetgen build`' },
  },
  {
    name: 'pwa',
    package: 'vite-plugin-pwa',
    build: [['vite', 'build']],
    made: ['dist'],
    serve: inDist,
    // Each file is precached under its hashed name, which is its revision.
    async check(root) {
      const worker = await readFile(path.join(root, 'dist/sw.js'), 'utf8');
      const emitted = await readdir(path.join(root, 'dist/assets'));
      const files = emitted.filter((name) => /\.(?:glb|webp)$/.test(name));
      expect(files.length).toBeGreaterThan(2);
      for (const name of files) expect(worker).toContain(`assets/${name}`);
    },
    without: { dev: VITE_PROJECT, HMR: VITE_PROJECT, types: VITE_PROJECT },
  },
  {
    name: 'federation',
    package: '@module-federation/vite',
    build: [
      ['vite', 'build'],
      ['vite', 'build', '--config', 'remote.config.js'],
    ],
    made: ['dist'],
    serve: inDist,
    without: { dev: VITE_PROJECT, HMR: VITE_PROJECT, types: VITE_PROJECT },
  },
  {
    name: 'rslib',
    package: '@rslib/core',
    build: [
      ['rslib', 'build'],
      ['rsbuild', 'build'],
    ],
    made: ['lib', 'dist'],
    serve: inDist,
    without: {
      dev: 'a library has none',
      HMR: 'a library has none',
      types: 'as in any project of Rsbuild',
    },
  },
  {
    name: 'storybook',
    package: 'storybook',
    build: [['storybook', 'build', '-c', 'config', '-o', 'dist', '--disable-telemetry']],
    made: ['dist'],
    serve: inDist,
    page: STORY,
    dev: { script: storybook, gallery: 'not said' },
    without: { types: VITE_PROJECT },
  },
  {
    name: 'storybook-rsbuild',
    package: 'storybook-react-rsbuild',
    build: [['storybook', 'build', '-c', 'config', '-o', 'dist', '--disable-telemetry']],
    made: ['dist'],
    serve: inDist,
    page: STORY,
    dev: { script: storybook, gallery: 'not said' },
    without: { types: 'as in any project of Rsbuild' },
  },
  {
    // Tools without plugins: modules that are files.
    name: 'metro',
    package: 'metro',
    build: [
      ['assetgen', 'build'],
      ['metro', 'build', 'index.js', '--out', 'bundle.js'],
    ],
    made: ['bundle.js'],
    serve: serveFolder,
    without: {
      dev: 'after `assetgen build`',
      HMR: 'after `assetgen build`',
      types: 'of each module, beside it',
    },
  },
  {
    name: 'deno',
    package: 'deno',
    build: [['assetgen', 'build']],
    made: [],
    serve: (root) => serveProgram(root, () => ['run', '-A', 'server.ts'], denoOf(root)),
    ssr: true,
    async check(root) {
      const check = (file: string) =>
        runProgram(denoOf(root), ['check', file], { cwd: root, env: cleanEnv(FRAMEWORK_ENV) });
      expect((await check('server.ts')).code).toBe(0);
      expect((await check('wrong.ts')).stderr).toContain('TS2322');
    },
    without: {
      dev: 'after `assetgen build`',
      HMR: 'after `assetgen build`',
      types: 'by `deno check`',
    },
  },
  {
    name: 'electron-vite',
    package: 'electron-vite',
    build: [['electron-vite', 'build']],
    made: ['out'],
    serve: (root) => serveFolder(path.join(root, 'out/renderer')),
    // The main process names a file beside its script.
    async check(root) {
      const main = await readFile(path.join(root, 'out/main/index.js'), 'utf8');
      const [, icon = ''] = /["'`]([^"'`]*hero\.320w[^"'`]*\.webp)["'`]/.exec(main) ?? [];
      expect(icon).not.toBe('');
      const made = path.join(root, '.assetgen/files/hero.320w.webp');
      expect(await readFile(path.join(root, 'out/main', icon))).toEqual(await readFile(made));
    },
    without: {
      dev: 'needs the program of Electron',
      HMR: 'needs the program of Electron',
      types: VITE_PROJECT,
    },
  },
  {
    name: 'capacitor',
    package: '@capacitor/core',
    build: [
      ['vite', 'build'],
      ['cap', 'add', 'android'],
    ],
    made: ['dist', 'android'],
    serve: (root) => serveFolder(path.join(root, 'android/app/src/main/assets/public')),
    without: { dev: VITE_PROJECT, HMR: VITE_PROJECT, types: VITE_PROJECT },
  },
];

function storybook(port: number): Script {
  const flags = ['-c', 'config', '--ci', '--no-open', '--exact-port', '--disable-telemetry'];
  return ['storybook', 'dev', ...flags, ...at(port)];
}

/** Projects of the newest releases, as `npm run test:frameworks -- --latest` makes them; null: those of the repository. */
export const LATEST: string | null = process.env['ASSETGEN_FRAMEWORKS'] ?? null;

/** Only these, where any are named. */
const ONLY = process.env['ASSETGEN_FRAMEWORKS_ONLY']?.split(' ') ?? [];

/** Where the projects stand. */
const FOLDER: string = LATEST ?? path.join(REPOSITORY, 'test/frameworks');

export const FRAMEWORK_ENV = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
};

export interface Installed {
  readonly root: string;
  /** The arguments for Node that run a command of it. */
  command(script: Script): string[];
  /** Of the framework. */
  readonly version: string;
}

/** null where it is not installed, or needs another Node. */
export function installedAt({
  name,
  folder: own = name,
  modules,
  package: main,
}: Framework): Installed | null {
  if (ONLY.length > 0 && !ONLY.includes(modules ?? own)) return null;
  const folder = path.join(FOLDER, modules ?? own, 'node_modules');
  const file = path.join(folder, main, 'package.json');
  // `node scripts/install-frameworks.mjs` installs them; .ci/run does.
  if (!existsSync(path.join(folder, '@assetgen/core/package.json')) || !existsSync(file))
    return null;
  const { version, engines } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  if (!allowsNode(engines?.node ?? '*', process.versions.node)) return null;
  return {
    root: path.join(FOLDER, own),
    version,
    command: ([bin = '', ...args]) => [realpathSync(path.join(folder, '.bin', bin)), ...args],
  };
}

interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

/** Whether a range as frameworks write them (`^20.19.0 || >=22.12.0`) has this version. */
export function allowsNode(range: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const found = /^\s*(\^|>=|~)?v?(\d+)(?:\.(\d+))?/.exec(part);
    if (found === null) return true;
    const [, sign = '^', from = '0', least = '0'] = found;
    if (sign !== '>=' && Number(from) !== major) return false;
    return major > Number(from) || (major === Number(from) && minor >= Number(least));
  });
}

/** A framework's own server, rendering each page when it is asked for. */
async function serveProgram(
  root: string,
  args: (port: number) => string[],
  command: string = process.execPath,
): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    command,
    args: args(port),
    cwd: root,
    env: cleanEnv({ ...FRAMEWORK_ENV, HOST: '127.0.0.1', PORT: String(port) }),
    isUp: async () => {
      await fetch(url);
    },
  });
  return { url, close: () => server.stop() };
}

/** The program of this machine; the package's own script, which no test runs, puts it where `bin` says. */
function denoOf(root: string): string {
  const folder = path.join(root, 'node_modules/@deno');
  const [own = ''] = readdirSync(folder);
  return path.join(folder, own, 'deno');
}

function startNext(modules: string, port: number): string[] {
  return [`${modules}/next/dist/bin/next`, 'start', ...hostname(port)];
}

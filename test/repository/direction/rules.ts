import { posix } from 'node:path';
import type { Import, Source } from './imports.ts';
import layers from './layers.json' with { type: 'json' };

/**
 * Which packages of ours each package may import; `assetgen` is the command in `src/`. The linter's rules,
 * the table of CONTRIBUTING.md and its order of core's folders are written from the same file (`npm run layers`).
 */
const PACKAGES: Readonly<Record<string, readonly string[]>> = layers.packages;

/**
 * The folders of core, from left to right: each may use the pure files of those to its left, and all
 * of `fs/`, which says how everything here is written to disk.
 */
const FOLDERS: readonly string[] = layers.folders;

/** Files without effects. A file of `emit/` that writes is named for it. */
const PURE =
  /^(?:manifest|plan)\/|^lock\/(?:lock|parse-lock|serialise-lock)\.ts$|^emit\/(?!materiali[sz]e|write)|^config\/assetgen-options\.ts$/;

/** The orchestrator, what opens and publishes it, and what knows that it need not run, join folders. */
const JOINT = new RegExp(`^index\\.ts$|^(?:${layers.joints.join('|')})/`);

/** The joints from left to right. */
const JOINTS: readonly string[] = layers.joints;

/** What of core names concrete side effects. */
const CONCRETE = /^node\//;

/** Builtins that compute and touch nothing. */
const COMPUTING = new Set([
  'node:assert',
  'node:buffer',
  'node:crypto',
  'node:path',
  'node:path/posix',
  'node:url',
  'node:util',
]);

/** Modules that only `node/` names, by value. */
const CONCRETE_MODULES =
  /^(?:undici(?:\/.*)?|@assetgen\/(?:service|client\/sockets)|node:(?:net|http|https|timers)(?:\/.*)?)$/;
const CONCRETE_EFFECTS = new Set([
  'fetch',
  'setInterval',
  'setTimeout',
  'Date.now',
  'new Date()',
  'Math.random',
]);

/** Effects that a file names although it does not stand in `node/`, and why. */
const GRANTED: Readonly<Record<string, readonly string[]>> = {
  // The heartbeat of a held lock is what other processes see: it beats in real time.
  'jobs/locks/recipe-lock.ts': ['setInterval'],
  'store/leases/redis-operations.ts': ['setInterval'],
  'store/leases/postgres-session.ts': ['setInterval'],
  // What other processes hold open is theirs: real time passes until they close it.
  'fs/open-patiently.ts': ['setTimeout'],
  // A log that is silent is so in real time.
  'run/report/heartbeat.ts': ['setInterval'],
  // It is there to find out, without loading `node/`, that there is nothing to do.
  'warm/open-project.ts': ['Date.now'],
  // It compares with the times of files; what Node loads for the other clock takes a fiftieth of a plan.
  'warm/open-plan-keeper.ts': ['Date.now'],
};

/**
 * The folders of unplugin, and the others that each may import. The entries beside them join them, and hand the
 * gallery to those of frameworks.
 */
const BUNDLER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'shared/rollup-family': ['shared'],
  'shared/webpack-family': ['shared'],
  vite: ['shared', 'shared/rollup-family'],
  rollup: ['shared', 'shared/rollup-family'],
  rolldown: ['shared', 'shared/rollup-family'],
  webpack: ['shared', 'shared/webpack-family'],
  rspack: ['shared', 'shared/webpack-family'],
  esbuild: ['shared'],
  next: ['shared', 'shared/webpack-family', 'webpack'],
  rsbuild: ['shared', 'shared/webpack-family'],
  nuxt: ['shared'],
  astro: ['shared'],
};

export interface PublicNames {
  /** Does `@assetgen/unplugin/rollup` stand in the `exports` of its package? */
  has(specifier: string): boolean;
}

/** What a source does against the direction of the house; one line each. */
export function violations(source: Source, names: PublicNames): string[] {
  const found: string[] = [];
  const at = (line: number, what: string): void => {
    found.push(`${source.path}:${String(line)} ${what}`);
  };
  const home = packageOf(source.path);
  for (const item of source.imports) {
    const wrong = item.specifier.startsWith('.')
      ? relativeProblem(source.path, item)
      : packageProblem(home, item, names);
    if (wrong !== undefined) at(item.line, wrong);
  }
  if (home === 'unplugin') {
    for (const item of source.imports) {
      const wrong = bundlerProblem(source.path, item);
      if (wrong !== undefined) at(item.line, wrong);
    }
  }
  if (home === 'core') {
    const file = insideCore(source.path);
    for (const item of source.imports) {
      const wrong = item.typeOnly
        ? upwardProblem(file, source.path, item)
        : (folderProblem(file, source.path, item) ??
          upwardProblem(file, source.path, item) ??
          effectImportProblem(file, item));
      if (wrong !== undefined) at(item.line, wrong);
    }
    for (const effect of source.effects) {
      if (PURE.test(file)) at(effect.line, `${effect.name} in a pure folder`);
      else if (!CONCRETE.test(file) && isUngranted(file, effect.name)) {
        at(effect.line, `${effect.name} outside of node/`);
      }
    }
  }
  return found;
}

function isUngranted(file: string, effect: string): boolean {
  return CONCRETE_EFFECTS.has(effect) && !(GRANTED[file] ?? []).includes(effect);
}

/** The package of a path: `packages/core/src/…` is core, `src/…` the command. */
function packageOf(path: string): string {
  const [first, second] = path.split('/');
  return first === 'packages' ? (second ?? '') : 'assetgen';
}

function insideCore(path: string): string {
  return path.slice('packages/core/src/'.length);
}

function relativeProblem(path: string, { specifier }: Import): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const inside = packageOf(path) === 'assetgen' ? 'src/' : `packages/${packageOf(path)}/src/`;
  // A package may read its own package.json, one above its sources.
  if (target.startsWith(inside) || target.endsWith('/package.json')) return undefined;
  return `${specifier} leaves the package`;
}

function packageProblem(home: string, item: Import, names: PublicNames): string | undefined {
  const { specifier } = item;
  const name = /^(?:@assetgen\/([^/]+)|((?:create-)?assetgen))(?:\/|$)/.exec(specifier);
  if (name === null) return undefined;
  const target = name[1] ?? name[2] ?? '';
  if (!(PACKAGES[home] ?? []).includes(target)) return `${home} does not import ${target}`;
  return names.has(specifier) ? undefined : `${specifier} is no public name`;
}

function bundlerProblem(path: string, { specifier }: Import): string | undefined {
  if (specifier.startsWith('@assetgen/gallery') && bundlerFolderOf(path) !== undefined) {
    return `${bundlerFolderOf(path)} does not import ${specifier}: an entry hands it in`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  const [from, to] = [bundlerFolderOf(path), bundlerFolderOf(target)];
  if (from === undefined || from === to) return undefined;
  if (to !== undefined && BUNDLER_FOLDERS[from]?.includes(to) === true) return undefined;
  return `${from} does not import ${specifier}`;
}

/** Undefined for the entries. */
function bundlerFolderOf(path: string): string | undefined {
  const [first = '', second] = path.slice('packages/unplugin/src/'.length).split('/');
  const within = `${first}/${second ?? ''}`;
  return [within, first].find((folder) => folder in BUNDLER_FOLDERS);
}

function folderProblem(file: string, path: string, { specifier }: Import): string | undefined {
  if (!specifier.startsWith('.') || JOINT.test(file)) return undefined;
  const target = insideCore(posix.join(posix.dirname(path), specifier));
  const [from, to] = [folderOf(file), folderOf(target)];
  if (to === undefined || from === to || to === 'fs') return undefined;
  if (from === undefined) return `${file} joins folders: it imports ${target}`;
  if (PURE.test(target) && FOLDERS.indexOf(to) < FOLDERS.indexOf(from)) return undefined;
  return `${from} does not import ${target}: only run/ joins folders`;
}

/** Types too come from the left. The joints stand to the right of all folders, in an order of their own. */
function upwardProblem(file: string, path: string, { specifier }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = insideCore(posix.join(posix.dirname(path), specifier));
  const [from, to] = [placeOf(file), placeOf(target)];
  return to > from ? `${file} imports ${target}, which stands to its right` : undefined;
}

function placeOf(file: string): number {
  const folder = file.replace(/\.ts$/, '').split('/')[0] ?? '';
  // Files that all folders share stand to the left, the package's entry to the right of all.
  return folder === 'index' ? Number.POSITIVE_INFINITY : [...FOLDERS, ...JOINTS].indexOf(folder);
}

/** Undefined for the files that all folders share, such as `brands.ts` and `ports.ts`. */
function folderOf(file: string): string | undefined {
  const folder = file.split('/')[0] ?? '';
  return FOLDERS.includes(folder) ? folder : undefined;
}

function effectImportProblem(file: string, { specifier }: Import): string | undefined {
  if (PURE.test(file)) {
    const effect = specifier.startsWith('node:')
      ? !COMPUTING.has(specifier)
      : specifier === 'undici';
    return effect ? `${specifier} in a pure folder` : undefined;
  }
  if (!CONCRETE.test(file) && CONCRETE_MODULES.test(specifier)) {
    return `${specifier} outside of node/`;
  }
  return undefined;
}

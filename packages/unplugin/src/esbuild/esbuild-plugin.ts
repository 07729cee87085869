import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import type { AssetView, OpenProject } from '@assetgen/core';
import type { Metafile, OnResolveResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import { failureOf, reportFailure } from '../shared/failure.ts';
import type { Failure } from '../shared/failure.ts';
import {
  gatheredModule,
  importFilter,
  mayGather,
  parseImportId,
} from '../shared/references/import-id.ts';
import { placeFile } from '../shared/large/place-file.ts';
import { settledLine } from '../shared/large/large-files.ts';
import { createObjectModules } from '../shared/object-modules.ts';
import { publicTaken } from '../shared/own-public-files.ts';
import { openPlacedPublic } from '../shared/placed-public.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { lookInScripts } from '../shared/references/look-in-scripts.ts';
import type { WrittenScript } from '../shared/references/look-in-scripts.ts';
import { positionOfReference } from '../shared/references/position-of-reference.ts';
import { bunBuild, isBunBuild } from './bun-build.ts';
import { onlyScript } from './only-script.ts';
import { SOURCE_FILTER } from './source-filter.ts';
import { draftLine, summaryLine, tellDrafts } from '../shared/summary-line.ts';
import type { Gathering } from './load-source.ts';

export function esbuildPlugin(open: OpenProject, options: PluginOptions): Plugin {
  return { name: 'assetgen', setup: (build) => connectEsbuild(build, open, options) };
}

export async function connectEsbuild(
  given: PluginBuild,
  open: OpenProject,
  options: PluginOptions,
): Promise<void> {
  const isBun = isBunBuild(given);
  const build = isBun ? bunBuild(given) : given;
  const { initialOptions: config } = build;
  const writes = isBun ? config.outdir !== undefined : config.write !== false;
  const say = (line: string): void => {
    if (config.logLevel !== 'silent') console.error(`assetgen: ${line}`);
  };
  const folder = config.absWorkingDir ?? process.cwd();
  const plugin = openPluginProject(open, options, {
    root: folder,
    // A plugin that reads the outputs from memory gets the bytes themselves.
    production: writes,
    output: { info: say, warn: say },
  });
  const { project, session, large, noteImport } = plugin;
  const modules = createObjectModules(project.root);
  const only = writes && !isBun ? onlyScript(config, folder) : null;
  // It tells what was written, which a project with large files has to know.
  const hasStubs = existsSync(join(project.root, '.assetgen', 'stubs'));
  if (writes && (only === null || hasStubs)) config.metafile = true;
  const own = config.loader ?? {};
  config.loader = { ...FILE_LOADERS, ...own };
  /** Of these extensions the user has other files with another loader. */
  const otherwise = Object.keys(FILE_LOADERS).filter((each) => (own[each] ?? 'file') !== 'file');

  // It stands in the filter, as esbuild is another process. What is wrong with the config is told
  // where a build begins.
  await plugin.readPrefix().catch(() => undefined);
  const { prefix } = plugin;

  /** Why no import is known was told for the whole build. */
  let blocked = true;
  build.onStart(async () => {
    // esbuild does not tell what changed since the last build, or since the prefix was read.
    session.invalidate();
    blocked = true;
    try {
      const { report, view } = await session.ensure();
      if (view.prefix !== prefix) throw otherPrefix(prefix, view.prefix);
      await modules.sync(view);
      await large.sync(view);
      blocked = false;
      const failure = reportFailure(report);
      return failure === null ? null : { errors: [toMessage(failure)] };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    } finally {
      watchFiles = [...project.watched()];
    }
  });

  /** For the first answer of a build: esbuild watches what any of them names. */
  let watchFiles: string[] = [];

  build.onResolve({ filter: importFilter(prefix) }, ({ path, resolveDir, importer }) => {
    const written = parseImportId(path, prefix);
    if (blocked) {
      return written === null ? null : { path, external: true, watchFiles: watchFiles.splice(0) };
    }
    if (written === null) {
      // A large file that is named by its path is the same file.
      const file = large.at(resolve(resolveDir, path));
      return file === undefined ? null : { path: large.pathOf(file) };
    }
    if (gathered.has(written.name)) {
      return { path: written.name, namespace: NAMESPACE, watchFiles: watchFiles.splice(0) };
    }
    const known = session.known(written.id);
    return known?.type === 'file'
      ? { path: large.pathOf(known.file), watchFiles: watchFiles.splice(0) }
      : resolveImport(written.id, importer);
  });

  /** Of objects, and of what fails. */
  async function resolveImport(id: string, importer: string): Promise<OnResolveResult | null> {
    try {
      const resolved = await session.resolve(id);
      noteImport(importer, id);
      if (resolved === null) return null;
      const isFile = resolved.type === 'file';
      const path = isFile ? large.pathOf(resolved.file) : await modules.write(resolved);
      return { path, watchFiles: watchFiles.splice(0) };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))], watchFiles: watchFiles.splice(0) };
    }
  }

  // Colliders are JSON, beside all other JSON.
  loadOutputs(build, plugin, [...otherwise, '.json']);
  const { gathered, seen } = gatherImports(build, plugin, folder, otherwise.length === 0);

  build.onEnd(async ({ errors, metafile }) => {
    const view = session.latest();
    if (errors.length > 0 || view === null) return null;
    try {
      const isTold = metafile !== undefined || only === null;
      const names =
        isTold || !large.any
          ? Object.keys(metafile?.outputs ?? {})
          : await filesBeside(only, folder);
      const settled = await large.settle(folder, names);
      if (config.outdir !== undefined && writes) {
        await placePublic(view, resolve(folder, config.outdir), project.root);
      }
      if (settled !== null) say(settledLine(settled));
      const outputs = isTold ? (metafile?.outputs ?? {}) : onlyOutput(only, seen, folder);
      const scripts = writes ? writtenScripts(folder, outputs) : [];
      const problem = await lookInScripts(scripts, view, folder);
      if (problem !== null) {
        const { error, referrer } = problem;
        const position =
          referrer === undefined
            ? null
            : await positionOfReference(referrer.file, referrer.written);
        return { errors: [toMessage({ ...failureOf(error), position })] };
      }
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    }
    say(summaryLine((await session.ensure()).report));
    const drafts = await draftLine(view, project);
    if (drafts !== null) tellDrafts(drafts);
    return null;
  });

  build.onDispose(() => void project.close());
}

/** By paths relative to the working folder, as a metafile has them. */
type Outputs = Readonly<Record<string, Pick<Metafile['outputs'][string], 'inputs'>>>;

/** @param seen the sources that may name assets */
function onlyOutput(script: string, seen: ReadonlySet<string>, folder: string): Outputs {
  const inputs = Object.fromEntries([...seen].map((path) => [path, { bytesInOutput: 0 }]));
  return { [posix(folder, script)]: { inputs } };
}

/** The files that may be outputs of ours, below the folder of a script. */
async function filesBeside(script: string, folder: string): Promise<readonly string[]> {
  const place = dirname(script);
  const names = await readdir(place, { recursive: true });
  return names
    .filter((name) => extname(name) in FILE_LOADERS)
    .map((name) => posix(folder, join(place, name)));
}

function posix(from: string, to: string): string {
  return relative(from, to).replaceAll('\\', '/');
}

/** What esbuild wrote; nothing where somebody else takes it from memory. */
function* writtenScripts(folder: string, outputs: Outputs): Iterable<WrittenScript> {
  for (const [name, { inputs }] of Object.entries(outputs)) {
    const path = resolve(folder, name);
    if (!/\.[cm]?js$/.test(name) || !existsSync(path)) continue;
    const sourceOf = (text: string): string | null => {
      const sources = Object.keys(inputs).map((input) => resolve(folder, input));
      return sources.find((file) => existsSync(file) && readFileSync(file).includes(text)) ?? null;
    };
    yield { fileName: name, code: readFileSync(path, 'utf8'), sourceOf };
  }
}

/**
 * Outputs and stubs stay in the namespace `file`: esbuild reads, names, hashes and emits them itself. It
 * is another process, and asks us of a file only where the user has another loader for its extension.
 */
function loadOutputs(
  build: PluginBuild,
  { session, large }: PluginProject,
  extensions: readonly string[],
): void {
  const filter = new RegExp(
    `[\\\\/]\\.assetgen[\\\\/].*(?:${extensions.join('|').replaceAll('.', '\\.')})$`,
  );
  build.onLoad({ filter, namespace: 'file' }, async ({ path }) => {
    const view = session.latest();
    const isOurs = large.at(path) ?? view?.files.find((output) => output.path === path);
    if (isOurs === undefined) return null;
    return { contents: await readFile(path), loader: 'file', watchFiles: [path] };
  });
}

/**
 * Rewrites the sources that name assets in `new URL()`, or import many.
 *
 * @param joins whether the imports of several files may become those of one module
 * @returns the modules that stand for several files, by their names, and the sources that have the prefix, as they
 *   are found
 */
function gatherImports(
  build: PluginBuild,
  { prefix, session, large }: PluginProject,
  folder: string,
  joins: boolean,
): {
  readonly gathered: ReadonlyMap<string, readonly string[]>;
  readonly seen: ReadonlySet<string>;
} {
  /** What the modules hold, by their names. */
  const gathered = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const gathering: Gathering = {
    isFile: (id) => joins && session.known(id)?.type === 'file',
    moduleOf(ids) {
      const name = gatheredModule(ids);
      gathered.set(name, ids);
      return `${prefix}/${name}`;
    },
  };

  build.onLoad({ filter: SOURCE_FILTER, namespace: 'file' }, ({ path }) => {
    // Without a promise, and as bytes: nearly all files have none of it.
    const bytes = readFileSync(path);
    if (!bytes.includes(`${prefix}/`)) return null;
    seen.add(path);
    const text = bytes.toString();
    if (!text.includes('import.meta') && !mayGather(text, prefix)) return null;
    return loadLoader().then(({ loadSource }) => loadSource(build, path, text, prefix, gathering));
  });

  build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => {
    const paths = (gathered.get(path) ?? []).map((id) => {
      const known = session.known(id);
      if (known?.type !== 'file') throw new Error(`assetgen: ${id} is no longer a file`);
      return large.pathOf(known.file);
    });
    const { gatheredSource } = await loadLoader();
    return { contents: gatheredSource(paths), resolveDir: folder };
  });
  return { gathered, seen };
}

/**
 * Puts the public outputs into the output folder. It is not emptied between builds, and has what the user or another
 * plugin put there: that stays.
 *
 * @throws Error `ASSETGEN_PUBLIC_TAKEN`
 */
async function placePublic({ files }: AssetView, folder: string, root: string): Promise<void> {
  const outputs = files.filter((file) => file.public !== undefined);
  if (outputs.length === 0) return;
  const placed = openPlacedPublic(root);
  for (const file of outputs) {
    const target = resolve(folder, file.public ?? file.name);
    if (placed.isTaken(file, target)) throw publicTaken(file, target);
    await placeFile(file, target);
    placed.note(file, target);
  }
  await placed.save();
}

/** Most builds have no source that it would change. */
function loadLoader() {
  return import('./load-source.ts');
}

/** Of modules that no file holds. */
const NAMESPACE = 'assetgen';

/** How esbuild is to read files of these extensions. A loader of the user's stays. */
const FILE_LOADERS = Object.fromEntries(
  ['glb', 'obj', 'fbx', 'stl', 'usdz', 'blend', 'png', 'jpeg', 'webp', 'avif', 'mp4', 'bin'].map(
    (format) => [`.${format}`, 'file'] as const,
  ),
);

function otherPrefix(before: string, now: string): Error {
  const error = new Error(`the prefix of imports was "${before}" and is now "${now}"`);
  return Object.assign(error, { code: 'ASSETGEN_CONFIG', hint: 'Start the build again.' });
}

function toMessage({ text, position }: Failure): PartialMessage {
  if (position === null) return { text };
  // esbuild counts columns from 0.
  const { file, line, column } = position;
  return { text, location: { file, line, column: column - 1 } };
}

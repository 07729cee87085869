import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { cleanText } from '@assetgen/core/warm';
import type { OpenProject } from '@assetgen/core';
import type { Compiler } from 'webpack';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { connectWebpack } from '../webpack/webpack-plugin.ts';
import { nextTask } from './next-task.ts';
import type { NextProcess } from './next-task.ts';
import { openNextProject, rootOf } from './next-project.ts';
import type { NextProject } from './next-project.ts';
import type { Compiled } from './refuse-texts.ts';
import { turbopackOptions } from './turbopack-options.ts';
import type { NextOptions } from './turbopack-options.ts';

/** Next's config, or a function or promise of it, as `next.config` may export it. */
export type GivenConfig<Config> =
  | Config
  | Promise<Config>
  | ((phase: string, context: never) => Config | Promise<Config>);

export type ConfigFunction<Config> = (phase: string, context: unknown) => Promise<Config>;

/** Phases in which nothing is compiled. */
const SERVING: ReadonlySet<string> = new Set([
  'phase-production-server',
  'phase-export',
  'phase-test',
  'phase-info',
]);

const output = {
  info: (line: string) => console.log(` \u25cb assetgen: ${cleanText(line)}`),
  warn: (line: string) => console.warn(` \u26a0 assetgen: ${cleanText(line)}`),
};

/** @param where the process that reads the config. @default this one */
export function withAssetgenOf(
  open: OpenProject,
  where: () => NextProcess = () => ({ argv: process.argv, env: process.env, isMainThread }),
): <Config extends object>(
  nextConfig?: GivenConfig<Config>,
  options?: PluginOptions,
) => ConfigFunction<Config> {
  return function withAssetgen<Config extends object>(
    nextConfig: GivenConfig<Config> = {} as Config,
    options: PluginOptions = {},
  ): ConfigFunction<Config> {
    const folder = folderOfConfig() ?? process.cwd();

    return async function assetgenConfig(phase, context) {
      const given =
        typeof nextConfig === 'function'
          ? await nextConfig(phase, context as never)
          : await nextConfig;
      if (SERVING.has(phase)) return given;
      const root = rootOf(folder, options);
      const major = majorOf(folder);
      const task = nextTask(phase, root, where());
      const project = await oncePerProcess(`${root} ${task}`, () =>
        openNextProject({ open, options, folder, task, output }),
      );
      const modules = path.join(project.root, '.assetgen', 'modules');
      return {
        ...given,
        ...refusingTexts(given, project),
        turbopack: turbopackOptions(given, {
          prefix: project.settings.prefix,
          modules: fromFolder(folder, modules),
          folder: modules,
          loader: fileURLToPath(new URL('./turbopack-loader.js', import.meta.url)),
          major,
        }),
        webpack: webpackOptions((given as NextOptions).webpack, project, options),
      };
    };
  };
}

interface CompilerOptions {
  readonly runAfterProductionCompile?: (compiled: Compiled) => Promise<void>;
}

/** The plugin of webpack does this before anything is written; Turbopack has no plugins. */
function refusingTexts(
  given: { readonly compiler?: CompilerOptions },
  { view, root }: NextProject,
): { readonly compiler?: CompilerOptions } {
  if (view === null || !process.env['TURBOPACK']) return {};
  const { compiler = {} } = given;
  return {
    compiler: {
      ...compiler,
      async runAfterProductionCompile(compiled) {
        await compiler.runAfterProductionCompile?.(compiled);
        const { refuseTexts } = await import('./refuse-texts.ts');
        await refuseTexts(compiled, view, root);
      },
    },
  };
}

type WebpackConfig = { plugins?: unknown[] };

function webpackOptions(given: unknown, { open, host, root }: NextProject, options: PluginOptions) {
  return function addPlugin(config: WebpackConfig, context: unknown): WebpackConfig {
    const changed = (
      typeof given === 'function' ? given(config, context) : config
    ) as WebpackConfig;
    changed.plugins ??= [];
    changed.plugins.push({
      name: 'assetgen',
      apply(compiler: Compiler) {
        connectWebpack(compiler, open, { ...options, root }, undefined, host);
      },
    });
    return changed;
  };
}

/**
 * The folder of the config that calls: `next dev apps/shop` runs elsewhere, and tells its processes of the folder
 * after the config was read.
 */
function folderOfConfig(): string | null {
  for (const frame of (new Error().stack ?? '').split('\n')) {
    const file = CONFIG_FRAME.exec(frame)?.[1];
    if (file === undefined) continue;
    return path.dirname(file.startsWith('file://') ? fileURLToPath(file) : file);
  }
  return null;
}

const CONFIG_FRAME =
  /(?:^\s+at (?:async )?|\()((?:file:\/\/)?[^()]*next\.config[\w.]*\.[cm]?[jt]s)(?:\?[^:]*)?:\d+:\d+\)?$/;

/** `./.assetgen/modules`, as Turbopack takes it: from the folder of the config. */
function fromFolder(folder: string, target: string): string {
  const relative = path.relative(folder, target).split(path.sep).join('/');
  return relative.startsWith('../') ? relative : `./${relative}`;
}

function majorOf(folder: string): number {
  const file = createRequire(path.join(folder, 'package.json')).resolve('next/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return Number.parseInt(version, 10);
}

/** Next reads a config several times in one process, the module of the config included. */
const DONE = Symbol.for('assetgen.next');

function oncePerProcess<T>(key: string, open: () => Promise<T>): Promise<T> {
  const all = ((globalThis as Record<symbol, unknown>)[DONE] ??= new Map()) as Map<
    string,
    Promise<T>
  >;
  const known = all.get(key) ?? open();
  all.set(key, known);
  return known;
}

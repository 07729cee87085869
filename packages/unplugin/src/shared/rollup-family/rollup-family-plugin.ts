import type { OpenProject } from '@assetgen/core';
import { emitOutput } from './emit-output.ts';
import { importsGathered, virtualId } from '../references/import-id.ts';
import type { FamilyBundle, FamilyOutput } from './family-bundle.ts';
import { openDevProject } from '../dev-project.ts';
import type { PluginOptions } from '../plugin-options.ts';
import { openPluginProject } from '../plugin-project.ts';
import type { PluginProject } from '../plugin-project.ts';
import { createRollupHooks } from './rollup-hooks.ts';
import type { RollupHooks } from './rollup-hooks.ts';
import type { HookContext } from './hook-context.ts';

/** The hooks of a plugin for Rollup and Rolldown. */
export interface RollupFamilyPlugin extends Pick<
  RollupHooks,
  'buildStart' | 'resolveId' | 'load' | 'watchChange' | 'onLog' | 'writeBundle' | 'closeBundle'
> {
  readonly name: string;
  readonly transform: RollupHooks['transform'] & { readonly order: 'post' };
  /** Of Rollup's cache: it may hold URLs of older bytes, and what an older plugin gathered. */
  shouldTransformCachedModule(module: { readonly code: string }): boolean;
  /** @param given of Rolldown: the folder that it works in */
  options(
    this: { readonly meta: { readonly watchMode: boolean } },
    given: { readonly input?: unknown; readonly cwd?: string | undefined },
  ): Promise<void>;
  closeWatcher(): Promise<void>;
  readonly generateBundle: {
    readonly order: 'post';
    handler(
      this: HookContext,
      output: FamilyOutput,
      bundle: FamilyBundle,
      isWrite: boolean,
    ): Promise<void>;
  };
}

/** How Rollup's placeholder for an emitted file begins. Rolldown has another since 1.2.5, and knows this one in all. */
const PLACEHOLDER = 'import.meta.ROLLUP_FILE_URL_';

/** One plugin for both. */
export function createRollupFamilyPlugin(
  open: OpenProject,
  options: PluginOptions,
): RollupFamilyPlugin {
  const print = (line: string): void => console.error(`assetgen: ${line}`);
  /** Of a watch: nothing is paid for because a file was saved. */
  let watches = false;
  let folder = process.cwd();
  let plugin: PluginProject | null = null;
  function opened(): PluginProject {
    plugin ??= openPluginProject(open, options, {
      root: folder,
      production: true,
      output: { info: print, warn: print },
      openDevProject: () => (watches ? openDevProject : undefined),
    });
    return plugin;
  }
  const { emitPublic, finishBundle, readPrefix, ...hooks } = createRollupHooks(opened, {
    folder: () => folder,
    idOf: (_file, written) => virtualId(written.name),
    // Rolldown reads TypeScript and JSX itself, after our hook.
    gathers: (id) => /\.[cm]?js$/.test(id),
    // The bundler's own, so that `--silent` and `--failAfterWarnings` hold.
    tell: (context) => ({
      info: (line) => context.info(`assetgen: ${line}`),
      warn: (line) => context.warn(`assetgen: ${line}`),
    }),
    async urlOf(context, file) {
      if (context.meta.watchMode) context.addWatchFile(file.path);
      const reference = await emitOutput(context, file, file.path, opened().large.stubOf(file));
      return PLACEHOLDER + reference;
    },
  });

  return {
    name: 'assetgen',
    async options({ cwd = process.cwd() }) {
      folder = cwd;
      watches = this.meta.watchMode;
      await readPrefix(watches);
    },
    buildStart: hooks.buildStart,
    resolveId: hooks.resolveId,
    load: hooks.load,
    // After plugins that make JavaScript of TypeScript, wherever they stand in the list.
    transform: { order: 'post', ...hooks.transform },
    shouldTransformCachedModule: ({ code }) => importsGathered(code) || code.includes(PLACEHOLDER),
    watchChange: hooks.watchChange,
    onLog: hooks.onLog,
    generateBundle: {
      order: 'post',
      async handler(_output, bundle, isWrite) {
        await emitPublic.call(this, isWrite);
        await finishBundle.call(this, bundle, isWrite);
      },
    },
    writeBundle: hooks.writeBundle,
    closeBundle: hooks.closeBundle,
    closeWatcher: () => opened().project.close(),
  };
}

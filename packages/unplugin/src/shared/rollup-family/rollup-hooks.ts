import { failureOf, reportFailure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import type { PluginProject } from '../plugin-project.ts';
import type { HookContext } from './hook-context.ts';
import { virtualName } from '../references/import-id.ts';
import { createImportHooks } from './import-hooks.ts';
import type { ImportDifferences, ImportHooks } from './import-hooks.ts';
import { createOutputHooks } from './output-hooks.ts';
import type { OutputDifferences, OutputHooks } from './output-hooks.ts';
import { toRollupError } from './rollup-error.ts';

/** In what the bundlers of the family differ. */
export interface RollupDifferences extends ImportDifferences, OutputDifferences {}

/** The hooks that Rollup, Rolldown and Vite share. */
export interface RollupHooks extends ImportHooks, OutputHooks {
  buildStart(this: HookContext): Promise<void>;
  watchChange(this: HookContext, file: string): void;
  onLog(
    level: string,
    log: {
      readonly code?: string | undefined;
      readonly message: string;
      readonly id?: string | undefined;
    },
  ): false | null;
}

/**
 * The watcher of Rollup and Vite (chokidar) drops a change of a file that follows another within 50 ms: an editor
 * that empties a file and then writes it, or a mistake that is repaired at once. Whoever reads later has
 * seen what was dropped. Unit: milliseconds.
 */
const SETTLED_MS = 60;

/** @param opened the project; asked for by hooks only, as Vite's root is not known before them */
export function createRollupHooks(
  opened: () => PluginProject,
  differences: RollupDifferences,
): RollupHooks {
  const imports = createImportHooks(opened, differences);
  const outputs = createOutputHooks(opened, differences);
  let changesSeen: Promise<void> = Promise.resolve();
  return {
    ...imports,
    ...outputs.hooks,
    async buildStart() {
      await changesSeen;
      const plugin = opened();
      outputs.begin();
      let failure: Failure | null;
      try {
        await plugin.readPrefix();
        const { report, view } = await plugin.session.ensure();
        failure = reportFailure(report);
        await plugin.large.sync(view);
      } catch (error) {
        failure = failureOf(error);
      }
      if (this.meta.watchMode) {
        for (const file of plugin.project.watched()) this.addWatchFile(file);
      }
      if (failure !== null) this.error(toRollupError(failure));
    },
    watchChange(file) {
      const { project, session } = opened();
      if (!project.watched().includes(file) || session.isKnownLock(file)) return;
      session.invalidate();
      changesSeen = new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    },
    onLog(_level, { code, message, id }) {
      // Of the URL of a file, which the bundler itself puts there afterwards.
      if (code === 'EMPTY_IMPORT_META' && virtualName(id ?? '') !== null) return false;
      // Rolldown warns of slow plugins; what took its time was the service, and we said so.
      return code === 'PLUGIN_TIMINGS' && message.includes('assetgen buildStart') ? false : null;
    },
  };
}

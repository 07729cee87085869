import { readFile } from 'node:fs/promises';
import type { BuildReport } from '@assetgen/core';
import type { ProgressOutput } from '../create-progress.ts';
import { settledLine } from '../large/large-files.ts';
import type { PluginProject } from '../plugin-project.ts';
import { isText, lookForLeftovers } from '../references/look-for-leftovers.ts';
import { lookInScripts } from '../references/look-in-scripts.ts';
import type { WrittenScript } from '../references/look-in-scripts.ts';
import { draftLine, summaryLine } from '../summary-line.ts';
import { fillStubs, settleBundle } from './family-bundle.ts';
import type { FamilyBundle, FamilyOutput } from './family-bundle.ts';
import type { HookContext } from './hook-context.ts';
import { orFail } from './rollup-error.ts';

/** Where each bundler of the family tells how a build ended. */
export interface OutputDifferences {
  /** Where the last lines of a build go. */
  tell(context: HookContext): ProgressOutput;
  /** Where the line goes that tells of drafts. @default `tell` */
  tellDrafts?(line: string): void;
  /** What the bundler resolves the output folder from. */
  folder(): string;
}

/** The hooks that see what is written. */
export interface OutputHooks {
  /** For `generateBundle`: the public outputs. */
  emitPublic(this: HookContext, isWrite: boolean): Promise<void>;
  /** For the end of `generateBundle`: nothing broken is written. */
  finishBundle(this: HookContext, bundle: FamilyBundle, isWrite: boolean): Promise<void>;
  readonly writeBundle: {
    readonly sequential: true;
    readonly order: 'pre';
    handler(this: HookContext, output: FamilyOutput, bundle: FamilyBundle): Promise<void>;
  };
  closeBundle(this: HookContext): Promise<void>;
}

/**
 * @param opened the project; asked for by hooks only
 * @returns the hooks, and what a new build begins with
 */
export function createOutputHooks(
  opened: () => PluginProject,
  { tell, tellDrafts, folder }: OutputDifferences,
): { readonly hooks: OutputHooks; begin(): void } {
  let bundled = false;
  /** What was told: a build for servers shares the run of the page's. */
  let told: BuildReport | null = null;

  const hooks: OutputHooks = {
    async emitPublic(isWrite) {
      const { large, session } = opened();
      for (const file of (await session.ensure()).view.files) {
        if (file.public === undefined) continue;
        // What is emitted now need not be in the bundle where stubs are filled.
        const stub = isWrite ? large.stubOf(file) : null;
        const source = stub ?? (await readFile(file.path));
        this.emitFile({ type: 'asset', fileName: file.public, source });
      }
    },
    async finishBundle(bundle, isWrite) {
      const { large, prefix, project, session } = opened();
      bundled = false;
      await orFail(this, () => lookForLeftovers(assetsOf(bundle), prefix, session.latest()));
      const problem = await lookInScripts(scriptsOf(bundle), session.latest(), project.root);
      if (problem !== null) {
        await orFail(this, () => Promise.reject(problem.error), problem.referrer);
      }
      bundled = true;
      if (!isWrite) await fillStubs(large, bundle);
    },
    // Before the hooks of others, which may read what was written.
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler(output, bundle) {
        const plugin = opened();
        const settled = await orFail(this, () =>
          settleBundle(plugin.large, folder(), output, bundle),
        );
        if (settled !== null) tell(this).info(settledLine(settled));
      },
    },
    async closeBundle() {
      const { project, session } = opened();
      if (!this.meta.watchMode) await project.close();
      // A failed build is closed too.
      if (!bundled) return;
      const { report, view } = await session.ensure();
      if (report !== told) tell(this).info(summaryLine(report));
      told = report;
      const drafts = await draftLine(view, project);
      if (drafts === null) return;
      if (tellDrafts === undefined) tell(this).warn(drafts);
      else tellDrafts(drafts);
    },
  };
  return {
    hooks,
    begin() {
      bundled = false;
    },
  };
}

function* scriptsOf(bundle: FamilyBundle): Iterable<WrittenScript> {
  for (const [fileName, chunk] of Object.entries(bundle)) {
    const { type, code } = chunk;
    if (type !== 'chunk' || code === undefined) continue;
    // Asked for where something is wrong only: Rolldown makes an object of each module of a chunk that is looked at.
    const sourceOf = (text: string): string | null => {
      const { modules = {} } = chunk;
      return Object.keys(modules).find((id) => modules[id]?.code?.includes(text) === true) ?? null;
    };
    yield { fileName, code, sourceOf };
  }
}

function* assetsOf(bundle: FamilyBundle) {
  for (const fileName of Object.keys(bundle).filter(isText)) {
    const output = bundle[fileName];
    if (output?.type === 'asset') yield { fileName, read: () => output.source ?? '' };
  }
}

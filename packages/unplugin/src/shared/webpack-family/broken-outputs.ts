import { failureOf } from '../failure.ts';
import type { PluginProject } from '../plugin-project.ts';
import { isText, lookForLeftovers } from '../references/look-for-leftovers.ts';
import { lookInScripts } from '../references/look-in-scripts.ts';
import type { WrittenScript } from '../references/look-in-scripts.ts';
import { positionOfReference } from '../references/position-of-reference.ts';
import { toFamilyError } from './family-error.ts';
import { PLUGIN_NAME } from './family-plugin.ts';
import type { FamilyCompilation, FamilyCompiler } from './family-plugin.ts';

/** Refuses a style sheet or a page that would ship broken. */
export function refuseBroken(
  compiler: FamilyCompiler,
  compilation: FamilyCompilation,
  plugin: PluginProject,
): void {
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
  compilation.hooks.processAssets.tapPromise({ name: PLUGIN_NAME, stage }, async () => {
    // By name, and not by `Object.keys`: Rspack makes an object of each asset that is looked at.
    const files = Reflect.ownKeys(compilation.assets)
      .filter((fileName) => typeof fileName === 'string')
      .filter(isText)
      .map((fileName) => {
        return { fileName, read: () => compilation.assets[fileName]?.source() ?? '' };
      });
    try {
      await lookForLeftovers(files, plugin.prefix, plugin.session.latest());
    } catch (error) {
      compilation.errors.push(toFamilyError(compiler, failureOf(error)));
    }
  });
}

/** Refuses a script that would ship the name of an asset as a text. */
export function refuseTexts(
  compiler: FamilyCompiler,
  compilation: FamilyCompilation,
  { project, session }: PluginProject,
): void {
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

  function sourceOf(text: string): string | null {
    for (const module of compilation.modules) {
      const source = module.originalSource?.()?.source();
      if (source?.includes(text) === true) return module.resource ?? null;
    }
    return null;
  }

  compilation.hooks.processAssets.tapPromise({ name: PLUGIN_NAME, stage }, async () => {
    const names = Reflect.ownKeys(compilation.assets).filter((name) => typeof name === 'string');
    const scripts = names.filter((name) => /\.[cm]?js$/.test(name));
    function* written(): Iterable<WrittenScript> {
      for (const fileName of scripts) {
        yield { fileName, code: String(compilation.assets[fileName]?.source() ?? ''), sourceOf };
      }
    }
    const problem = await lookInScripts(written(), session.latest(), project.root);
    if (problem === null) return;
    const { error, referrer } = problem;
    const position =
      referrer === undefined ? null : await positionOfReference(referrer.file, referrer.written);
    compilation.errors.push(toFamilyError(compiler, { ...failureOf(error), position }));
  });
}

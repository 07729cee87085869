import type { AssetView } from '@assetgen/core';

/** A script that a bundler is about to write. */
export interface WrittenScript {
  readonly fileName: string;
  readonly code: string;
  /** The file whose code has this text; null where that cannot be told. */
  sourceOf(text: string): string | null;
}

/** What is wrong with a script, and where that stands. */
export interface ScriptProblem {
  readonly error: Error;
  /** The file, by its absolute path, and the name as it is written there. */
  readonly referrer: { readonly file: string; readonly written: string } | undefined;
}

/**
 * The first name that a script would ship as a text; null where there is none. What looks for it is loaded
 * where a script has the prefix at all.
 *
 * @param root what sources are named from
 */
export async function lookInScripts(
  scripts: Iterable<WrittenScript>,
  view: AssetView | null,
  root: string,
): Promise<ScriptProblem | null> {
  if (view === null) return null;
  for (const { fileName, code, sourceOf } of scripts) {
    if (!code.includes(`${view.prefix}/`)) continue;
    const { BUILT, findScriptLeftovers, scriptLeftover } = await import('./script-leftovers.ts');
    const [first] = findScriptLeftovers(code, view);
    if (first === undefined) continue;
    // A template of the source, as `@gen/props/${name}.glb`.
    const written = first.id.endsWith(BUILT) ? first.id.slice(0, -BUILT.length) : first.id;
    const text = written === first.id ? written : `${written}\${`;
    const source = sourceOf(text)?.split('?')[0] ?? null;
    const near = source?.startsWith(`${root}/`) === true ? source.slice(root.length + 1) : source;
    const referrer = source === null ? undefined : { file: source, written };
    return { error: scriptLeftover(first.id, fileName, near), referrer };
  }
  return null;
}

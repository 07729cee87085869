import type { AssetView } from '@assetgen/core';
import { findCssReferences } from './css-references.ts';
import { findHtmlReferences } from './html-references.ts';
import { unresolvedReference } from './unresolved-reference.ts';

/** A file that a bundler is about to write. */
export interface WrittenFile {
  readonly fileName: string;
  read(): string | Uint8Array;
}

/**
 * Style sheets, pages and manifests of web apps may reach the output folder without a hook of ours having met them: a
 * reference in one would be a broken URL in a browser.
 *
 * @param view knows the names that stand in the scripts of a page
 * @throws Error `ASSETGEN_UNRESOLVED_REFERENCE` for the first one
 */
export async function refuseLeftovers(
  files: Iterable<WrittenFile>,
  prefix: string,
  view: AssetView | null,
): Promise<void> {
  for (const { fileName, read } of files) {
    const kind = FINDERS.find(({ extension }) => fileName.endsWith(extension));
    if (kind === undefined) continue;
    const content = read();
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    const [first] = await kind.find(text, prefix, view);
    if (first === undefined) continue;
    // Of an `image-set()` some bundlers read no plain strings.
    const inSheet = `Write url(${first.id}), in a style sheet that JavaScript or HTML loads.`;
    throw unresolvedReference(first.id, fileName, kind.extension === '.css' ? inSheet : undefined);
  }
}

const FINDERS = [
  { extension: '.css', find: findCssReferences },
  { extension: '.html', find: findInPage },
  { extension: '.webmanifest', find: findInData },
] as const;

/** The manifest of a web app names its icons and screenshots. */
async function findInData(
  json: string,
  prefix: string,
  view: AssetView | null,
): Promise<readonly { readonly id: string }[]> {
  if (view === null || !json.includes(`${prefix}/`)) return [];
  const { findScriptLeftovers } = await import('./script-leftovers.ts');
  return findScriptLeftovers(json, view);
}

async function findInPage(
  html: string,
  prefix: string,
  view: AssetView | null,
): Promise<readonly { readonly id: string }[]> {
  const found = findHtmlReferences(html, prefix);
  if (found.length > 0 || view === null || !html.includes(`${prefix}/`)) return found;
  const scripts = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '', code = '']) => code.includes(`${prefix}/`) && isCode(attributes))
    .map(([, , code = '']) => code);
  if (scripts.length === 0) return [];
  // Loaded where a script has the prefix at all.
  const { findScriptLeftovers } = await import('./script-leftovers.ts');
  return scripts.flatMap((code) => findScriptLeftovers(code, view));
}

/** Comments, and scripts that stand in the page itself. */
const SCRIPT = /<!--[\s\S]*?-->|<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;

/** Whether a browser reads the text of a script as JavaScript or as data. */
function isCode(attributes: string): boolean {
  const [, type = ''] = /\stype\s*=\s*["']?([^\s"'>]*)/i.exec(attributes) ?? [];
  return /^$|^module$|javascript$|json$/i.test(type);
}

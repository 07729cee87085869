import type { AssetView } from '@assetgen/core';
import { escapePattern } from './import-id.ts';

/** A name below the prefix that stands in code as a text, where only an import would become a URL. */
export interface ScriptLeftover {
  /** `@gen/hero.webp` */
  readonly id: string;
}

/** What holds a URL in markup: properties of JSX, attributes in the strings that templates become. */
const ATTRIBUTE =
  /\b(?:src|srcset|href|poster|xlink:href|xlinkhref)\\?["'`]?\]?\s*[:=,]\s*\\?["'`]?$/i;

/** Where a name is meant as a name: imports that stay, updates that code accepts, comparisons, texts of a page. */
const NAMED =
  /(?:\b(?:from|import|export)\s*|\b(?:import|require|accept|dispose)\s*\(\s*\[?\s*|children\\?["'`]?\s*:\s*|[=!]==?\s*|\bcase\s+)\\?["'`]$/;

const MEDIA = /\.(?:glb|obj|fbx|stl|usdz|blend|png|jpeg|jpg|webp|avif|mp4|webm)$/;

/**
 * Finds names that a chunk would ship as they are: `<img src="@gen/hero.webp">` in JSX or a template is a text
 * to every bundler, and a broken URL in a browser.
 *
 * @param code of a chunk, minified or not
 */
export function findScriptLeftovers(code: string, view: AssetView): readonly ScriptLeftover[] {
  const { prefix } = view;
  if (!code.includes(`${prefix}/`)) return [];
  const pattern = new RegExp(
    `(?:\\\\?["'\`]|=|url\\()\\s*(${escapePattern(prefix)}/[^\\s"'\`\\\\<>(),?#]+)(.?.?)`,
    'g',
  );
  const found: ScriptLeftover[] = [];
  for (const { index, 0: whole, 1: id = '', 2: after = '' } of code.matchAll(pattern)) {
    const start = index + whole.length - after.length - id.length;
    const before = code.slice(Math.max(0, start - 40), start);
    // The key of an object.
    if (NAMED.test(before) || /^["'`]\s*:/.test(after)) continue;
    const isUrl = ATTRIBUTE.test(before) || /url\(\\?["'`]?$/.test(before);
    if (isKnown(view, id) || (isUrl && MEDIA.test(id))) found.push({ id });
  }
  return found;
}

function isKnown(view: AssetView, id: string): boolean {
  const name = id.slice(view.prefix.length + 1);
  return view.files.some((file) => file.name === name || file.asset === name);
}

/**
 * @param chunk the file that would be shipped
 * @param source the module that has the text; null where it cannot be told
 */
export function scriptLeftover(id: string, chunk: string, source: string | null): Error {
  const where = source === null ? '' : ` of ${source}`;
  const message = `${chunk} would ship the text "${id}"${where} as it is, and a browser finds no file of that name`;
  const hint = `Write \`import url from '${id}'\` and use \`url\` in its place, such as src={url}.`;
  return Object.assign(new Error(message), { code: 'ASSETGEN_UNRESOLVED_REFERENCE', hint });
}

import type { AssetView } from '@assetgen/core';
import { escapePattern } from './import-id.ts';
import type { ScriptText } from './script-texts.ts';
import { HOLE, scriptTexts } from './script-texts.ts';

/** A name below the prefix that stands in code as a text, where only an import would become a URL. */
export interface ScriptLeftover {
  /** `@gen/hero.webp`; `@gen/props/…` where the script builds the rest as it runs. */
  readonly id: string;
}

/** What holds a URL in markup: attributes and the properties of the same names. */
const URL_KEY = /^(?:src|srcset|imagesrcset|href|poster|xlink:href|xlinkhref)$/i;

/** Properties that a page shows as words. */
const TEXT_KEY =
  /^(?:children|alt|title|label|placeholder|summary|description|caption|text|textContent|innerText|nodeValue|code|source|snippet|example|className|class|aria-.*)$/i;

/** What takes or shows words, whatever they name; methods keep their names when code is minified. */
const TEXT_CALL =
  /^(?:import|require|accept|dispose|createTextNode|createTextVNode|text|log|info|debug|warn|error|highlight\w*|codeTo\w+|lex|tokenize|escape\w*|includes|startsWith|endsWith|indexOf|replace|replaceAll|split|match|test)$/;

/** Properties that hold markup. */
const MARKUP_KEY = /^(?:innerHTML|outerHTML|__html|srcdoc|template)$/;

/** Properties that hold styles. */
const STYLE_KEY =
  /^(?:style|cssText|background(?:-?image)?|mask(?:-?image)?|border-?image(?:-?source)?|list-?style(?:-?image)?|cursor|filter|clip-?path|--[\w-]+)$/i;

const MEDIA = /\.(?:glb|obj|fbx|stl|usdz|blend|png|jpeg|jpg|webp|avif|mp4|webm)$/;

/**
 * Finds names that a chunk would ship as they are: `<img src="@gen/hero.webp">` in JSX or a template is a text
 * to every bundler, and a broken URL in a browser. These are such:
 *
 * - a string that is nothing but a name: of an asset or file that exists or, where a URL stands, of a medium
 * - a URL in the attribute of an element, in a string of markup that code makes elements of
 * - `url()` in a string of styles
 *
 * What a page only shows is none: prose, samples of code, and every string that holds a name beside other words.
 *
 * @param code of a chunk, minified or not
 */
export function findScriptLeftovers(code: string, view: AssetView): readonly ScriptLeftover[] {
  const { prefix } = view;
  if (!code.includes(`${prefix}/`)) return [];
  const found: ScriptLeftover[] = [];
  for (const text of scriptTexts(code)) {
    if (!text.text.includes(`${prefix}/`)) continue;
    if (isCode(text)) {
      found.push(...findScriptLeftovers(text.text, view));
    } else found.push(...namesIn(text, view).map((id) => ({ id })));
  }
  return found;
}

/** Modules of a development build are strings themselves, and so are those of JSON, whose values code reads. */
function isCode({ text, place }: ScriptText): boolean {
  if (place.type !== 'argument') return false;
  return place.callee === 'eval' || (place.callee === 'parse' && isJson(text));
}

/** What else has a method of this name reads prose. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ends the names that a script builds. */
export const BUILT = '…';

/** What takes a URL or a module, and no words. */
const ASKS = /^(?:import|URL)$/;

function namesIn(given: ScriptText, view: AssetView): string[] {
  const { text, place } = given;
  const isBuilt = given.continues || text.includes(HOLE);
  if (isBuilt && place.type === 'argument' && ASKS.test(place.callee)) {
    return text.startsWith(`${view.prefix}/`) ? [builtName(text)] : [];
  }
  if (isShown(place)) return [];
  const isUrl =
    (place.type === 'value' && URL_KEY.test(place.key ?? '')) ||
    (place.type === 'argument' && URL_KEY.test(place.before ?? ''));
  const words = text.trim();
  if (words.startsWith(`${view.prefix}/`)) return wholeNames(words, isUrl, given.continues, view);
  const ids = isMarkup(given) ? inMarkup(text, view.prefix) : inStyles(given, view.prefix);
  return ids.flatMap((id) => {
    if (id.includes(HOLE)) return [builtName(id)];
    return isMeant(id, true, view) ? [id] : [];
  });
}

/** What is known of a name before the script runs. */
function builtName(text: string): string {
  const [start = ''] = text.split(HOLE);
  return `${start}${BUILT}`;
}

function isShown(place: ScriptText['place']): boolean {
  if (place.type === 'argument') return TEXT_CALL.test(place.callee);
  if (place.type === 'value') return TEXT_KEY.test(place.key ?? '');
  return place.type === 'child' || place.type === 'name';
}

/** Of a text that begins with the prefix: one name, or those of a `srcset`. */
function wholeNames(words: string, isUrl: boolean, continues: boolean, view: AssetView): string[] {
  if (isUrl && continues) return [builtName(words)];
  if (words.includes(HOLE)) {
    return isUrl || mayBeFile(words, view) ? [builtName(words)] : [];
  }
  const ids = /\s/.test(words)
    ? isUrl
      ? words.split(',').map((each) => each.trim().split(/\s/)[0] ?? '')
      : []
    : [words];
  return ids
    .map((id) => id.replace(/[?#].*$/, ''))
    .filter((id) => id.startsWith(`${view.prefix}/`) && isMeant(id, isUrl, view));
}

/** Whether a template that ends in an extension may come to be the name of a file. */
function mayBeFile(template: string, view: AssetView): boolean {
  if (!MEDIA.test(template)) return false;
  const parts = template.slice(view.prefix.length + 1).split(HOLE);
  const pattern = new RegExp(`^${parts.map(escapePattern).join('.+')}$`);
  return view.files.some(({ name }) => pattern.test(name));
}

/** Whether markup is what code makes of a text: one that begins with an element, and is handed on. */
function isMarkup({ text, place }: ScriptText): boolean {
  const isHanded =
    place.type === 'tagged' ||
    place.type === 'argument' ||
    (place.type === 'value' && MARKUP_KEY.test(place.key ?? ''));
  return isHanded && text.replaceAll(HOLE, '').trimStart().startsWith('<');
}

function inMarkup(text: string, prefix: string): string[] {
  const name = `(${escapePattern(prefix)}/[^\\s"'<>(),?#]+)`;
  const attributes = new RegExp(
    `<[a-z][^<>]*?\\s(?:src|srcset|href|poster|xlink:href)\\s*=\\s*["']?\\s*${name}`,
    'gi',
  );
  const styles = new RegExp(`<[a-z][^<>]*?\\sstyle\\s*=[^<>]*?url\\(\\s*["']?${name}`, 'gi');
  return [...text.matchAll(attributes), ...text.matchAll(styles)].map(([, id = '']) => id);
}

/** A declaration before `url()` tells styles from prose. */
const DECLARES =
  /(?:^|[{;\s])(?:background|mask|cursor|content|src|border-image|list-style|filter|clip-path|shape-outside|--[\w-]+)[\w-]*\s*:[^;{}]*$/;

function inStyles({ text, place }: ScriptText, prefix: string): string[] {
  const isStyle = place.type === 'value' && STYLE_KEY.test(place.key ?? '');
  if (!isStyle && place.type !== 'tagged' && place.type !== 'argument') return [];
  const pattern = new RegExp(`url\\(\\s*["']?(${escapePattern(prefix)}/[^\\s"'<>(),?#]+)`, 'g');
  return [...text.matchAll(pattern)].flatMap(({ index, 1: id = '' }) =>
    isStyle || DECLARES.test(text.slice(0, index)) ? [id] : [],
  );
}

/** @param isUrl whether a URL stands there: a wrong name is broken too */
function isMeant(id: string, isUrl: boolean, view: AssetView): boolean {
  const name = id.slice(view.prefix.length + 1);
  const isKnown = view.files.some((file) => file.name === name || file.asset === name);
  return isKnown || (isUrl && MEDIA.test(id));
}

/**
 * @param chunk the file that would be shipped
 * @param source the module that has the text; null where it cannot be told
 */
export function scriptLeftover(id: string, chunk: string, source: string | null): Error {
  const where = source === null ? '' : ` of ${source}`;
  const message = `${chunk} would ship the text "${id}"${where} as it is, and a browser finds no file of that name`;
  const hint = id.endsWith(BUILT)
    ? 'No bundler can follow a name that the script builds as it runs: import each file.'
    : `Write \`import url from '${id}'\` and use \`url\` in its place, such as src={url}.`;
  return Object.assign(new Error(message), { code: 'ASSETGEN_UNRESOLVED_REFERENCE', hint });
}

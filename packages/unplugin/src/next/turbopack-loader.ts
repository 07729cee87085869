import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { codeImport } from './code-import.ts';
import { findCssReferences } from '../shared/references/css-references.ts';
import { escapePattern } from '../shared/references/import-id.ts';
import { replaceText } from '../shared/references/replace-text.ts';

/** What is used of the context of a webpack loader, as Turbopack has it. */
interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): { readonly prefix: string; readonly folder: string };
  addDependency(file: string): void;
  addContextDependency(folder: string): void;
}

/**
 * Puts the path of a file in the place of its name, in style sheets and in `new URL('@gen/…', import.meta.url)`:
 * an alias would lead these to the module of an import. The module of each file knows where it is, a draft's too,
 * and Turbopack reads the text again when that changes.
 *
 * Imports of code for a framework get the name of its module: of `@gen/props/dragon?react`, which is a file of a
 * package to Turbopack, no alias sees the query.
 */
async function turbopackLoader(this: LoaderContext, source: string): Promise<string> {
  return rewrite(this, source);
}

async function rewrite(context: LoaderContext, source: string): Promise<string> {
  const { prefix, folder } = context.getOptions();
  const isSheet = context.resourcePath.endsWith('.css');
  const found = isSheet ? findCssReferences(source, prefix) : findNewUrls(source, prefix);
  const replacements = isSheet ? [] : await codeImports(source, context);
  for (const { id, start, end } of found) {
    const [bare = '', rest = ''] = id.split(/(?=[?#])/, 2);
    const file = await fileOf(bare.slice(prefix.length + 1), bare, folder, context);
    const from = path.relative(path.dirname(context.resourcePath), file);
    const text = from.split(path.sep).join('/');
    replacements.push({ start, end, text: (text.startsWith('../') ? text : `./${text}`) + rest });
  }
  // Without a map: no line moves, and one without the names of sources is a crash in Turbopack.
  return replacements.length === 0 ? source : (await replaceText(source, replacements)).code;
}

/** `new URL('@gen/x.glb', import.meta.url)`, in TypeScript and JSX too. */
function findNewUrls(
  source: string,
  prefix: string,
): readonly { readonly id: string; readonly start: number; readonly end: number }[] {
  const pattern = new RegExp(
    `\\bnew\\s+URL\\s*\\(\\s*(['"\`])(${escapePattern(prefix)}/[^'"\`\\s$]+)\\1\\s*,\\s*import\\.meta\\.url`,
    'dg',
  );
  return [...source.matchAll(pattern)].flatMap(({ 2: id, indices }) => {
    const range = indices?.[2];
    return id === undefined || range === undefined ? [] : [{ id, start: range[0], end: range[1] }];
  });
}

/** The queries of imports such as `@gen/props/dragon?react`, each with the end of its module's name. */
async function codeImports(
  source: string,
  context: LoaderContext,
): Promise<{ start: number; end: number; text: string }[]> {
  const { prefix, folder } = context.getOptions();
  const found = [...source.matchAll(new RegExp(codeImport(prefix), 'dg'))];
  const replaced = found.map(async ({ 1: name, 2: target, indices }) => {
    const [, [, start = 0] = [], [, end = 0] = []] = indices ?? [];
    const text = `~${target}`;
    // Of an unknown name Turbopack tells what is written there.
    const isKnown = await readFile(path.join(folder, `${name}${text}.js`)).then(
      () => true,
      () => false,
    );
    if (!isKnown) context.addContextDependency(folder);
    return isKnown ? [{ start, end, text }] : [];
  });
  return (await Promise.all(replaced)).flat();
}

/** Where the file of a name is, by its module. */
async function fileOf(
  name: string,
  id: string,
  folder: string,
  context: LoaderContext,
): Promise<string> {
  const module = path.join(folder, `${name}.js`);
  const text = await readFile(module, 'utf8').catch(() => null);
  const [, found] = /^const url = new URL\("([^"]+)", import\.meta\.url\)/m.exec(text ?? '') ?? [];
  if (found !== undefined) {
    context.addDependency(module);
    return path.resolve(path.dirname(module), found);
  }
  context.addContextDependency(folder);
  throw Object.assign(await noFile(name, id, folder, text !== null), {
    stack: undefined,
  });
}

async function noFile(name: string, id: string, folder: string, isAsset: boolean): Promise<Error> {
  const all = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const files = all
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.[^./]+\.js$/.test(file))
    .map((file) => file.slice(0, -'.js'.length));
  if (!isAsset) {
    return new Error(`ASSETGEN_UNKNOWN_IMPORT: no output "${id}"\n  There are: ${some(files)}`);
  }
  const own = files.filter((file) => file.startsWith(`${name}.`));
  return new Error(
    `ASSETGEN_NOT_A_FILE: "${id}" is not a file, but a URL must name a file\n  It has: ${some(own)}`,
  );
}

function some(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : '.'}`;
}

// `require()` gives what is exported under the second name.
export { turbopackLoader as default, turbopackLoader as 'module.exports' };

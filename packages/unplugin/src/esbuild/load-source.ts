import { extname } from 'node:path';
import type { BuildOptions, OnLoadResult, PluginBuild, TransformOptions } from 'esbuild';
import {
  findFileImports,
  gatheredName,
  importGathered,
} from '../shared/references/file-imports.ts';
import { mayGather } from '../shared/references/import-id.ts';
import { importNewUrls } from '../shared/references/import-new-urls.ts';

/** The imports of many files as those of one module. */
export interface Gathering {
  isFile(id: string): boolean;
  /** Throws for a name that no `new URL` may have. */
  check(id: string, path: string): Promise<void>;
  moduleOf(ids: readonly string[]): string;
  /** What the import that stands for a `new URL` has after the name. */
  readonly urlQuery: string;
}

/**
 * A source with `new URL('@gen/…', import.meta.url)` as imports, and with many imports as one; null where
 * there is nothing of either.
 */
export async function loadSource(
  build: PluginBuild,
  path: string,
  text: string,
  prefix: string,
  { isFile, check, moduleOf, urlQuery }: Gathering,
): Promise<OnLoadResult | null> {
  const loader = loaderOf(path, build.initialOptions);
  if (loader === null) return null;
  const changed = await withNewUrls(build, path, text, { prefix, loader, check, urlQuery });
  // Of TypeScript esbuild itself drops the imports that are of types.
  const script = changed ?? (loader === 'js' ? text : '');
  const imports = mayGather(script, prefix) ? await findFileImports(script, prefix, isFile) : null;
  const gathered = imports === null ? null : importGathered(script, imports, moduleOf(imports.ids));
  const contents = gathered ?? changed;
  return contents === null ? null : { contents, loader: 'js' };
}

/**
 * The module that stands for the imports of these files.
 *
 * @param paths what esbuild is to read for each
 */
export function gatheredSource(paths: readonly string[]): string {
  const statements = paths.map((path, index) => {
    // esbuild would ask of each path below this folder.
    const unasked = path.replace('/.assetgen/files/', '/.assetgen/./files/');
    return `export { default as ${gatheredName(index)} } from ${JSON.stringify(unasked)};\n`;
  });
  return statements.join('');
}

type Script = 'js' | 'jsx' | 'ts' | 'tsx';

/** null for a file that the user has other plans with. */
function loaderOf(path: string, { loader = {} }: BuildOptions): Script | null {
  const extension = extname(path);
  const loaded = loader[extension] ?? extension.replace(/^\.[cm]?/, '');
  return ['js', 'jsx', 'ts', 'tsx'].includes(loaded) ? (loaded as Script) : null;
}

interface UrlOptions extends Pick<Gathering, 'check' | 'urlQuery'> {
  readonly prefix: string;
  readonly loader: Script;
}

async function withNewUrls(
  build: PluginBuild,
  path: string,
  text: string,
  { prefix, loader, check, urlQuery }: UrlOptions,
): Promise<string | null> {
  if (!text.includes('import.meta')) return null;
  const code = loader === 'js' ? text : await toJavaScript(build, path, text, loader);
  if (code === null) return null;
  return (
    (await importNewUrls(code, prefix, { check: (id) => check(id, path), query: urlQuery }))
      ?.code ?? null
  );
}

/** The lexer reads JavaScript only. null where esbuild itself will tell what is wrong. */
async function toJavaScript(
  { esbuild, initialOptions: config }: PluginBuild,
  sourcefile: string,
  text: string,
  loader: Script,
): Promise<string | null> {
  const { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw } = config;
  const options: TransformOptions = { loader, sourcefile, sourcemap: 'inline', target: 'esnext' };
  Object.assign(options, { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw });
  const result = await esbuild.transform(text, options).catch(() => null);
  return result?.code ?? null;
}

import type { OnLoadResult, PluginBuild, TransformOptions } from 'esbuild';
import { importNewUrls } from '../new-url.ts';

/** A source with `new URL('@gen/…', import.meta.url)` as imports; null where it has none. */
export async function loadNewUrls(
  build: PluginBuild,
  path: string,
  text: string,
  prefix: string,
): Promise<OnLoadResult | null> {
  const code = await toJavaScript(build, path, text);
  if (code === null) return null;
  const changed = await importNewUrls(code, prefix);
  return changed === null ? null : { contents: changed.code, loader: 'js' };
}

/** The lexer reads JavaScript only. null where esbuild itself will tell what is wrong. */
async function toJavaScript(
  { esbuild, initialOptions: config }: PluginBuild,
  sourcefile: string,
  text: string,
): Promise<string | null> {
  const loader = /\.[cm]?([jt]sx?)$/.exec(sourcefile)?.[1] as 'js' | 'jsx' | 'ts' | 'tsx';
  if (loader === 'js') return text;
  const { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw } = config;
  const options: TransformOptions = { loader, sourcefile, sourcemap: 'inline', target: 'esnext' };
  Object.assign(options, { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw });
  const result = await esbuild.transform(text, options).catch(() => null);
  return result?.code ?? null;
}

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@assetgen/core';
import type { PathGuard } from '@assetgen/core';
import { namedConfigs } from './named-configs.ts';
import { findConfig } from './targets.ts';
import type { Target } from './targets.ts';

/** What became of the config of a bundler. */
export type WrittenPlugin =
  | { readonly type: 'edited' | 'created' | 'there'; readonly file: string }
  /** A person adds the plugin; `file` is null where there is no config. */
  | { readonly type: 'unsure'; readonly file: string | null; readonly isCommonJs: boolean };

/**
 * Adds our plugin to the config of a bundler or framework, where that can be done surely: the config at the place where
 * the bundler looks for it, or else each that the scripts name. Where an app of this kind does without a config, one is
 * made.
 *
 * @param root absolute path of the project
 * @param scripts of the project's package.json
 */
export async function writePlugin(
  root: string,
  scripts: Readonly<Record<string, string>>,
  target: Target,
  guard: PathGuard,
): Promise<readonly WrittenPlugin[]> {
  const names = new Set(await readdir(root));
  const found = findConfig(target, names);
  const files = found === undefined ? namedConfigs(root, scripts, target) : [found];
  if (files.length > 0) return Promise.all(files.map((file) => edit(root, file, target, guard)));
  return target.isOptional
    ? [await createConfig(root, target, names, guard)]
    : [{ type: 'unsure', file: null, isCommonJs: false }];
}

async function edit(
  root: string,
  file: string,
  target: Target,
  guard: PathGuard,
): Promise<WrittenPlugin> {
  const at = path.join(root, file);
  guard(at);
  const text = await readFile(at, 'utf8');
  const { addPlugin } = await import('./add-plugin.ts');
  const added = addPlugin(text, target);
  if (added.type === 'edited') await writeAtomic(at, added.text, guard);
  return added.type === 'unsure'
    ? { type: 'unsure', file, isCommonJs: isCommonJs(file, text) }
    : { type: added.type, file };
}

function isCommonJs(file: string, text: string): boolean {
  return /\.c[jt]s$/.test(file) || /\bmodule\.exports\b/.test(text);
}

async function createConfig(
  root: string,
  { configs: [stem = ''], entry, form }: Target,
  names: ReadonlySet<string>,
  guard: PathGuard,
): Promise<WrittenPlugin> {
  const isTypeScript = [...names].some((name) => /^tsconfig\b.*\.json$/.test(name));
  // As a module whatever the "type" of package.json is; Next reads no .mts.
  const file = `${stem}.${isTypeScript ? (form === 'wrap' ? 'ts' : 'mts') : 'mjs'}`;
  const text =
    form === 'wrap'
      ? `import { withAssetgen } from '${entry}';\n\nexport default withAssetgen({});\n`
      : `import assetgen from '${entry}';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [assetgen()] });\n`;
  await writeAtomic(path.join(root, file), text, guard);
  return { type: 'created', file };
}

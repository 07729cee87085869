import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@assetgen/core';
import type { PathGuard } from '@assetgen/core';
import { applyEdits, modify } from 'jsonc-parser';
import type { Dependencies } from './targets.ts';

/** The text of a package.json, and what it says; null where there is none that can be read. */
export interface PackageFile {
  readonly text: string;
  readonly json: Dependencies & { readonly scripts?: Readonly<Record<string, string>> };
}

/** @param root absolute path of the project */
export async function readPackageFile(root: string): Promise<PackageFile | null> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? { text, json } : null;
  } catch {
    return null;
  }
}

/**
 * Adds packages to `devDependencies`, in their order, where no group names them yet. All other text stays as it is.
 *
 * @param packages specifiers by name
 * @param extra further keys of package.json, for packages that come from files
 * @returns the names that were added
 */
export async function addPackages(
  root: string,
  file: PackageFile,
  packages: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, unknown>>,
  guard: PathGuard,
): Promise<readonly string[]> {
  const known = { ...file.json.dependencies, ...file.json.devDependencies };
  const missing = Object.entries(packages).filter(([name]) => !Object.hasOwn(known, name));
  if (missing.length === 0) return [];
  const group = { ...file.json.devDependencies, ...Object.fromEntries(missing) };
  const sorted = Object.fromEntries(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1)));
  let { text } = file;
  for (const [key, value] of Object.entries({ devDependencies: sorted, ...extra })) {
    text = applyEdits(text, modify(text, [key], value, { formattingOptions: formatOf(file.text) }));
  }
  await writeAtomic(path.join(root, 'package.json'), text, guard);
  return missing.map(([name]) => name);
}

function formatOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^(?<indent>[ \t]+)"/m.exec(text)?.groups?.['indent'] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

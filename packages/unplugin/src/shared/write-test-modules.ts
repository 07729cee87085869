import { readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AssetView } from '@assetgen/core';
import { findRoot, linkGuard, openProject } from '@assetgen/core/warm';
import { writeIfChanged } from './write-if-changed.ts';

/** Where tests find what they import. */
export interface TestModuleFolder {
  /** `@gen` */
  readonly prefix: string;
  /** Absolute. */
  readonly folder: string;
  /** What imports of code mean (`@gen/hero?react`), which no module of the folder holds. */
  readonly view: AssetView;
}

/** How a test runner loads modules. */
const MODULES = {
  cjs: (value: string): string =>
    `Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = ${value};\n`,
  mjs: (value: string): string => `export default ${value};\n`,
} as const;

/**
 * Writes a module for each import of a project, from its manifests and its lock alone: nothing is made, asked of a
 * service, or paid for.
 *
 * @param folder where the project is looked for, upwards
 * @throws AssetgenError `ASSETGEN_MANIFEST`, `ASSETGEN_NO_MANIFEST`, `ASSETGEN_CONFIG`, `ASSETGEN_LOCK`
 */
export async function writeTestModules(
  folder: string,
  type: keyof typeof MODULES,
): Promise<TestModuleFolder> {
  const root = findRoot(resolve(folder)) ?? resolve(folder);
  const project = openProject({ root, command: 'build' });
  try {
    const tools = await project.tools();
    if (tools === null) throw new TypeError('no project of core');
    const { prefix } = await tools.settings();
    const { manifest, lock } = await tools.inspect();
    const { testModules, testView } = await import('@assetgen/core');
    const target = join(root, '.assetgen', 'test');
    const guard = linkGuard(root);
    const written = new Set<string>();
    for (const { name, value } of testModules(manifest, lock, prefix)) {
      const file = join(target, `${name}.${type}`);
      written.add(relative(target, file));
      await writeIfChanged(file, MODULES[type](value), guard);
    }
    await removeOthers(target, type, written);
    return { prefix, folder: target, view: testView(root, manifest, lock, prefix) };
  } finally {
    await project.close();
  }
}

/** An asset that is no longer declared can't be imported. */
async function removeOthers(
  target: string,
  type: string,
  written: ReadonlySet<string>,
): Promise<void> {
  const entries = await readdir(target, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const isOld = entry.isFile() && entry.name.endsWith(`.${type}`);
    if (isOld && !written.has(relative(target, path))) await rm(path, { force: true });
  }
}

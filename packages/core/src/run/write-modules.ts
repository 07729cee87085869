import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAssetgenError } from '@assetgen/client/errors';
import type { ModuleUrls } from '../config/assetgen-options.ts';
import type { AssetView } from '../emit/asset-view.ts';
import { declarationCode } from '../emit/declaration-code.ts';
import { declarationFiles } from '../emit/declaration-files.ts';
import { MODULE_HEADER, fileModules } from '../emit/file-modules.ts';
import { targetsOf } from '../emit/target-types.ts';
import { linkGuard } from '../fs/link-guard.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import type { Lock } from '../lock/lock.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { frameworksOf } from './frameworks-of.ts';
import { keepFolderIgnored } from './keep-folder-ignored.ts';
import type { ProjectEvent } from './report/project-event.ts';

export interface ModulesInput {
  /** Absolute path of the project. */
  readonly root: string;
  readonly prefix: string;
  readonly manifest: Manifest;
  readonly lock: Lock;
  readonly view: AssetView;
  readonly urls: ModuleUrls;
}

/**
 * Writes the modules of all imports as files, with their types, and takes away those of ours that no import means
 * any more: what they named may be gone, or a draft. A file that has its text already is left alone.
 *
 * @returns the absolute paths of all of them
 * @throws AssetgenError `ASSETGEN_LINK`
 */
export async function writeModules(
  input: ModulesInput,
  onEvent: (event: ProjectEvent) => void,
): Promise<readonly string[]> {
  const { root, prefix, manifest, lock, view, urls } = input;
  const folder = path.join(root, '.assetgen', 'modules');
  const frameworks = await frameworksOf(root);
  const assets = completeAssets(manifest, view);
  const names = assets.map((asset) => asset.name);
  const code = assets.flatMap((asset) => {
    return targetsOf(asset, frameworks).map((target) => `${asset.name}~${target}`);
  });
  const modules = fileModules({ view, names, folder, urls });
  for (const name of code) {
    try {
      modules.push(...fileModules({ view: { ...view, files: [] }, names: [name], folder, urls }));
    } catch (error) {
      // A framework without what this asset needs of it: other imports of the asset do not need it.
      if (!isAssetgenError(error)) throw error;
      const message = `no module "${name}": ${error.message}`;
      onEvent({ type: 'warning', code: error.code, message });
    }
  }
  const texts = new Map(modules.map(({ name, text }) => [name, text]));
  for (const types of declarationFiles(
    declarationCode(manifest, prefix, lock, frameworks),
    prefix,
  )) {
    if (texts.has(types.name.replace(/\.d\.ts$/, '.js'))) texts.set(types.name, types.text);
  }
  const guard = linkGuard(root);
  guard(folder);
  await keepFolderIgnored(root);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of texts) await writeModule(path.join(folder, name), text, guard);
  await removeOthers(folder, texts, guard);
  return [...texts.keys()].map((name) => path.join(folder, name));
}

/** Those that have all their files. */
function completeAssets({ assets }: Manifest, view: AssetView): Manifest['assets'] {
  const made = new Set(view.files.map((file) => file.name));
  return assets.filter(({ outputs }) => outputs.every((output) => made.has(output.name)));
}

/** These files can be made again from the outputs at any time: no fsync. */
async function writeModule(file: string, text: string, guard: PathGuard): Promise<void> {
  guard(file);
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  await mkdir(path.dirname(file), { recursive: true });
  // A dev server reads them while they change, and may not see half of one.
  const temporary = `${file}.${randomUUID().slice(-12)}.tmp`;
  await writeFile(temporary, text, { flag: 'wx' });
  await rename(temporary, file);
}

async function removeOthers(
  folder: string,
  texts: ReadonlyMap<string, string>,
  guard: PathGuard,
): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (!entry.isFile() || texts.has(name) || !/\.(?:js|d\.ts)$/.test(name)) continue;
    guard(file);
    if ((await readFile(file, 'utf8')).startsWith(MODULE_HEADER)) await rm(file, { force: true });
  }
}

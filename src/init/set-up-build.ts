import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeAtomic } from '@assetgen/core';
import type { PathGuard } from '@assetgen/core';
import { localPackages, overridesOf, PNPM_WORKSPACE, pnpmWorkspace } from 'create-assetgen';
import { addPackages, readPackageFile } from './add-packages.ts';
import type { Choices } from './choices.ts';
import { writePlugin } from './write-plugin.ts';
import type { WrittenPlugin } from './write-plugin.ts';
import { writeService } from './write-service.ts';

/** What was done for the build: its config, our packages, the service. */
export interface SetUp {
  readonly written: readonly string[];
  /** What became of each config; none where no bundler was chosen. */
  readonly plugins: readonly WrittenPlugin[];
  /** Names that package.json has now. */
  readonly packages: readonly string[];
  readonly service: Awaited<ReturnType<typeof writeService>>;
}

/**
 * Writes the plugin into the config, our packages into package.json, and the service into our config.
 *
 * @param folder with tarballs of our packages; anything but a text: the registry
 */
export async function setUpBuild(
  root: string,
  { target, service }: Choices,
  folder: unknown,
  guard: PathGuard,
): Promise<SetUp> {
  const local = typeof folder === 'string' ? localPackages(path.resolve(folder)) : null;
  const wanted = ['assetgen', ...(target === null ? [] : [target.package])];
  const file = await readPackageFile(root);
  const plugins =
    target === null ? [] : await writePlugin(root, file?.json.scripts ?? {}, target, guard);
  const specifiers = wanted.map((name) => [name, local?.[name] ?? `^${version()}`]);
  const extra = local === null ? {} : overridesOf(local);
  const packages =
    file === null
      ? []
      : await addPackages(root, file, Object.fromEntries(specifiers), extra, guard);
  const isForPnpm = local !== null && packages.length > 0 && (await writeNew(root, local, guard));
  const written = await writeService(root, service, guard);
  return {
    plugins,
    packages,
    service: written,
    written: [
      ...plugins.flatMap((each) =>
        each.type === 'edited' || each.type === 'created' ? [each.file] : [],
      ),
      ...(packages.length > 0 ? ['package.json'] : []),
      ...(isForPnpm ? [PNPM_WORKSPACE] : []),
      ...(written?.isWritten === true ? [written.file] : []),
    ],
  };
}

/** The settings of pnpm for packages from files; a file of the project's own stays as it is. */
async function writeNew(
  root: string,
  packages: Readonly<Record<string, string>>,
  guard: PathGuard,
): Promise<boolean> {
  const file = path.join(root, PNPM_WORKSPACE);
  if (existsSync(file)) return false;
  await writeAtomic(file, pnpmWorkspace(packages), guard);
  return true;
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CreateError } from './create-error.ts';

/** `assetgen-0.1.0.tgz`, `create-assetgen-0.1.0.tgz` or, of a scope, `assetgen-vite-plugin-0.1.0.tgz`, as npm pack names them. */
const TARBALL = /^(?<name>[a-z][a-z-]*?)-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/;

/**
 * Our packages, in a folder of tarballs, by name: the specifier that package.json takes.
 * @throws CreateError where the folder holds none
 */
export function localPackages(folder: string): Readonly<Record<string, string>> {
  const found = read(folder).flatMap((file): [string, string][] => {
    const name = TARBALL.exec(file)?.groups?.['name'];
    if (name === undefined || !/^(?:create-)?assetgen(?:-|$)/.test(name)) return [];
    const own = name === 'assetgen' || name === 'create-assetgen';
    return [
      [own ? name : name.replace('assetgen-', '@assetgen/'), `file:${path.resolve(folder, file)}`],
    ];
  });
  if (!found.some(([name]) => name === 'assetgen')) {
    throw new CreateError(
      `--packages: no tarball of assetgen in ${folder}`,
      '`npm run pack:all` in the repository writes them to artifacts/.',
    );
  }
  return Object.fromEntries(found);
}

/**
 * The parts of a package.json by which npm, yarn, bun and pnpm before 11 take our packages from files, also where one of
 * them asks for another.
 */
export function overridesOf(packages: Readonly<Record<string, string>>): Record<string, unknown> {
  return { overrides: packages, resolutions: packages, pnpm: { overrides: packages } };
}

/** The file in which pnpm 11 and later look for the same: they no longer read package.json for it. */
export const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

/** The text of {@link PNPM_WORKSPACE}. Every text of JSON is one of YAML. */
export function pnpmWorkspace(packages: Readonly<Record<string, string>>): string {
  const lines = Object.entries(packages).map(
    ([name, file]) => `  ${JSON.stringify(name)}: ${JSON.stringify(file)}`,
  );
  return ['packages: ["."]', 'overrides:', ...lines, ''].join('\n');
}

function read(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new CreateError(`--packages: ${folder} is not a readable folder`);
  }
}

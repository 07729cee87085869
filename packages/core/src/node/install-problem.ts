import type { InstallProblem } from '../run/build-context.ts';

/**
 * Under Yarn's Plug'n'Play sharp does not find its own library, and the embedded service cannot open its folder: what
 * they throw does not say why.
 *
 * @param versions as `process.versions`, where Yarn names its own
 * @returns null where all is well
 */
export function installProblem(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): InstallProblem | null {
  if (versions['pnp'] === undefined) return null;
  return {
    code: 'ASSETGEN_PNP',
    message:
      "Yarn installs this project by Plug'n'Play, which sharp and Vite do not support: making files may fail. Write `nodeLinker: node-modules` into .yarnrc.yml and run `yarn install`.",
  };
}

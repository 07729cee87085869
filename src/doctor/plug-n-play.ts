import path from 'node:path';
import { plugNPlayRoot } from 'create-assetgen';
import type { Finding } from './finding.ts';
import { fail } from './finding.ts';

/**
 * Under Yarn's Plug'n'Play, sharp does not find its own library and the embedded service cannot open its folder.
 * A command that Node starts by a path runs outside it, so the files of the project count too, as for `init`.
 *
 * @param root absolute path of the project
 * @param versions as `process.versions`, where Yarn names its own
 * @param env may name Yarn's linker
 * @returns none without it
 */
export function checkPlugNPlay(
  root: string,
  versions: Readonly<Record<string, string | undefined>> = process.versions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Finding[] {
  const folder = plugNPlayRoot(root, env);
  if (folder === null && versions['pnp'] === undefined) return [];
  const file = path.join(path.relative(root, folder ?? root), '.yarnrc.yml');
  return [
    fail(
      'packages',
      "Yarn Plug'n'Play, which sharp and Vite do not support",
      `Write \`nodeLinker: node-modules\` into ${file} and run \`yarn install\`.`,
    ),
  ];
}

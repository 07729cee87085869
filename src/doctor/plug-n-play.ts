import type { Finding } from './finding.ts';
import { fail } from './finding.ts';

/**
 * Under Yarn's Plug'n'Play, sharp does not find its own library and the embedded service cannot open its folder.
 *
 * @param versions as `process.versions`, where Yarn names its own
 * @returns none without it
 */
export function checkPlugNPlay(versions: Readonly<Record<string, string | undefined>>): Finding[] {
  if (versions['pnp'] === undefined) return [];
  return [
    fail(
      'packages',
      "Yarn Plug'n'Play, which sharp and Vite do not support",
      'Write `nodeLinker: node-modules` into .yarnrc.yml and run `yarn install`.',
    ),
  ];
}

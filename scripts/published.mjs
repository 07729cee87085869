// The packages that go to the registry.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {{ folder: string, manifest: { name: string, private?: boolean } }[]} the command's first */
export function published() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return [root, ...packages]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

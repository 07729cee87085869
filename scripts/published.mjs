// The packages that go to the registry.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} root of the repository
 * @returns {{ folder: string, manifest: { name: string, version: string, private?: boolean, dependencies?: Record<string, string> } }[]}
 *   the command's first
 */
export function published(root = repository) {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return [root, ...packages]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** The same, each behind those of ours that it depends on: in this order they can be installed while they appear. */
export function publishOrder(root = repository) {
  const all = published(root);
  const order = [];
  const add = (item) => {
    if (order.includes(item)) return;
    for (const name of Object.keys(item.manifest.dependencies ?? {})) {
      const dependency = all.find(({ manifest }) => manifest.name === name);
      if (dependency !== undefined) add(dependency);
    }
    order.push(item);
  };
  const [command, ...others] = all;
  for (const item of [...others, command]) add(item);
  return order;
}

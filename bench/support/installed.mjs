import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What npm sets up of a package that is published from this repository. */
const OWN_PARTS = ['LICENSE', 'README.md', 'package.json'];

/**
 * The packages that npm sets up for some names on this machine's platform, as this repository has them:
 * dependencies, and peers that are not optional.
 *
 * @param {string} root folder of the repository
 * @param {readonly string[]} names
 * @returns {Map<string, string>} name and version, by the package's folder
 */
export function installed(root, names) {
  const found = new Map();
  const open = names.map((name) => [name, root]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = folderOf(root, ...next);
    if (folder === null || found.has(folder)) continue;
    const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { os, cpu, libc, peerDependencies = {}, peerDependenciesMeta = {} } = own;
    if (!fits(os, process.platform) || !fits(cpu, process.arch) || !fits(libc, 'glibc')) continue;
    found.set(folder, `${own.name}@${own.version}`);
    const peers = Object.keys(peerDependencies).filter(
      (name) => peerDependenciesMeta[name]?.optional !== true,
    );
    for (const name of Object.keys({ ...own.dependencies, ...own.optionalDependencies })) {
      open.push([name, folder]);
    }
    for (const name of peers) open.push([name, folder]);
  }
  return found;
}

function fits(list, value) {
  return list === undefined || list.includes(value);
}

function folderOf(root, name, from) {
  if (name === JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name) return root;
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (at === dirname(at)) return null;
  }
}

/** What a package's files weigh. Unit: bytes. */
export function bytesOf(root, folder) {
  const isOwn = folder === root || dirname(folder) === join(root, 'packages');
  if (!isOwn) return weigh(folder, () => true);
  const { files = ['dist'] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const parts = [...files.filter((each) => !each.startsWith('!')), ...OWN_PARTS];
  // Every module by itself is for benchmarks and tests, and not published.
  const isShipped = (path) => path !== join(folder, 'dist/modules');
  return parts.reduce((sum, part) => sum + weigh(join(folder, part), isShipped), 0);
}

function weigh(path, isShipped) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !isShipped(path)) return 0;
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + weigh(join(path, name), isShipped), 0);
}

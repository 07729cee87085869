import type { CodeTarget } from '../emit/code-target.ts';
import { OWN_FILE, readText } from '../fs/read-text.ts';
import { isObject } from '../manifest/is-object.ts';
import { packageFiles } from './package-files.ts';

/** The package of each framework that there is code for. */
const PACKAGES: Readonly<Record<CodeTarget, string>> = {
  three: 'three',
  r3f: '@react-three/fiber',
  tres: '@tresjs/core',
  threlte: '@threlte/core',
  babylon: '@babylonjs/core',
  playcanvas: 'playcanvas',
  react: 'react',
  vue: 'vue',
  svelte: 'svelte',
};

/**
 * The frameworks that the project's package.json names, or that of its Nx workspace. Installed packages do not count:
 * types are committed, and the same on every machine.
 */
export async function frameworksOf(root: string): Promise<ReadonlySet<CodeTarget>> {
  const lists = await Promise.all(packageFiles(root).map(dependenciesOf));
  const named = new Set(lists.flatMap((list) => [...list]));
  const targets = Object.keys(PACKAGES) as CodeTarget[];
  return new Set(targets.filter((target) => named.has(PACKAGES[target])));
}

async function dependenciesOf(file: string): Promise<ReadonlySet<string>> {
  let value: unknown;
  try {
    value = JSON.parse(await readText(file, OWN_FILE));
  } catch {
    // Whoever needs a good package.json says so.
    return new Set();
  }
  const lists = ['dependencies', 'devDependencies', 'peerDependencies'] as const;
  return new Set(
    lists.flatMap((key) => {
      const list = isObject(value) ? value[key] : undefined;
      return isObject(list) ? Object.keys(list) : [];
    }),
  );
}

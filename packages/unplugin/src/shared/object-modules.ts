import { readFile, readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { AssetView, ResolvedCode } from '@assetgen/core';
import { linkGuard } from '@assetgen/core/warm';
import { clientComponent } from './client-component.ts';
import { writeIfChanged, writeIfChangedNow } from './write-if-changed.ts';

/** What a file holds: an import that is no output. */
export type ObjectModule = Omit<ResolvedCode, 'type'>;

/**
 * Object imports as real files, for bundlers whose caches and watchers only know files. Bundlers
 * with virtual modules do not need them.
 */
export interface ObjectModules {
  /** Absolute path. */
  readonly folder: string;
  /** Writes a module where it is not what it should be; returns its path. */
  write(module: ObjectModule): Promise<string>;
  writeNow(module: ObjectModule): string;
  /**
   * Brings the modules that are there up to date, and takes away those without an asset: a
   * bundler's cache may know them from an earlier process. Returns the paths that changed.
   */
  sync(view: AssetView): Promise<readonly string[]>;
}

/**
 * @param hot how the bundler calls its interface for updates in a dev server; none: it has none
 * @param isClient whether components have to say that they are of the browser, as beside server components
 */
export function createObjectModules(
  root: string,
  hot?: string,
  isClient: boolean = false,
): ObjectModules {
  const folder = join(root, '.assetgen', 'imports');
  const guard = linkGuard(root);
  const pathOf = (asset: string): string => join(folder, `${asset}${EXTENSION}`);

  function textOf({ asset, code, hotCode }: ObjectModule): string {
    const text = hot === undefined ? code : (hotCode?.(hot) ?? code);
    return isClient ? clientComponent(asset, text) : text;
  }

  /** Says whether it was one of ours: a file that somebody else put here stays. */
  async function remove(path: string): Promise<boolean> {
    guard(path);
    if (!OURS.test(await readFile(path, 'utf8').catch(() => ''))) return false;
    await rm(path, { force: true });
    return true;
  }

  return {
    folder,
    async write(module) {
      const path = pathOf(module.asset);
      await writeIfChanged(path, textOf(module), guard);
      return path;
    },
    writeNow(module) {
      const path = pathOf(module.asset);
      writeIfChangedNow(path, textOf(module), guard);
      return path;
    },
    async sync(view) {
      const assets = new Set(view.files.map((file) => file.asset));
      const changed: string[] = [];
      for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
        if (!name.endsWith(EXTENSION)) continue;
        const asset = name.slice(0, -EXTENSION.length).split(sep).join('/');
        // The shared code of all assets changes only with this package.
        if (asset.startsWith('~')) continue;
        const module = assets.has(asset.replace(/~.*$/, '')) ? moduleOf(view, asset) : undefined;
        const path = pathOf(asset);
        const isSame =
          module === undefined
            ? !(await remove(path))
            : !(await writeIfChanged(path, textOf(module), guard));
        if (isSame) continue;
        changed.push(path);
      }
      return changed;
    },
  };
}

/** Users' rules for `.glb` or `.json` files must not meet a module. */
const EXTENSION = '.js';

/** How the code of every object import begins. */
const OURS = /^(?:import f0 from "[^"]*";|export default \{|\/\/ assetgen: .*)\n/;

function moduleOf(view: AssetView, asset: string): ObjectModule | undefined {
  try {
    const resolved = view.resolve(`${view.prefix}/${asset}`);
    return resolved?.type === 'object' ? resolved : undefined;
  } catch {
    // It is another kind of asset now: who still asks for this code is told when it does.
    return undefined;
  }
}

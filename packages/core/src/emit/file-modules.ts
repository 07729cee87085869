import path from 'node:path';
import type { ModuleUrls } from '../config/assetgen-options.ts';
import type { AssetView } from './asset-view.ts';

/** A file below `.assetgen/modules`. */
export interface FileModule {
  /** `props/dragon.js`, `props/dragon.glb.js` */
  readonly name: string;
  readonly text: string;
}

/** How every module that is a file begins: one without it is somebody else's. */
export const MODULE_HEADER =
  '// Made by assetgen: the module of an import. It changes with the outputs.';

export interface FileModulesInput {
  readonly view: Pick<AssetView, 'prefix' | 'files' | 'resolve'>;
  /** Names without the prefix of what gets a module beside the files: assets, and their code. */
  readonly names: readonly string[];
  /** Absolute path of the folder of modules. */
  readonly folder: string;
  readonly urls: ModuleUrls;
}

/**
 * A module for each asset, for its code for frameworks and for each of its files, which all name files by
 * where they stand: an alias alone leads imports to them, without a plugin.
 * @throws AssetgenError `ASSETGEN_UNKNOWN_IMPORT`, `ASSETGEN_PEER`
 */
export function fileModules({ view, names, folder, urls }: FileModulesInput): FileModule[] {
  const { prefix } = view;
  const modules = new Map<string, FileModule>();

  function add(name: string, code: string): void {
    const file = `${name}.js`;
    modules.set(name, { name: file, text: `${MODULE_HEADER}\n${client(name)}${code}` });
  }

  function place(from: string, target: string): string {
    const there = path.relative(path.dirname(path.join(folder, `${from}.js`)), target);
    const posix = there.split(path.sep).join('/');
    return JSON.stringify(posix.startsWith('../') ? posix : `./${posix}`);
  }

  function addObject(name: string): void {
    const resolved = view.resolve(`${prefix}/${name}`);
    if (modules.has(name) || resolved?.type !== 'object') return;
    const others = new Set<string>();
    const code = resolved.code.replace(IMPORT, function named(line, what: string, id: string) {
      const target = view.resolve(id);
      if (target === null) return line;
      if (target.type === 'file') return urlCode(what, place(name, target.file.path), urls);
      others.add(target.asset);
      return `import ${what} from ${place(name, path.join(folder, `${target.asset}.js`))};`;
    });
    add(name, code);
    for (const other of others) addObject(other);
  }

  for (const name of names) addObject(name);
  for (const file of view.files) {
    add(file.name, `${urlCode('url', place(file.name, file.path), urls)}\nexport default url;\n`);
  }
  return [...modules.values()];
}

/** An import in code that we made: each stands on a line of its own. */
const IMPORT = /^import (\w+|\{ [^}\n]+ \}) from ["']([^"'\n]+)["'];$/gm;

function urlCode(name: string, place: string, urls: ModuleUrls): string {
  if (urls === 'url') return `const ${name} = new URL(${place}, import.meta.url).href;`;
  // Some tools give an object for a picture, with its URL as `src`.
  return `import ${name}File from ${place};\nconst ${name} = ${name}File.src ?? ${name}File;`;
}

/** Components hold state: where React has server components, these are of the browser. */
function client(name: string): string {
  return /[^/]~(?:react|r3f)$/.test(name) ? "'use client';\n" : '';
}

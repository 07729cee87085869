import { AssetgenError } from '@assetgen/client/errors';
import type { Asset } from '../manifest/manifest.ts';
import type { AssetView, OutputFile, ResolvedImport } from './asset-view.ts';
import type { MadeFile } from './made-file.ts';
import { resolveTarget } from './code-target.ts';
import type { CodeFiles } from './code-target.ts';
import { moduleCode } from './module-code.ts';
import { unknownImport } from './unknown-import.ts';

export interface ViewInput {
  readonly prefix: string;
  readonly code: CodeFiles;
  readonly watch: readonly string[];
  readonly assets: readonly Asset[];
  /** By the name of the asset; an asset that failed is missing, or some of its files are. */
  readonly made: ReadonlyMap<string, readonly MadeFile[]>;
}

/** The snapshot that adapters resolve imports against. */
export function createView({ prefix, code, watch, assets, made }: ViewInput): AssetView {
  const files = new Map<string, OutputFile>();
  for (const list of made.values()) for (const { file } of list) files.set(file.name, file);
  const byName = new Map(assets.map((asset) => [asset.name, asset]));
  const declared = new Map(
    assets.flatMap((asset) => asset.outputs.map((output) => [output.name, asset.name] as const)),
  );

  const outputsOf = new Map(
    assets.map((asset) => [asset.name, asset.outputs.map((output) => output.name)] as const),
  );

  function base(name: string): ResolvedImport {
    const file = files.get(name);
    if (file !== undefined) return { type: 'file', file };
    const asset = byName.get(name);
    const list = made.get(name);
    if (asset !== undefined && list?.length === asset.outputs.length) {
      return { type: 'object', asset: name, code: moduleCode(asset, list, prefix) };
    }
    const id = name === '' ? prefix : `${prefix}/${name}`;
    const owner = asset === undefined ? declared.get(name) : name;
    if (owner !== undefined) {
      throw new AssetgenError('ASSETGEN_NOT_BUILT', `"${id}" was not made: "${owner}" failed`, {
        hint: `Run \`assetgen build --only ${owner}\` and read its error.`,
      });
    }
    throw unknownImport(id, prefix, outputsOf);
  }

  return {
    prefix,
    watch,
    files: [...files.values()],
    resolve(id): ResolvedImport | null {
      if (id !== prefix && !id.startsWith(`${prefix}/`)) return null;
      const name = id.slice(prefix.length + 1);
      return resolveTarget(name, { prefix, files: code, base }) ?? base(name);
    },
  };
}

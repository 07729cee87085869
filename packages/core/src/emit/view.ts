import { AssetgenError } from '@assetgen/client/errors';
import { nearest } from '../manifest/nearest.ts';
import type { Asset } from '../manifest/types.ts';
import type { AssetView, OutputFile, ResolvedImport } from '../project-types.ts';
import type { MadeFile } from './made-file.ts';
import { moduleCode } from './module-code.ts';

export interface ViewInput {
  readonly prefix: string;
  readonly watch: readonly string[];
  readonly assets: readonly Asset[];
  /** By the name of the asset; an asset that failed is missing. */
  readonly made: ReadonlyMap<string, readonly MadeFile[]>;
}

/** The snapshot that adapters resolve imports against. */
export function createView({ prefix, watch, assets, made }: ViewInput): AssetView {
  const files = new Map<string, OutputFile>();
  for (const list of made.values()) for (const { file } of list) files.set(file.name, file);
  const byName = new Map(assets.map((asset) => [asset.name, asset]));
  const declared = new Map(
    assets.flatMap((asset) => asset.outputs.map((output) => [output.name, asset.name] as const)),
  );

  function hintOf(name: string): string {
    const near = nearest(name, [...declared.keys(), ...byName.keys()]);
    if (near !== null) return `Did you mean "${prefix}/${near}"?`;
    // A size is part of an output's name: who forgot it sees which there are.
    const owner = assets.find((asset) => name.startsWith(`${asset.name}.`));
    if (owner === undefined) return 'Declare it in the manifest (assets.gen.json).';
    const own = owner.outputs.map((output) => `${prefix}/${output.name}`);
    return `"${owner.name}" has ${own.slice(0, 8).join(', ')}${own.length > 8 ? ', …' : '.'}`;
  }

  return {
    prefix,
    watch,
    files: [...files.values()],
    resolve(id): ResolvedImport | null {
      if (id !== prefix && !id.startsWith(`${prefix}/`)) return null;
      const name = id.slice(prefix.length + 1);
      const file = files.get(name);
      if (file !== undefined) return { type: 'file', file };
      const asset = byName.get(name);
      const list = made.get(name);
      if (asset !== undefined && list !== undefined) {
        return { type: 'object', asset: name, code: moduleCode(asset, list, prefix) };
      }
      const owner = asset === undefined ? declared.get(name) : name;
      if (owner !== undefined) {
        throw new AssetgenError('ASSETGEN_NOT_BUILT', `"${id}" was not made: "${owner}" failed`, {
          hint: `Run \`assetgen build --only ${owner}\` and read its error.`,
        });
      }
      throw new AssetgenError('ASSETGEN_UNKNOWN_IMPORT', `no asset or output "${id}"`, {
        hint: hintOf(name),
      });
    },
  };
}

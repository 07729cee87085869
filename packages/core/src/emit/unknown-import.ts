import { AssetgenError } from '@assetgen/client/errors';
import { nearest } from '../manifest/nearest.ts';

/** For an import below the prefix that names nothing. */
export function unknownImport(
  id: string,
  prefix: string,
  outputsOf: ReadonlyMap<string, readonly string[]>,
): AssetgenError {
  return new AssetgenError('ASSETGEN_UNKNOWN_IMPORT', `no asset or output "${id}"`, {
    hint: hintFor(id.slice(prefix.length + 1), prefix, outputsOf),
  });
}

function hintFor(
  name: string,
  prefix: string,
  outputsOf: ReadonlyMap<string, readonly string[]>,
): string {
  // A size or a level is part of an output's name: who forgot it sees which there are.
  for (const [asset, outputs] of outputsOf) {
    if (!name.startsWith(`${asset}.`)) continue;
    const rest = (output: string): string => output.slice(asset.length);
    const meant = nearest(rest(name), outputs.map(rest));
    if (meant !== null) return `Did you mean "${prefix}/${asset}${meant}"?`;
    const own = outputs.map((output) => `${prefix}/${output}`);
    return `"${asset}" has ${own.slice(0, 8).join(', ')}${own.length > 8 ? ', …' : '.'}`;
  }
  const near = nearest(name, [...[...outputsOf.values()].flat(), ...outputsOf.keys()]);
  if (near !== null) return `Did you mean "${prefix}/${near}"?`;
  return 'Declare it in the manifest (assets.gen.json).';
}

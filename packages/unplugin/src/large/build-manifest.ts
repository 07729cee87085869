import type { LargeFiles } from './large-files.ts';
import type { FamilyBundle } from './rollup-bundle.ts';

/**
 * Vite's manifest names each asset by the file that it read: a large file by its stub. A server
 * that looks for the file must find it under one name, however large it grows.
 *
 * @param root the folder that the manifest's names are relative to
 * @param option Vite's `build.manifest`
 */
export function renameInManifest(
  large: LargeFiles,
  root: string,
  bundle: FamilyBundle,
  option: boolean | string,
): void {
  if (option === false) return;
  const manifest = bundle[option === true ? '.vite/manifest.json' : option];
  if (manifest?.type !== 'asset' || manifest.source === undefined) return;
  const { source } = manifest;
  let text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  for (const [stub, file] of large.renames(root)) {
    text = text.replaceAll(JSON.stringify(stub), JSON.stringify(file));
  }
  manifest.source = text;
}

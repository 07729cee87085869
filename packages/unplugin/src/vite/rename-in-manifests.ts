import type { LargeFiles } from '../shared/large/large-files.ts';
import type { FamilyBundle } from '../shared/rollup-family/family-bundle.ts';

/** Vite's `build.manifest` and `build.ssrManifest`. */
export interface ManifestOptions {
  readonly manifest: boolean | string;
  readonly ssrManifest: boolean | string;
}

/**
 * Vite's manifests name each asset by the file that it read: a large file by its stub. A server
 * that looks for the file must find it under one name, however large it grows.
 *
 * @param root the folder that the manifests' names are relative to
 */
export function renameInManifests(
  large: LargeFiles,
  root: string,
  bundle: FamilyBundle,
  { manifest, ssrManifest }: ManifestOptions,
): void {
  rename(large, root, bundle, manifest === true ? '.vite/manifest.json' : manifest);
  rename(large, root, bundle, ssrManifest === true ? '.vite/ssr-manifest.json' : ssrManifest);
}

function rename(large: LargeFiles, root: string, bundle: FamilyBundle, name: string | false): void {
  const manifest = name === false ? undefined : bundle[name];
  if (manifest?.type !== 'asset' || manifest.source === undefined) return;
  const { source } = manifest;
  let text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  for (const [stub, file] of large.renames(root)) {
    // A file is named as it is, a module with the query of its import.
    for (const end of ['"', '?']) {
      text = text.replaceAll(quoted(stub) + end, () => quoted(file) + end);
    }
  }
  manifest.source = text;
}

/** Without the last quote. */
function quoted(path: string): string {
  return JSON.stringify(path).slice(0, -1);
}

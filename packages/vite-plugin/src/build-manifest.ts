import type { Environment, Rollup } from 'vite';
import type { Host } from './host.ts';

/**
 * Vite's manifest names each asset by the file that it read: a large file by its stub. A server
 * that looks for the file must find it under one name, however large it grows.
 */
export function renameInManifest(
  { config, large }: Host,
  environment: Environment,
  bundle: Rollup.OutputBundle,
): void {
  const { manifest } = environment.config.build;
  if (manifest === false) return;
  const output = bundle[manifest === true ? '.vite/manifest.json' : manifest];
  if (output?.type !== 'asset') return;
  let text = typeof output.source === 'string' ? output.source : decode(output.source);
  for (const [stub, file] of large.renames(config.root)) {
    text = text.replaceAll(JSON.stringify(stub), JSON.stringify(file));
  }
  output.source = text;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

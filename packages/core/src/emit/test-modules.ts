import type { Lock, OutputMeta } from '../lock/lock.ts';
import type { Asset, Manifest, Output } from '../manifest/manifest.ts';
import type { MadeFile } from './made-file.ts';
import { moduleCode } from './module-code.ts';

/** A module that a test imports in place of an asset or a file. */
export interface TestModule {
  /** Name below the prefix: `props/dragon`, `props/dragon.glb`. */
  readonly name: string;
  /** Its default export, as an expression of JavaScript. */
  readonly value: string;
}

/**
 * What imports give in tests: all that the types say, without any file. The URL of a file is its name behind a slash
 * (`/@gen/hero.webp`), facts are those of the lock, and where nothing was made yet, values of the right type: the
 * same on every machine, with and without a cache.
 */
export function testModules(manifest: Manifest, lock: Lock, prefix: string): TestModule[] {
  return manifest.assets.flatMap((asset) => {
    const made = madeForTests(asset, lock);
    const code = moduleCode(asset, made, prefix);
    // URLs are imports of their own there, in the order of the files.
    const body = code.slice(code.indexOf('export default ') + 'export default '.length);
    const urls = asset.outputs.map((output) => JSON.stringify(`/${prefix}/${output.name}`));
    const names = urls.map((_, index) => `f${index}`);
    const object = `((${names.join(', ')}) => (${body.trim().replace(/;$/, '')}))(${urls.join(', ')})`;
    return [
      { name: asset.name, value: object },
      ...asset.outputs.map((output, index) => ({ name: output.name, value: urls[index] ?? '' })),
    ];
  });
}

/** The outputs of an asset as tests have them, whether they were made or not. */
export function madeForTests(asset: Asset, lock: Lock): MadeFile[] {
  return asset.outputs.map((output) => madeOf(asset, output, lock));
}

function madeOf(asset: Asset, output: Output, lock: Lock): MadeFile {
  const locked = lock.assets[asset.name]?.outputs[output.name];
  const { name } = output;
  const { bytes = 0, digest = '0'.repeat(64) } = locked ?? {};
  const file = { asset: asset.name, name, path: '', bytes, sha256: digest, draft: false };
  return { output, file, meta: { ...unmade(asset, output), ...locked?.meta } };
}

/** Facts of what was not made yet, of the types that imports have. */
function unmade({ kind }: Asset, output: Output): OutputMeta {
  const size = { width: widthOf(output), height: 1 };
  const { type } = output.step;
  if (kind === 'image') return { ...size, placeholder: '' };
  if (type === 'poster' || type === 'thumbnail') return size;
  if (kind === 'video') return { ...size, duration: 0 };
  const bounds = { min: [0, 0, 0], max: [1, 1, 1] };
  const counts = { triangles: 0, vertices: 0, materials: 0, textures: 0 };
  return { ...counts, animations: [], extensions: [], bounds };
}

function widthOf({ step }: Output): number {
  const { width } = ('options' in step ? step.options : {}) as { readonly width?: number };
  return width ?? 1;
}

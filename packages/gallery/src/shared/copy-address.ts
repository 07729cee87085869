/** Where a static copy of the gallery has what the handler answers. All of it relative to the page. */

/** The name of the meta element that marks a copy; it holds when the copy was made. */
export const COPY_META = 'assetgen-copy';

export const COPY_PROJECT = 'data/project.json';

/** Of a model whose textures a browser cannot decode by itself: the other file is the one to show. */
const KTX2 = '.ktx2.glb';

/** `props/dragon` → `data/asset/props~dragon.json`. No name of an asset has a tilde. */
export function copyAssetPath(name: string): string {
  return `data/asset/${name.replaceAll('/', '~')}.json`;
}

/** Of a digest as a copy has it: the hex digits, and the extension by which servers tell the type. */
export function copyContentPath(digest: string): string {
  return `content/${digest}`;
}

export function copyModelPath(digest: string): string {
  return digest.endsWith(KTX2) ? `model/${hexOf(digest)}.glb` : copyContentPath(digest);
}

export function copyThumbnailPath(digest: string): string {
  return `thumbnail/${hexOf(digest)}.webp`;
}

/**
 * A digest as a copy has it.
 * @param extension `.glb`
 * @param isKtx2 whether it is a model that names textures in KTX2
 */
export function copyDigest(hex: string, extension: string, isKtx2: boolean): string {
  return hex + (isKtx2 ? KTX2 : extension);
}

function hexOf(digest: string): string {
  return digest.slice(0, 64);
}

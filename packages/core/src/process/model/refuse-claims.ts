import { AssetgenError } from '@assetgen/client/errors';

/** Most bytes that the accessors of a GLB may unpack to: 2 GiB. */
const MAX_UNPACKED = 2 ** 31;

const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};

/**
 * Holds what a GLB claims against what it is, before a reader makes room for it: the lengths in
 * its header and chunks (glTF 2.0, section 4.4), and the counts of its accessors, which a sparse or
 * compressed one need not back with bytes.
 * @throws AssetgenError `ASSETGEN_CONTENT`
 */
export function refuseClaims(source: Uint8Array): void {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  if (source.length < 20 || view.getUint32(0, true) !== 0x46546c67) {
    throw new AssetgenError('ASSETGEN_CONTENT', 'expected a GLB, found other bytes');
  }
  const claimed = view.getUint32(8, true);
  const json = view.getUint32(12, true);
  if (claimed > source.length || json > source.length - 20) {
    const most = Math.max(claimed, json);
    throw tooMuch(`found ${source.length} bytes that claim ${most}`);
  }
  const unpacked = unpackedBytes(source.subarray(20, 20 + json));
  if (unpacked > MAX_UNPACKED) throw tooMuch(`found one that claims ${unpacked} bytes of geometry`);
}

function unpackedBytes(json: Uint8Array): number {
  let accessors: unknown;
  try {
    accessors = (JSON.parse(new TextDecoder().decode(json)) as { accessors?: unknown }).accessors;
  } catch {
    // The reader tells what is wrong with the JSON.
    return 0;
  }
  if (!Array.isArray(accessors)) return 0;
  return accessors.reduce<number>((sum, accessor: unknown) => {
    if (typeof accessor !== 'object' || accessor === null) return sum;
    const { count, type, componentType } = accessor as Readonly<Record<string, unknown>>;
    const each = (COMPONENTS[String(type)] ?? 16) * (COMPONENT_BYTES[Number(componentType)] ?? 4);
    return sum + (typeof count === 'number' ? count * each : 0);
  }, 0);
}

function tooMuch(found: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', `expected a GLB that is what it claims, ${found}`);
}

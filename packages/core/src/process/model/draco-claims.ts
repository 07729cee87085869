/** What the header of a mesh says that is compressed by Draco. */
interface DracoClaims {
  readonly faces: number;
  readonly points: number;
}

const NONE: DracoClaims = { faces: 0, points: 0 };
const MAGIC = [0x44, 0x52, 0x41, 0x43, 0x4f];
const HAS_METADATA = 0x8000;
const [POINT_CLOUD, SEQUENTIAL, EDGEBREAKER] = [0, 0, 1];

/**
 * Reads the head of a mesh of Draco (bitstream 2.2, the one that glTF allows), before the decoder
 * makes room for what it says.
 * @returns nothing for other bytes, and for a mesh with metadata, which has no head of a fixed length
 */
export function dracoClaims(bytes: Uint8Array): DracoClaims {
  const [major, minor, type, method] = bytes.subarray(5, 9);
  const flags = (bytes[9] ?? 0) | ((bytes[10] ?? 0) << 8);
  const isDraco = MAGIC.every((byte, index) => bytes[index] === byte);
  if (!isDraco || major !== 2 || minor !== 2 || (flags & HAS_METADATA) !== 0) return NONE;
  if (type === POINT_CLOUD) return NONE;
  if (method === SEQUENTIAL) {
    const [faces, next] = varint(bytes, 11);
    return { faces, points: varint(bytes, next)[0] };
  }
  if (method !== EDGEBREAKER) return NONE;
  // A byte says how the connectivity is coded.
  const [points, next] = varint(bytes, 12);
  return { faces: varint(bytes, next)[0], points };
}

/** Seven bits a byte, the lowest first. */
function varint(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0;
  for (let at = from; at < from + 5; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** ((at - from) * 7);
    if (byte < 0x80) return [value, at + 1];
  }
  return [value, from + 5];
}

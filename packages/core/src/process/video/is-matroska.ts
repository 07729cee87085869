/** WebM is a Matroska file: EBML (RFC 8794, section 8.1) begins so. */
export function isMatroska(source: Uint8Array): boolean {
  return [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => source[index] === byte);
}

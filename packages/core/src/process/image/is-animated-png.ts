const SIGNATURE_BYTES = 8;

/**
 * Whether a PNG is animated: it has an `acTL` chunk before its image data. Image libraries read its first
 * frame, as if there were no others.
 *
 * Source: PNG (third edition) 5.3, 11.3.6.1.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'acTL') return view.getUint32(at + 8) > 1;
    if (type === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

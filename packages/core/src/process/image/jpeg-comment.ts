const [MARK, COMMENT, SCAN, END] = [0xff, 0xfe, 0xda, 0xd9];

/**
 * Whether a JPEG has a comment before its image data, which editors, cameras and generators write.
 *
 * Source: ITU-T T.81 B.1.1, B.2.4.5.
 */
export function hasJpegComment(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === MARK) {
    const marker = bytes[at + 1];
    // Any number of fill bytes may stand before a marker.
    if (marker === MARK) at += 1;
    else if (marker === COMMENT) return true;
    else if (marker === SCAN || marker === END) return false;
    else at += 2 + view.getUint16(at + 2);
  }
  return false;
}

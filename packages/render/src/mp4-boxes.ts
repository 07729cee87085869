/** A box of ISO base media (ISO/IEC 14496-12, section 4.2), from its header to its end. */
export interface Mp4Box {
  readonly type: string;
  readonly start: number;
  /** Where its content begins. */
  readonly body: number;
  readonly end: number;
}

/** The start of a box: what it is, how long it says it is, and how much of that is the header. */
export interface Mp4BoxHeader {
  readonly type: string;
  /** Unit: bytes. Less than `header` where the box is broken. */
  readonly size: number;
  /** Unit: bytes. */
  readonly header: 8 | 16;
}

/**
 * Reads the header at the start of a box.
 * @param head the first 16 bytes of the box, or as many as there are
 * @param rest from the start of the box to the end of what holds it: a box may reach as far
 * @returns null where not even 8 bytes are left
 */
export function mp4BoxHeader(head: Uint8Array, rest: number): Mp4BoxHeader | null {
  if (head.length < 8) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const type = String.fromCharCode(...head.subarray(4, 8));
  const short = view.getUint32(0);
  if (short === 0) return { type, size: rest, header: 8 };
  if (short !== 1) return { type, size: short, header: 8 };
  return { type, size: head.length < 16 ? 1 : Number(view.getBigUint64(8)), header: 16 };
}

/**
 * What an ISO base media file says that it is, the major brand first; none where it does not begin with a "ftyp" box.
 * The major brand may be the one of all HEIF images, "mif1", and only a later one says which it is.
 *
 * Sources: ISO/IEC 14496-12, section 4.3; ISO/IEC 23008-12, section 10.2.
 * @param head the first bytes of the file, as many as there are
 */
export function mp4Brands(head: Uint8Array): readonly string[] {
  const box = mp4BoxHeader(head, head.length);
  if (box?.type !== 'ftyp') return [];
  const text = String.fromCharCode(...head.subarray(box.header, Math.min(box.size, head.length)));
  const [major, , ...others] = text.match(/.{4}/gs) ?? [];
  return major === undefined ? [] : [major, ...others];
}

/** The boxes that fill a range exactly, in their order; null where they do not. */
export function mp4Boxes(bytes: Uint8Array, from: number, to: number): readonly Mp4Box[] | null {
  const boxes: Mp4Box[] = [];
  for (let start = from; start < to;) {
    const head = mp4BoxHeader(bytes.subarray(start, Math.min(start + 16, to)), to - start);
    if (head === null || head.size < head.header || start + head.size > to) return null;
    boxes.push({ type: head.type, start, body: start + head.header, end: start + head.size });
    start += head.size;
  }
  return boxes;
}

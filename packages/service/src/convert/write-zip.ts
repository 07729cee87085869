import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Raw deflate data of `bytes`; stored as it is without. */
  readonly deflated?: Uint8Array;
}

/**
 * A zip archive (PKWARE APPNOTE 6.3) with fixed times, so that the same entries are the same bytes.
 *
 * @param align Every entry's data begins at a multiple of this; USDZ asks for 64. @default 1
 */
export function writeZip(entries: readonly ZipEntry[], align = 1): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let offset = 0;
  for (const entry of entries) {
    const name = encoder.encode(entry.name);
    const data = entry.deflated ?? entry.bytes;
    const padding = paddingFor(offset + 30 + name.length, align);
    const fields = new Uint8Array(26);
    const view = new DataView(fields.buffer);
    view.setUint16(0, 20, true);
    view.setUint16(4, entry.deflated === undefined ? 0 : 8, true);
    // 1 January 1980, the first day that the format knows.
    view.setUint16(8, 0x21, true);
    view.setUint32(10, crc32(entry.bytes), true);
    view.setUint32(14, data.length, true);
    view.setUint32(18, entry.bytes.length, true);
    view.setUint16(22, name.length, true);
    view.setUint16(24, padding, true);
    const extra = new Uint8Array(padding);
    if (padding > 0) new DataView(extra.buffer).setUint32(0, 0x1986 | ((padding - 4) << 16), true);
    const local = [Uint8Array.of(0x50, 0x4b, 3, 4), fields, name, extra, data];

    const central = new Uint8Array(46 + name.length);
    const record = new DataView(central.buffer);
    record.setUint32(0, 0x02014b50, true);
    record.setUint16(4, 20, true);
    central.set(fields.subarray(0, 24), 6);
    record.setUint32(42, offset, true);
    central.set(name, 46);
    directory.push(central);
    chunks.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]));
}

/** Bytes of an extra field that move the data to the boundary; such a field has at least 4. */
function paddingFor(dataStart: number, align: number): number {
  const missing = (align - (dataStart % align)) % align;
  return missing === 0 || missing >= 4 ? missing : missing + align;
}

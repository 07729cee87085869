import { mp4Boxes } from '@assetgen/render/mp4-boxes';

/** The way to the tables of chunk offsets. */
const CONTAINERS: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl']);
/** Boxes that hold offsets of the file which are not chunks: such a file is left as it is. */
const OTHER_OFFSETS: ReadonlySet<string> = new Set(['saio', 'iloc', 'cmov']);
const TOP_OFFSETS: ReadonlySet<string> = new Set(['moof', 'meta', 'sidx', 'mfra']);

/**
 * An MP4 whose description (`moov`) stands before its media, so that a browser plays it while it
 * loads. Not a bit of the media changes: the box is moved, and the offsets of chunks in it with it.
 * @returns null where it stands there already, or where the file cannot be moved safely
 */
export function faststart(source: Uint8Array): Uint8Array | null {
  const top = mp4Boxes(source, 0, source.length);
  const moov = top?.find(({ type }) => type === 'moov');
  const media = top?.find(({ type }) => type === 'mdat');
  if (top === null || moov === undefined || media === undefined || moov.start < media.start) {
    return null;
  }
  if (top.some(({ type }) => TOP_OFFSETS.has(type))) return null;
  // Not by slice(): that of a Buffer is no copy.
  const moved = new Uint8Array(source.subarray(moov.start, moov.end));
  const length = moved.length;
  const shift = (offset: number): number =>
    offset >= media.start && offset < moov.start ? offset + length : offset;
  if (!shiftChunks(moved, moov.body - moov.start, length, shift)) return null;
  const made = new Uint8Array(source.length);
  made.set(source.subarray(0, media.start));
  made.set(moved, media.start);
  made.set(source.subarray(media.start, moov.start), media.start + length);
  made.set(source.subarray(moov.end), moov.end);
  return made;
}

/**
 * The bytes of a video in an order in which it can be read without going back: its description
 * first, as every WebM has it.
 * @returns null for an MP4 that cannot be put so, or is in fragments
 */
export function streamable(source: Uint8Array): Uint8Array | null {
  if (source[0] === 0x1a) return source;
  const moved = faststart(source);
  if (moved !== null) return moved;
  const types = mp4Boxes(source, 0, source.length)?.map(({ type }) => type) ?? [];
  // Fragments may give the places of their media in the file, which ffmpeg does not find in a stream.
  if (types.includes('moof')) return null;
  const [moov, mdat] = [types.indexOf('moov'), types.indexOf('mdat')];
  return moov >= 0 && moov < mdat ? source : null;
}

/** Rewrites the offsets of chunks below a box; false where it meets what it cannot rewrite. */
function shiftChunks(
  bytes: Uint8Array,
  from: number,
  to: number,
  shift: (offset: number) => number,
): boolean {
  const boxes = mp4Boxes(bytes, from, to);
  if (boxes === null) return false;
  return boxes.every(({ type, body, end }) => {
    if (OTHER_OFFSETS.has(type)) return false;
    if (CONTAINERS.has(type)) return shiftChunks(bytes, body, end, shift);
    return type === 'stco' || type === 'co64'
      ? shiftTable(viewOf(bytes), body, end, type, shift)
      : true;
  });
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function shiftTable(
  view: DataView,
  body: number,
  end: number,
  type: 'stco' | 'co64',
  shift: (offset: number) => number,
): boolean {
  if (body + 8 > end) return false;
  const size = type === 'stco' ? 4 : 8;
  const count = view.getUint32(body + 4);
  if (body + 8 + count * size > end) return false;
  for (let index = 0; index < count; index++) {
    const at = body + 8 + index * size;
    if (type === 'co64') {
      view.setBigUint64(at, BigInt(shift(Number(view.getBigUint64(at)))));
      continue;
    }
    const moved = shift(view.getUint32(at));
    if (moved > 0xffff_ffff) return false;
    view.setUint32(at, moved);
  }
  return true;
}

import { AssetgenError } from '@assetgen/client/errors';
import { mp4BoxHeader } from '@assetgen/render/mp4-boxes';
import { isMatroska } from './is-matroska.ts';

const MAX_BOXES = 100_000;
const MAX_DEPTH = 32;
const MAX_TRACKS = 64;
/** Parts of a Matroska file that are files of their own. */
const MAX_SEGMENTS = 64;
/** Samples of a film, beside one for each of its bytes. */
const FREE_SAMPLES = 10_000;
/** Most pixels of a frame: a square of 8,192, which is more than any level of any codec has. */
const MAX_FRAME = 8_192 * 8_192;

/** Boxes that hold boxes, on the way to the tables of samples. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'moov trak edts mdia minf dinf stbl mvex moof traf mfra udta meta ilst'.split(' '),
);
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);

/**
 * Holds what an MP4 or a WebM claims against what it is, before a reader walks through it: the
 * samples of its tables (ISO/IEC 14496-12, sections 8.6 to 8.8), which need no byte each where all
 * are of one size or one length, and how many boxes and tracks stand in each other.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refuseFilmClaims(source: Uint8Array): void {
  if (isMatroska(source)) return refuseSegments(source);
  let boxes = 0;
  let tracks = 0;
  const limit = source.length + FREE_SAMPLES;
  const open: { at: number; end: number }[] = [{ at: 0, end: source.length }];
  for (let range = open.at(-1); range !== undefined; range = open.at(-1)) {
    const head = mp4BoxHeader(
      source.subarray(range.at, Math.min(range.at + 16, range.end)),
      range.end - range.at,
    );
    const end = range.at + (head?.size ?? 0);
    // A broken box ends its range: the reader reports it.
    if (head === null || head.size < head.header || end > range.end) {
      open.pop();
      continue;
    }
    const body = source.subarray(range.at + head.header, end);
    boxes += 1;
    if (head.type === 'trak') tracks += 1;
    if (boxes > MAX_BOXES) throw tooMuch(`more than ${MAX_BOXES} boxes`);
    if (tracks > MAX_TRACKS) throw tooMuch(`more than ${MAX_TRACKS} tracks`);
    if (open.length > MAX_DEPTH) throw tooMuch(`boxes more than ${MAX_DEPTH} levels deep`);
    const samples = samplesOf(head.type, body);
    if (samples > limit) {
      throw tooMuch(
        `a file of ${source.length} bytes that claims ${samples} samples; the limit is ${limit}`,
      );
    }
    const start = range.at + head.header;
    range.at = end;
    // `meta` is a full box: its boxes begin four bytes on.
    const skipped = head.type === 'meta' ? 4 : 0;
    if (CONTAINERS.has(head.type)) open.push({ at: start + skipped, end });
  }
}

/**
 * Holds the size of a film's frames against the most that is decoded.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refuseFrame(width: number, height: number): void {
  if (width * height <= MAX_FRAME) return;
  throw tooMuch(`frames of ${width} × ${height} pixels; the limit is ${MAX_FRAME} pixels`);
}

/** Bytes of an entry of each table, and where its entries begin, behind their number. */
const TABLES: Readonly<Record<string, { readonly each: number; readonly from: number }>> = {
  stts: { each: 8, from: 8 },
  ctts: { each: 8, from: 8 },
  stsc: { each: 12, from: 8 },
  stss: { each: 4, from: 8 },
  stco: { each: 4, from: 8 },
  co64: { each: 8, from: 8 },
  stsz: { each: 4, from: 12 },
};

/**
 * How many samples a table says there are.
 * @throws AssetgenError `ASSETGEN_CONTENT` for one that does not fit into its box: a reader goes on
 * behind it
 */
function samplesOf(type: string, body: Uint8Array): number {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  const read = (at: number): number => (at + 4 <= body.length ? view.getUint32(at) : 0);
  const table = TABLES[type];
  if (table === undefined) return type === 'trun' ? read(4) : 0;
  const { each, from } = table;
  const entries = read(from - 4);
  // Of one size, all of them need no entries.
  const isBacked = type !== 'stsz' || read(4) === 0;
  const room = Math.max(0, Math.floor((body.length - from) / each));
  if (isBacked && entries > room) {
    throw tooMuch(`a table "${type}" of ${entries} entries: its box has room for ${room}`);
  }
  const end = from + entries * each;
  let samples = 0;
  switch (type) {
    case 'stsz':
      return entries;
    case 'stts':
    case 'ctts':
      for (let at = from; at < end; at += each) samples += read(at);
      return samples;
    case 'stsc':
      // Runs of chunks: the first of them, and samples in each. Where the last ends is not said here.
      for (let at = from; at < end; at += each) {
        const chunks = at + each < end ? Math.max(1, read(at + each) - read(at)) : 1;
        samples += chunks * read(at + 4);
      }
      return samples;
    default:
      return 0;
  }
}

/** Each is walked through for itself. */
function refuseSegments(source: Uint8Array): void {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length);
  let found = 0;
  for (let at = bytes.indexOf(SEGMENT); at >= 0; at = bytes.indexOf(SEGMENT, at + 4)) {
    found += 1;
    if (found > MAX_SEGMENTS) throw tooMuch(`more than ${MAX_SEGMENTS} segments`);
  }
}

function tooMuch(found: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected a video within its limits, found ${found}`,
  );
}

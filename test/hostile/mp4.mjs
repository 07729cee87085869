// Films that claim more than they hold (ISO/IEC 14496-12; RFC 8794 for WebM).

/** @param {string} type @param {...(Uint8Array | number[])} parts */
function box(type, ...parts) {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** @param {...number} values */
const u32 = (...values) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
  return bytes;
};
const u16 = (...values) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const FTYP = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isommp41'));
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** A baseline profile, one macroblock (ITU-T H.264, section 7.3.2). */
const AVCC = box('avcC', Buffer.from('0142c00affe100086742c00ada7e208001000468ce3c80', 'hex'));

/**
 * A film of one track, whose tables are as given.
 * @param {{width?: number, height?: number, stts?: Buffer, stsz?: Buffer, stsc?: Buffer, stco?: Buffer, more?: Buffer[], edits?: Buffer, data?: Uint8Array}} [tables]
 */
function film({
  width = 16,
  height = 16,
  stts = u32(0, 1, 1, 1000),
  stsz = u32(0, 4, 1),
  stsc = u32(0, 1, 1, 1, 1),
  stco = u32(0, 1, 40),
  more = [],
  edits = Buffer.alloc(0),
  data = Buffer.from([0, 0, 0, 0]),
} = {}) {
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width & 0xffff, height & 0xffff),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    AVCC,
  );
  const stbl = box(
    'stbl',
    box('stsd', u32(0, 1), entry),
    box('stts', stts),
    box('stsc', stsc),
    box('stsz', stsz),
    box('stco', stco),
    ...more,
  );
  const dinf = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))));
  const minf = box('minf', box('vmhd', u32(1, 0, 0)), dinf, stbl);
  const hdlr = box('hdlr', u32(0, 0), Buffer.from('vide'), Buffer.alloc(13));
  const mdia = box('mdia', box('mdhd', u32(0, 0, 0, 1000, 1000, 0x55c40000)), hdlr, minf);
  const tkhd = box(
    'tkhd',
    u32(3, 0, 0, 1, 0, 1000, 0, 0, 0, 0),
    MATRIX,
    u32(width << 16, height << 16),
  );
  const mvhd = box(
    'mvhd',
    u32(0, 0, 0, 1000, 1000, 0x10000, 0x1000000, 0, 0),
    MATRIX,
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  return Buffer.concat([
    FTYP,
    box('mdat', data),
    box('moov', mvhd, box('trak', tkhd, edits, mdia)),
  ]);
}

/** @param {number} depth @param {string} type */
function nested(depth, type) {
  const bytes = Buffer.alloc(depth * 8);
  for (let at = 0; at < depth; at += 1) {
    bytes.writeUInt32BE((depth - at) * 8, at * 8);
    bytes.write(type, at * 8 + 4, 'latin1');
  }
  return bytes;
}

/** EBML (RFC 8794): an element whose size takes eight bytes. */
function element(id, body) {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id), size, body]);
}

/** Each with what it is; all of them below 3 MB. */
export const FILM_BOMBS = {
  'four billion samples of one size': () =>
    film({ stsz: u32(0, 4, 0xffffffff), stts: u32(0, 1, 0xffffffff, 1) }),
  'a hundred million samples of one size': () =>
    film({
      stsz: u32(0, 4, 100_000_000),
      stts: u32(0, 1, 100_000_000, 1),
      stsc: u32(0, 1, 1, 100_000_000, 1),
    }),
  'a table of four billion entries': () => film({ stts: u32(0, 0xffffffff, 1, 1000) }),
  'chunks of four billion samples': () =>
    film({ stsc: u32(0, 1, 1, 0xffffffff, 1), stsz: u32(0, 1, 0xffffffff) }),
  'a chunk of three billion of two samples': () => film({ stsc: u32(0, 1, 1, 3e9, 1) }),
  'four billion key frames': () => film({ more: [box('stss', u32(0, 0xffffffff))] }),
  'offsets of composition without end': () =>
    film({ more: [box('ctts', u32(0, 2, 0xffffffff, 1, 0xffffffff, 1))] }),
  'boxes within boxes, 100,000 deep': () =>
    Buffer.concat([FTYP, box('mdat', Buffer.alloc(4)), nested(100_000, 'moov')]),
  'tracks within tracks, 100,000 deep': () =>
    Buffer.concat([FTYP, box('mdat', Buffer.alloc(4)), box('moov', nested(100_000, 'trak'))]),
  'a film and tracks within tracks beside it': () => {
    const plain = film();
    const moov = plain.indexOf('moov') - 4;
    return Buffer.concat([
      plain.subarray(0, moov),
      box('moov', plain.subarray(moov + 8), nested(100_000, 'trak')),
    ]);
  },
  'two hundred thousand boxes of nothing': () =>
    Buffer.concat([FTYP, ...Array(200_000).fill(box('free'))]),
  'a box that goes on for 2^63 bytes': () =>
    Buffer.concat([FTYP, u32(1), Buffer.from('moov'), u32(0x7fffffff, 0xffffffff)]),
  'four thousand tracks': () => {
    const plain = film();
    const moov = plain.indexOf('moov') - 4;
    const trak = plain.indexOf('trak') - 4;
    return Buffer.concat([
      plain.subarray(0, moov),
      box('moov', plain.subarray(moov + 8, trak), ...Array(4_000).fill(plain.subarray(trak))),
    ]);
  },
  'Matroska within Matroska, 100,000 deep': () => {
    const head = element(
      [0x1a, 0x45, 0xdf, 0xa3],
      Buffer.from([0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]),
    );
    const level = Buffer.from([
      0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    ]);
    return Buffer.concat([head, ...Array(100_000).fill(level)]);
  },
};

/** Small films that are read: the beginnings of cases at random. */
export const FILM_SEEDS = [
  () => film(),
  () => film({ more: [box('stss', u32(0, 1, 1)), box('ctts', u32(0, 1, 1, 0))] }),
  () => film({ stsz: u32(0, 0, 2, 2, 2), stts: u32(0, 1, 2, 500), stsc: u32(0, 1, 1, 2, 1) }),
];

import { mp4Boxes, type Mp4Box } from '@assetgen/render/mp4-boxes';

/** Boxes that hold other boxes on the way to those that change. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Bytes between the header of these and the boxes in them (8.5.2, 12.1.3). */
const PREFIXES: Readonly<Record<string, number>> = { stsd: 8, avc1: 78 };
/** Boxes that begin with version, flags, creation and modification time. */
const TIMED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);

/** A `colr` box of type `nclx` (12.1.5): primaries, transfer and matrix of BT.709, limited range. */
const COLOURS = Uint8Array.from([
  0, 0, 0, 19, 0x63, 0x6f, 0x6c, 0x72, 0x6e, 0x63, 0x6c, 0x78, 0, 1, 0, 1, 0, 1, 0,
]);

/**
 * Makes the encoder's file one that a page can use:
 * its index comes first, so that playing starts before all is there; it names its key frames
 * (the encoder does not, and players then cannot seek) and its colours (BT.709, limited range, which
 * players else guess from the size); its times are zero, so that the same video
 * is the same bytes.
 *
 * @param keyEvery Every how many frames a key frame stands.
 */
export function finishMp4(mp4: Uint8Array, frames: number, keyEvery: number): Uint8Array {
  const boxes = boxesOf(mp4, 0, mp4.length);
  const find = (type: string): Mp4Box => {
    const box = boxes.find((each) => each.type === type);
    if (box === undefined) throw new Error(`the encoder wrote no ${type} box`);
    return box;
  };
  const [ftyp, moov, mdat] = [find('ftyp'), find('moov'), find('mdat')];
  const index = rewrite(mp4, moov, syncSamples(frames, keyEvery), 0);
  const shift = ftyp.end - ftyp.start + index.length - mdat.start;
  return concat([
    mp4.subarray(ftyp.start, ftyp.end),
    rewrite(mp4, moov, syncSamples(frames, keyEvery), shift),
    mp4.subarray(mdat.start, mdat.end),
  ]);
}

function boxesOf(mp4: Uint8Array, from: number, to: number): readonly Mp4Box[] {
  const boxes = mp4Boxes(mp4, from, to);
  if (boxes === null) throw new Error('the encoder wrote a broken box');
  return boxes;
}

/** A copy of the box with zero times, a sync sample table and moved chunk offsets. */
function rewrite(mp4: Uint8Array, box: Mp4Box, sync: Uint8Array, shift: number): Uint8Array {
  const prefix = CONTAINERS.has(box.type) ? 0 : PREFIXES[box.type];
  if (prefix !== undefined) {
    const parts = boxesOf(mp4, box.body + prefix, box.end).map((child) =>
      rewrite(mp4, child, sync, shift),
    );
    if (box.type === 'stbl') parts.push(sync);
    if (box.type === 'avc1') parts.push(COLOURS);
    const body = concat([mp4.subarray(box.body, box.body + prefix), ...parts]);
    const header = mp4.slice(box.start, box.start + 8);
    new DataView(header.buffer).setUint32(0, body.length + 8);
    return concat([header, body]);
  }
  const copy = mp4.slice(box.start, box.end);
  const view = new DataView(copy.buffer);
  const content = box.body - box.start;
  if (TIMED.has(box.type)) {
    copy.fill(0, content + 4, content + 4 + (copy[content] === 1 ? 16 : 8));
  } else if (box.type === 'stco') {
    for (let slot = content + 8; slot + 4 <= copy.length; slot += 4) {
      view.setUint32(slot, view.getUint32(slot) + shift);
    }
  }
  return copy;
}

/** The `stss` box (8.6.2): one-based numbers of the key frames. */
function syncSamples(frames: number, keyEvery: number): Uint8Array {
  const count = Math.ceil(frames / keyEvery);
  const box = new Uint8Array(16 + count * 4);
  const view = new DataView(box.buffer);
  view.setUint32(0, box.length);
  box.set([0x73, 0x74, 0x73, 0x73], 4);
  view.setUint32(12, count);
  for (let key = 0; key < count; key++) view.setUint32(16 + key * 4, key * keyEvery + 1);
  return box;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

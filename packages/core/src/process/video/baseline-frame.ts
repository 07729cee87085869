import { createRequire } from 'node:module';
import type * as H264 from 'h264decoder';
import type { InputVideoTrack } from 'mediabunny';
import type { YuvPicture } from './yuv-picture.ts';

/** What the decoder has room for. Unit: bytes. */
const MAX_NAL = 1024 * 1024 - 4;
const BASELINE = 66;
/** A picture is complete; from here on the codes of the decoder are errors. */
const [PICTURE, ERROR] = [1, 3];
const SLICES: ReadonlySet<number> = new Set([1, 5]);

/**
 * A frame of H.264 in its baseline profile, decoded by h264bsd as wasm: the decoder that needs
 * nothing of the machine. It knows neither CABAC nor B frames, and so none of the other profiles.
 * @param at seconds into the video, within it
 * @returns null where it cannot decode the video
 */
export async function baselineFrame(
  track: InputVideoTrack,
  at: number,
): Promise<YuvPicture | null> {
  const config = track.codec === 'avc' ? await track.getDecoderConfig() : null;
  const sets = config?.description === undefined ? null : parameterSets(config.description);
  if (config === null || sets === null || sets.profile !== BASELINE) return null;
  const { EncodedPacketSink } = await import('mediabunny');
  // Imported, it takes another 30 ms of a core: of CommonJS, Node would first read the names of its exports.
  const { H264Decoder } = createRequire(import.meta.url)('h264decoder') as typeof H264;
  const sink = new EncodedPacketSink(track);
  const [first, last] = await Promise.all([sink.getKeyPacket(at), sink.getPacket(at)]);
  if (first === null || last === null) return null;
  const decoder = new H264Decoder();
  // What it answers to a parameter set by itself says nothing.
  for (const nal of sets.nals) decoder.decode(startCode(nal));
  let isDecoded = false;
  for await (const packet of sink.packets(first)) {
    isDecoded = false;
    for (const nal of nalsOf(packet.data, sets.lengthSize)) {
      if (nal.length > MAX_NAL) return null;
      const answer = decoder.decode(startCode(nal));
      if (answer >= ERROR && SLICES.has((nal[0] ?? 0) & 31)) return null;
      isDecoded ||= answer === PICTURE;
    }
    if (packet.sequenceNumber >= last.sequenceNumber) break;
  }
  const { codedWidth: width, codedHeight: height } = track;
  if (!isDecoded || decoder.width < width || decoder.height < height) return null;
  const { matrix, fullRange } = config.colorSpace ?? {};
  return {
    data: decoder.pic,
    stride: decoder.width,
    rows: decoder.height,
    width,
    height,
    // Where a file does not say, players take what its size was made with.
    matrix: matrix === 'bt709' || (matrix == null && height > 576) ? 'bt709' : 'bt601',
    isFullRange: fullRange === true,
  };
}

interface ParameterSets {
  readonly profile: number;
  readonly lengthSize: number;
  readonly nals: readonly Uint8Array[];
}

/** The parameter sets of an `avcC` box (ISO/IEC 14496-15, section 5.3.3.1). */
function parameterSets(description: ArrayBufferView | ArrayBufferLike): ParameterSets | null {
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const [version, profile = 0, , , sizes = 0] = bytes;
  if (version !== 1) return null;
  const nals: Uint8Array[] = [];
  let at = 5;
  for (const mask of [31, 255]) {
    const count = (bytes[at] ?? 0) & mask;
    at += 1;
    for (let index = 0; index < count; index++) {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      nals.push(bytes.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return at > bytes.length ? null : { profile, lengthSize: (sizes & 3) + 1, nals };
}

/** Units of a sample, each behind its length. */
function* nalsOf(sample: Uint8Array, lengthSize: number): Generator<Uint8Array> {
  for (let at = 0; at + lengthSize <= sample.length;) {
    let length = 0;
    for (const byte of sample.subarray(at, at + lengthSize)) length = length * 256 + byte;
    at += lengthSize;
    yield sample.subarray(at, at + length);
    at += length;
  }
}

/** A unit as a stream has it (ITU-T H.264, annex B). */
function startCode(nal: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(nal.length + 4);
  bytes[3] = 1;
  bytes.set(nal, 4);
  return bytes;
}

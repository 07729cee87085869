/** What RFC 9659 asks a decoder of HTTP to take. Unit: bytes. */
const MAX_WINDOW = 8_388_608;
/** Of one block, packed or not (RFC 8878, 3.1.1.2.4). Unit: bytes. */
const MAX_BLOCK = 131_072;

/** What fzstd may move for each body, and beyond that for each byte that comes of it. Unit: bytes. */
const FREE_WORK = 2_147_483_648;
const WORK_PER_BYTE = 256;
/** Of a part without a window. Unit: bytes. */
const LEAST_WORK = 4096;

type Take = (length: number) => Promise<Uint8Array>;

/** What fzstd gets at once, and the bytes that it allocates or moves for it. */
interface Part {
  readonly bytes: Uint8Array;
  readonly work: number;
}

/**
 * Unpacks frames of zstd (RFC 8878) by fzstd: Node's zlib has it from 22.15 on only.
 *
 * fzstd unpacks all that one call gives it, allocates the window that a frame names, and moves all of it for each
 * block. So it gets one block at a time, which holds 128 KiB at most, no frame with a larger window, and no
 * more blocks than what comes of them is worth.
 */
export async function* unzstd(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const ready: Uint8Array[] = [];
  let left = FREE_WORK;
  const decoder = new Decompress((piece) => {
    left += piece.length * WORK_PER_BYTE;
    ready.push(piece);
  });
  const pieces = body[Symbol.asyncIterator]();
  try {
    for await (const { bytes, work } of partsOf(taker(pieces))) {
      left -= work;
      if (left < 0) throw new Error('its zstd takes too long to unpack');
      decoder.push(bytes);
      yield* ready.splice(0);
    }
  } finally {
    await pieces.return?.();
  }
  decoder.push(new Uint8Array(0), true);
  yield* ready;
}

/** The headers, blocks and checksums of the frames, each by itself. */
async function* partsOf(take: Take): AsyncGenerator<Part> {
  for (;;) {
    const magic = await take(4);
    if (magic.length === 0) return;
    yield small(magic);
    const number = littleEndian(magic);
    if (number === 0xfd2fb528) {
      yield* frame(take);
    } else if (number >>> 4 === 0x184d2a5) {
      const length = await take(4);
      yield small(length);
      yield* skipped(take, littleEndian(length));
    } else {
      throw new Error('it is not of zstd');
    }
  }
}

async function* frame(take: Take): AsyncGenerator<Part> {
  const first = await take(1);
  yield small(first);
  const [descriptor = 0] = first;
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingle) : 1 << sizeFlag;
  const rest = await take(Number(!isSingle) + dictionary + sizeBytes);
  const window = isSingle
    ? littleEndian(rest.subarray(dictionary)) + (sizeFlag === 1 ? 256 : 0)
    : windowOf(rest[0] ?? 0);
  if (window > MAX_WINDOW) {
    throw new Error(`its zstd needs ${window} bytes of memory; the limit is ${MAX_WINDOW}`);
  }
  const work = Math.max(window, LEAST_WORK);
  yield { bytes: rest, work };
  for (let isLast = false; !isLast;) {
    const head = await take(3);
    const number = littleEndian(head);
    const length = number >> 3;
    if (length > MAX_BLOCK) throw new Error(`a block of its zstd has ${length} bytes`);
    const isRepeat = ((number >> 1) & 3) === 1;
    const content = await take(isRepeat ? 1 : length);
    yield { bytes: Buffer.concat([head, content]), work };
    isLast = (number & 1) === 1 || head.length === 0;
  }
  if ((descriptor & 4) !== 0) yield small(await take(4));
}

function small(bytes: Uint8Array): Part {
  return { bytes, work: LEAST_WORK };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

async function* skipped(take: Take, length: number): AsyncGenerator<Part> {
  for (let left = length; left > 0;) {
    const part = await take(Math.min(left, MAX_BLOCK));
    if (part.length === 0) return;
    yield small(part);
    left -= part.length;
  }
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}

/** Gives so many of the next bytes, or all that are left. */
function taker(pieces: AsyncIterator<Uint8Array>): Take {
  let held: Uint8Array = new Uint8Array(0);
  return async function take(length) {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      if (held.length === 0) {
        const next = await pieces.next();
        if (next.done === true) break;
        held = next.value;
      }
      const part = held.subarray(0, missing);
      parts.push(part);
      held = held.subarray(part.length);
      missing -= part.length;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  };
}

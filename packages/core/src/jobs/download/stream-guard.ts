import { AssetgenError } from '@assetgen/client/errors';
import type { ExpectedResult } from '../engine-ports.ts';

const MB = 1_048_576;

/** The largest result that is taken. Unit: bytes. */
const MOST: Readonly<Record<ExpectedResult['kind'], number>> = {
  image: 256 * MB,
  model: 1024 * MB,
  video: 2048 * MB,
  conversion: 1024 * MB,
};

/** @returns the most bytes that a result of this kind may have */
export function mostBytes(expected: ExpectedResult): number {
  return MOST[expected.kind];
}

/**
 * Looks at the first bytes of a download, so that an error page is told before it is stored, and a
 * body that goes on behind the end that it names itself is cut off there.
 *
 * @returns the length that the bytes name for themselves; null where they name none
 */
export function firstLook(chunk: Uint8Array, expected: ExpectedResult): number | null {
  const head = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, 16));
  if (head.toString('latin1').trimStart().startsWith('<') && !mayBeText(expected)) {
    throw new AssetgenError('ASSETGEN_CONTENT', 'expected a file, found a page of HTML or XML', {
      hint: 'The file was not kept. Run again to download it again.',
    });
  }
  if (head.length >= 12 && head.toString('latin1', 0, 4) === 'glTF') {
    return head.readUInt32LE(8);
  }
  if (head.length >= 12 && head.toString('latin1', 0, 4) === 'RIFF') {
    const length = head.readUInt32LE(4) + 8;
    return length + (length % 2);
  }
  return null;
}

function mayBeText(expected: ExpectedResult): boolean {
  return expected.kind === 'conversion' && ['obj', 'stl', 'fbx'].includes(expected.format);
}

/** A body that goes on behind its own end. */
export function goesOn(named: number): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected ${named} bytes by the file's own header, received more`,
    { hint: 'The file was not kept. Run again to download it again.' },
  );
}

import { AssetgenError } from '@assetgen/client/errors';

/** What a bucket keeps of one operation, in one object: who decides, and what was decided. */
export interface OperationDocument {
  /** Grows with every lease. */
  readonly fence: number;
  /** null: nobody holds it. */
  readonly lease: HeldLease | null;
  readonly lines: readonly DocumentLine[];
}

/** A lease as it stands in a bucket. */
export interface HeldLease {
  readonly nonce: string;
  /** Counts what its holder says: while it grows, the holder lives. */
  readonly beat: number;
}

/** A line with an id of its own: whoever lost the answer to a write finds it by that. */
export interface DocumentLine {
  readonly id: string;
  readonly text: string;
}

const HINT =
  'It records purchases, so nothing was submitted. Restore it; or check your purchases at the service, then delete it.';

export const EMPTY_DOCUMENT: OperationDocument = { fence: 0, lease: null, lines: [] };

/** @param write a random text: no two writes have the same bytes, and so none the same ETag */
export function writeDocument({ fence, lease, lines }: OperationDocument, write: string): string {
  const told = lines.map(({ id, text }) => [id, text]);
  return JSON.stringify({ version: 1, write, fence, lease, lines: told });
}

/**
 * @param object its name, for messages
 * @throws AssetgenError `ASSETGEN_REMOTE_DAMAGED` for what is none: read as empty, it would be bought again
 */
export function readDocument(text: string, object: string): OperationDocument {
  try {
    const { version, fence, lease, lines } = JSON.parse(text) as Record<string, unknown>;
    if (version === 1 && typeof fence === 'number' && Array.isArray(lines)) {
      return { fence, lease: readLease(lease), lines: lines.map(readLine) };
    }
  } catch {
    // Told below.
  }
  throw new AssetgenError(
    'ASSETGEN_REMOTE_DAMAGED',
    `an object of the shared cache is damaged: "${object}"`,
    { hint: HINT },
  );
}

function readLease(value: unknown): HeldLease | null {
  if (value === null) return null;
  const { nonce, beat } = value as Record<string, unknown>;
  if (typeof nonce === 'string' && typeof beat === 'number') return { nonce, beat };
  throw new Error('no lease');
}

function readLine(value: unknown): DocumentLine {
  const [id, text] = value as readonly unknown[];
  if (typeof id === 'string' && typeof text === 'string') return { id, text };
  throw new Error('no line');
}

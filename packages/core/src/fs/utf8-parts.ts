/** Length from which a part is full. Unit: characters. */
const PART = 262_144;

/**
 * The bytes of a long text that comes in pieces, in parts of some 256 KB, each made when it is asked for: the whole never
 * stands in memory.
 */
export function* utf8Parts(pieces: Iterable<string>): Generator<Buffer, void> {
  let part = '';
  for (const piece of pieces) {
    part += piece;
    if (part.length < PART) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
}

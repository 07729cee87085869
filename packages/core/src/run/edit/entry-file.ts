import { isDeepStrictEqual } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import {
  addEntry,
  editAssets,
  entriesOf as manifestEntries,
  removeEntry,
} from '../../manifest/edit/edit-asset.ts';
import type { FileEdit } from './change-record.ts';
import { changedFields } from './change-text.ts';
import type { Review } from './review-file.ts';
import { REVIEWS_NAME, asReview, parseReviews, setReviews } from './review-file.ts';

/** What a text says of each asset that two texts say different things of; null: nothing. */
export function entriesOf(file: string, before: string, after: string): FileEdit['entries'] {
  const [was, is] = [readEntries(file, before), readEntries(file, after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return Object.fromEntries(
    names
      .map((name) => [name, [was.get(name) ?? null, is.get(name) ?? null]] as const)
      .filter(([, [old, now]]) => !isDeepStrictEqual(old, now)),
  );
}

/**
 * A text without what a change did to it, where other things were changed since.
 * @throws AssetgenError `ASSETGEN_USAGE` where the same was changed since
 */
export function revertEntries(text: string, { file, entries }: FileEdit): string {
  const now = readEntries(file, text);
  const threes = Object.entries(entries).map(
    ([name, [before, after]]) => [name, [before, after, now.get(name) ?? null]] as const,
  );
  return file === REVIEWS_NAME ? revertReviews(text, threes) : revertManifest(text, file, threes);
}

type Three = readonly [before: unknown, after: unknown, now: unknown];
type Threes = readonly (readonly [name: string, three: Three])[];

function revertReviews(text: string, threes: Threes): string {
  const reviews = new Map<string, Review | null>();
  for (const [name, [before, after, now]] of threes) {
    if (!isDeepStrictEqual(now, after)) throw changedSince(name, REVIEWS_NAME);
    reviews.set(name, asReview(before));
  }
  return setReviews(text, reviews);
}

function revertManifest(text: string, file: string, threes: Threes): string {
  let reverted = text;
  const edits = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [name, [before, after, now]] of threes) {
    if (after === null) {
      if (now !== null || typeof before !== 'object' || before === null)
        throw changedSince(name, file);
      reverted = addEntry(reverted, name, before);
    } else if (before === null) {
      if (!isDeepStrictEqual(now, after)) throw changedSince(name, file);
      reverted = removeEntry(reverted, name);
    } else edits.set(name, fieldsBefore(name, file, [before, after, now]));
  }
  return edits.size === 0 ? reverted : editAssets(reverted, edits);
}

/** The fields that the change wrote, as they were. */
function fieldsBefore(
  name: string,
  file: string,
  [before, after, now]: Three,
): Readonly<Record<string, unknown>> {
  const fields = changedFields(before, after);
  const others = new Set(changedFields(after, now).map(([key]) => key));
  if (now === null || fields.some(([key]) => others.has(key))) throw changedSince(name, file);
  return Object.fromEntries(fields.map(([key, was]) => [key, was]));
}

function readEntries(file: string, text: string): ReadonlyMap<string, unknown> {
  return file === REVIEWS_NAME ? parseReviews(text) : manifestEntries(text);
}

function changedSince(name: string, file: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_USAGE',
    `${name} was changed since in ${file}: taking the older change back would undo that too`,
    { hint: 'Take back the newer change first, or edit the file.' },
  );
}

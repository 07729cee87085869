import { isDeepStrictEqual } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import {
  addEntry,
  editAsset,
  entriesOf as manifestEntries,
  removeEntry,
} from '../../manifest/edit/edit-asset.ts';
import type { FileEdit } from './change-record.ts';
import { changedFields } from './change-text.ts';
import { REVIEWS_NAME, asReview, parseReviews, setReview } from './review-file.ts';

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
  let reverted = text;
  for (const [name, [before, after]] of Object.entries(entries)) {
    const now = readEntries(file, reverted).get(name) ?? null;
    reverted =
      file === REVIEWS_NAME
        ? revertReview(reverted, name, [before, after, now])
        : revertEntry(reverted, file, name, [before, after, now]);
  }
  return reverted;
}

type Three = readonly [before: unknown, after: unknown, now: unknown];

function revertReview(text: string, name: string, [before, after, now]: Three): string {
  if (!isDeepStrictEqual(now, after)) throw changedSince(name, REVIEWS_NAME);
  return setReview(text, name, asReview(before));
}

function revertEntry(
  text: string,
  file: string,
  name: string,
  [before, after, now]: Three,
): string {
  if (after === null) {
    if (now !== null || typeof before !== 'object' || before === null)
      throw changedSince(name, file);
    return addEntry(text, name, before);
  }
  if (before === null) {
    if (!isDeepStrictEqual(now, after)) throw changedSince(name, file);
    return removeEntry(text, name);
  }
  const fields = changedFields(before, after);
  const others = new Set(changedFields(after, now).map(([key]) => key));
  if (now === null || fields.some(([key]) => others.has(key))) throw changedSince(name, file);
  return editAsset(text, name, Object.fromEntries(fields.map(([key, was]) => [key, was])));
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

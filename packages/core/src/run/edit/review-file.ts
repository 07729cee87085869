/** What a person decided about an asset. */
export const REVIEW_STATES = ['approved', 'rejected', 'needs-work'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A decision about an asset as it was made. */
export interface Review {
  readonly state: ReviewState;
  /** sha256 of the reviewed files: 64 hex digits. A different one today: the decision is about older files. */
  readonly digest: string;
  /** Who decided. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly note?: string;
}

/** The decisions' place below the project's root: beside the manifest, and committed. */
export const REVIEWS_NAME = 'assets.gen.reviews.jsonl';

/**
 * Reads decisions, one line an asset. Of two lines of one asset, as a merge may leave them, the newer
 * decision counts; lines that are none, such as the marks of a conflict, are skipped.
 */
export function parseReviews(text: string): ReadonlyMap<string, Review> {
  const reviews = new Map<string, Review>();
  for (const line of text.split('\n')) {
    const parsed = parseLine(line);
    if (parsed === null) continue;
    const [asset, review] = parsed;
    const known = reviews.get(asset);
    if (known === undefined || known.at <= review.at) reviews.set(asset, review);
  }
  return reviews;
}

/** One line an asset, by name: two people who decide about two assets change two lines. */
function printReviews(reviews: ReadonlyMap<string, Review>): string {
  return [...reviews]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, { state, digest, by, at, note }]) =>
      JSON.stringify({ asset, state, digest, by, at, ...(note === undefined ? {} : { note }) }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * A text with other decisions of assets; null: none. A line that cannot be read stays, at the end: it may be what
 * somebody decided. Marks of a conflict go, as both of its sides were read.
 */
export function setReviews(text: string, changes: ReadonlyMap<string, Review | null>): string {
  const reviews = new Map(parseReviews(text));
  for (const [asset, review] of changes) {
    if (review === null) reviews.delete(asset);
    else reviews.set(asset, review);
  }
  const unread = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !CONFLICT.test(line) && parseLine(line) === null);
  return printReviews(reviews) + unread.map((line) => `${line}\n`).join('');
}

/** {@link setReviews} for one asset. */
export function setReview(text: string, asset: string, review: Review | null): string {
  return setReviews(text, new Map([[asset, review]]));
}

/** A line that git writes around two sides that it cannot merge. */
const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/;

function parseLine(line: string): readonly [string, Review] | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { asset, ...rest } = value as Record<string, unknown>;
    const review = asReview(rest);
    return typeof asset === 'string' && review !== null ? [asset, review] : null;
  } catch {
    return null;
  }
}

/** A value as a decision; null where it is none. */
export function asReview(value: unknown): Review | null {
  if (typeof value !== 'object' || value === null) return null;
  const { state, digest, by, at, note } = value as Record<string, unknown>;
  const known = REVIEW_STATES.find((each) => each === state);
  if (known === undefined || typeof digest !== 'string') return null;
  if (typeof by !== 'string' || typeof at !== 'string') return null;
  return { state: known, digest, by, at, ...(typeof note === 'string' ? { note } : {}) };
}

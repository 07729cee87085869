import type { AssetSummary, Kind, ReviewState, State } from '../../../src/shared/messages.ts';

export type Sort = 'name' | 'state' | 'spent' | 'price' | 'size';
/** `open`: nobody decided about it as it is. */
export type ReviewFilter = ReviewState | 'any' | 'open';
export type Cost = 'any' | 'pending' | 'free' | 'unknown';

/** What a person asked to see. */
export interface Choice {
  readonly text: string;
  readonly kind: Kind | 'all';
  readonly state: State | 'all' | 'draft';
  /** The empty text: all of them. */
  readonly manifest: string;
  readonly cost: Cost;
  readonly review: ReviewFilter;
  readonly sort: Sort;
}

export const ALL: Choice = {
  text: '',
  kind: 'all',
  state: 'all',
  manifest: '',
  cost: 'any',
  review: 'any',
  sort: 'name',
};

/** Those first that need a person. */
const URGENCY: Readonly<Record<State, number>> = {
  blocked: 0,
  failed: 1,
  missing: 2,
  changed: 3,
  ready: 4,
};

/** The assets of a choice, in its order. Every word of the text has to be found. */
export function choose(assets: readonly AssetSummary[], choice: Choice): readonly AssetSummary[] {
  const words = choice.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = assets.filter((asset) => {
    if (choice.kind !== 'all' && asset.kind !== choice.kind) return false;
    if (choice.manifest !== '' && asset.manifest !== choice.manifest) return false;
    if (!hasState(asset, choice.state) || !hasCost(asset, choice.cost)) return false;
    if (!hasReview(asset, choice.review)) return false;
    if (words.length === 0) return true;
    const text = `${asset.name} ${asset.prompt}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  // The list comes sorted by name, and sorting is stable.
  return choice.sort === 'name' ? found : found.sort(ORDERS[choice.sort]);
}

function hasState(asset: AssetSummary, state: Choice['state']): boolean {
  if (state === 'all') return true;
  return state === 'draft' ? asset.preview?.draft === true : asset.state === state;
}

function hasReview({ review }: AssetSummary, wanted: ReviewFilter): boolean {
  if (wanted === 'any') return true;
  const state = review?.isCurrent === true ? review.state : 'open';
  return state === wanted;
}

function hasCost({ price }: AssetSummary, cost: Cost): boolean {
  switch (cost) {
    case 'any':
      return true;
    case 'pending':
      return price.max === null || price.max > 0;
    case 'free':
      return price.max === 0;
    case 'unknown':
      return price.max === null;
  }
}

type Order = (a: AssetSummary, b: AssetSummary) => number;

const ORDERS: Readonly<Record<Exclude<Sort, 'name'>, Order>> = {
  state: (a, b) => URGENCY[a.state] - URGENCY[b.state],
  spent: (a, b) => b.spent.known - a.spent.known,
  price: (a, b) => (b.price.max ?? Infinity) - (a.price.max ?? Infinity) || 0,
  size: (a, b) => b.bytes - a.bytes,
};

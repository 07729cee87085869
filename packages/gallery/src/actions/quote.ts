import type { Inspection } from '@assetgen/core';
import type { ManyAction, Price, QuoteMessage } from '../shared/messages.ts';
import { MANY_ACTIONS } from '../shared/messages.ts';
import { refused } from './refused.ts';

/** Most assets that one request is about. */
const MOST_NAMES = 10_000;

/** What an action for many assets would cost. */
export function quoteMany(
  inspection: Inspection,
  what: ManyAction,
  names: readonly string[],
): QuoteMessage {
  const wanted = new Set(names);
  const plans = inspection.plan.assets.filter(({ asset }) => wanted.has(asset.name));
  const known = plans.map(({ asset }) => asset.name);
  const asks = known.length === 0 ? '' : inspection.asks(known);
  if (what === 'generate') {
    const pending = plans.filter(({ action }) => action !== 'none' && action !== 'blocked');
    const only = pending.map(({ asset }) => asset.name);
    const price = only.length === 0 ? FREE : inspection.price(only);
    return { price, asks, count: only.length };
  }
  if (what === 'reroll') return { ...inspection.rerolls(known), asks };
  return { price: FREE, asks, count: plans.length };
}

const FREE: Price = { min: 0, max: 0 };

/** What a request asks the price of; null where it is none. */
export function parseQuote(
  value: unknown,
): { readonly what: ManyAction; readonly assets: readonly string[] } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { what, assets } = value as Record<string, unknown>;
  const known = MANY_ACTIONS.find((each) => each === what);
  return known !== undefined && isNames(assets) ? { what: known, assets } : null;
}

/**
 * Whether a value is a list of names.
 * @throws AssetgenError `ASSETGEN_USAGE` where there are too many
 */
export function isNames(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  if (value.length > MOST_NAMES) {
    const most = MOST_NAMES.toLocaleString('en');
    const found = value.length.toLocaleString('en');
    throw refused(`expected at most ${most} assets, found ${found}`, 'Choose fewer assets.');
  }
  return value.every((each) => typeof each === 'string');
}

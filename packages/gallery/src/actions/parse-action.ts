import { REVIEW_STATES } from '@assetgen/core';
import type { Action, FieldValue } from '../shared/messages.ts';
import { KINDS, MANY_ACTIONS } from '../shared/messages.ts';
import { isNames } from './quote.ts';

/** The action that a request asks for; null where it is none. */
export function parseAction(value: unknown): Action | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, asset, name, pick, prompt, before, recipe, change } = value as Record<
    string,
    unknown
  >;
  const shown = parseShown(value as Record<string, unknown>);
  const named = typeof asset === 'string';
  switch (type) {
    case 'stop':
    case 'draft':
    case 'redo':
      return { type };
    case 'add':
      return parseAdd(value as Record<string, unknown>);
    case 'duplicate':
    case 'rename':
      return named && typeof name === 'string' ? { type, asset, name } : null;
    case 'set':
      return parseSet(value as Record<string, unknown>);
    case 'remove':
    case 'open':
      return named ? { type, asset } : null;
    case 'review':
    case 'many':
      return parseMany(type, value as Record<string, unknown>);
    case 'undo':
      return change === null || Number.isSafeInteger(change)
        ? { type, change: change as number | null }
        : null;
    case 'use':
      return named && typeof recipe === 'string' && (pick === null || Number.isInteger(pick))
        ? { type, asset, recipe, pick: pick as number | null }
        : null;
    case 'generate':
      return shown !== null && (named || asset === null)
        ? { type, asset: asset as string | null, ...shown }
        : null;
    case 'reroll':
    case 'another':
      return shown !== null && named ? { type, asset, ...shown } : null;
    case 'pick':
      return shown !== null && named && Number.isInteger(pick)
        ? { type, asset, pick: Number(pick), ...shown }
        : null;
    case 'edit':
      return named && typeof prompt === 'string' && typeof before === 'string'
        ? { type, asset, prompt, before }
        : null;
    default:
      return null;
  }
}

/** What the page showed of what it costs and asks for; null where it does not say. */
function parseShown({ points, asks }: Record<string, unknown>): {
  readonly points: number | null;
  readonly asks?: string;
} | null {
  const isPrice = points === null || (Number.isFinite(points) && Number(points) >= 0);
  if (!isPrice || (asks !== undefined && typeof asks !== 'string')) return null;
  return { points: points as number | null, ...(asks === undefined ? {} : { asks }) };
}

/** Most images that a new asset is made from. */
const MOST_REFERENCES = 100;

function parseAdd(value: Record<string, unknown>): Action | null {
  const { asset, prompt, style, references } = value;
  const kind = KINDS.find((each) => each === value['kind']);
  const isText = [asset, prompt, style].every((each) => typeof each === 'string');
  const isList =
    Array.isArray(references) &&
    references.length <= MOST_REFERENCES &&
    references.every((each) => typeof each === 'string');
  if (kind === undefined || !isText || !isList) return null;
  const texts = { asset, prompt, style } as Record<'asset' | 'prompt' | 'style', string>;
  return { type: 'add', kind, ...texts, references };
}

/** A field of the manifest, one deep at most; the manifest's own rules say more. */
const KEY = /^[a-z]\w*(?:\.[a-z]\w*)?$/i;

function parseSet({ asset, output, key, value }: Record<string, unknown>): Action | null {
  const isOutput = output === null || typeof output === 'string';
  const isWhole = key === '' && value === null && output !== null;
  const isKey = isWhole || (typeof key === 'string' && KEY.test(key));
  const isValue =
    value === null || Number.isFinite(value) || /^(?:string|boolean)$/.test(typeof value);
  if (typeof asset !== 'string' || !isOutput || !isKey || !isValue) return null;
  return { type: 'set', asset, output, key: String(key), value: value as FieldValue };
}

function parseMany(type: 'review' | 'many', value: Record<string, unknown>): Action | null {
  const { assets, state, note, made, what, find, put } = value;
  if (!isNames(assets)) return null;
  if (type === 'review') {
    const known = REVIEW_STATES.find((each) => each === state);
    const isState = known !== undefined || state === null;
    const isMade = made === undefined || typeof made === 'string';
    return isState && isMade && typeof note === 'string'
      ? { type, assets, state: known ?? null, note, ...(made === undefined ? {} : { made }) }
      : null;
  }
  const known = MANY_ACTIONS.find((each) => each === what);
  const shown = parseShown(value);
  return known !== undefined &&
    shown !== null &&
    typeof find === 'string' &&
    typeof put === 'string'
    ? { type, what: known, assets, ...shown, find, put }
    : null;
}

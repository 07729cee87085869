import { canonicalText } from './serialise-lock.ts';
import { parseLock } from './parse-lock.ts';
import { serialiseLock } from './serialise-lock.ts';
import type { Lock, LockedAsset } from './lock.ts';
import { EMPTY_LOCK, record } from './lock.ts';

/** The three texts of a merge; an empty one is a file that does not exist. */
export interface MergeSides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly text: string;
  /** Names of entries that need a person: the text holds both sides of them, marked. */
  readonly conflicts: readonly string[];
}

/**
 * Merges two sides of a lock, entry by entry. Two sides that bought different things for one asset
 * are a conflict: both were paid for, and a person says which one stays.
 * @throws AssetgenError `ASSETGEN_LOCK` where a side is not a lock
 */
export function mergeLocks(sides: MergeSides): Merged {
  const read = (label: string, text: string): Lock =>
    text.trim() === '' ? EMPTY_LOCK : parseLock(label, text);
  const base = read('base', sides.base).assets;
  const ours = read('ours', sides.ours).assets;
  const theirs = read('theirs', sides.theirs).assets;
  const merged = record<LockedAsset>([]);
  const conflicts: string[] = [];
  for (const name of [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()) {
    const entry = mergeEntry(base[name], ours[name], theirs[name]);
    if (entry === 'conflict') {
      conflicts.push(name);
      merged[name] = (ours[name] ?? theirs[name]) as LockedAsset;
    } else if (entry !== undefined) merged[name] = entry;
  }
  let text = serialiseLock({ assets: merged });
  for (const name of conflicts) text = mark(text, name, ours[name], theirs[name]);
  return { text, conflicts };
}

type Entry = LockedAsset | undefined;

/** One entry of three sides; a conflict where both bought, and not the same. */
export function mergeEntry(base: Entry, ours: Entry, theirs: Entry): Entry | 'conflict' {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (ours === undefined || theirs === undefined) return 'conflict';
  const samePurchase =
    ours.recipe === theirs.recipe &&
    canonicalText(ours.jobs) === canonicalText(theirs.jobs) &&
    canonicalText(ours.variants) === canonicalText(theirs.variants);
  // Outputs are made, not bought: the next build makes the ones that the manifest wants.
  if (samePurchase) return { ...ours, outputs: { ...theirs.outputs, ...ours.outputs } };
  const [more, less] = ours.jobs.length >= theirs.jobs.length ? [ours, theirs] : [theirs, ours];
  const goesOn =
    more.recipe === less.recipe &&
    canonicalText(more.jobs.slice(0, less.jobs.length)) === canonicalText(less.jobs);
  // One side bought more variants of the same recipe: it knows all that the other knows.
  if (goesOn && more.jobs.length > less.jobs.length) {
    return { ...more, outputs: { ...less.outputs, ...more.outputs } };
  }
  return 'conflict';
}

function isSame(a: Entry, b: Entry): boolean {
  return canonicalText(a ?? null) === canonicalText(b ?? null);
}

/** Puts both sides of an entry into the text, between the marks that git uses. */
function mark(text: string, name: string, ours: Entry, theirs: Entry): string {
  const start = text.indexOf(`    ${JSON.stringify(name)}: {\n`);
  const end = text.indexOf('\n    }', start) + '\n    }'.length;
  const comma = text[end] === ',' ? ',' : '';
  const side = (entry: Entry): string =>
    entry === undefined ? '' : `${entryText(name, entry)}${comma}\n`;
  const both = `<<<<<<< ours\n${side(ours)}=======\n${side(theirs)}>>>>>>> theirs`;
  return text.slice(0, start) + both + text.slice(end + comma.length);
}

/** An entry as it stands in the lock. */
function entryText(name: string, entry: LockedAsset): string {
  const whole = serialiseLock({ assets: record([[name, entry]]) });
  return whole.split('\n').slice(2, -4).join('\n');
}

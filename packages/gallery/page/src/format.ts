import type { Kind, Price, ReviewState, State } from '../../src/shared/messages.ts';

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  model: 'Model',
  image: 'Image',
  video: 'Video',
  chibi: 'Chibi',
};

export const KIND_PLURALS: Readonly<Record<Kind, string>> = {
  model: 'Models',
  image: 'Images',
  video: 'Videos',
  chibi: 'Chibi',
};

export const STATE_WORDS: Readonly<Record<State, string>> = {
  ready: 'Ready',
  changed: 'Out of date',
  missing: 'Not made',
  failed: 'Failed',
  blocked: 'Blocked',
};

export const REVIEW_WORDS: Readonly<Record<ReviewState, string>> = {
  approved: 'Approved',
  'needs-work': 'Needs work',
  rejected: 'Rejected',
};

export function printBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)} MB`;
}

export function printCount(count: number): string {
  return count.toLocaleString('en');
}

export function printPoints(points: number): string {
  return `${printCount(points)} ${points === 1 ? 'point' : 'points'}`;
}

/** `free`, `20 points`, `5 to 10 points`, `price unknown`. */
export function printPrice({ min, max }: Price): string {
  if (max === null) return min > 0 ? `at least ${printPoints(min)}` : 'price unknown';
  if (max === 0) return 'free';
  return min === max ? printPoints(max) : `${printCount(min)} to ${printPoints(max)}`;
}

/** `props/dragon` → `props/`, `dragon` */
export function splitName(name: string): readonly [folder: string, stem: string] {
  const at = name.lastIndexOf('/') + 1;
  return [name.slice(0, at), name.slice(at)];
}

import { isDeepStrictEqual } from 'node:util';
import type { Change } from './change-record.ts';

/** A change in words: `props/dragon: revision 0 → 1`, `removed hero`. */
export function changeText({ what, assets, files }: Change): string {
  const [first = '', ...more] = assets;
  if (what === 'rename') return `${first} renamed to ${more[0] ?? ''}`;
  const names = more.length === 0 ? first : `${first} and ${more.length} more`;
  if (more.length > 0) return `${names}: ${VERBS[what] ?? what}`;
  // An asset may be called `__proto__` or `constructor`.
  const entry = files.find(({ entries }) => Object.hasOwn(entries, first))?.entries[first];
  if (entry === undefined) return `${first}: ${VERBS[what] ?? what}`;
  const [before, after] = entry;
  if (what === 'review') return `${first}: ${reviewText(after)}`;
  if (before === null) return `${first} added`;
  if (after === null) return `${first} removed`;
  const fields = changedFields(before, after).flatMap(([key, was, is]) => {
    if (key === 'expect') return limitTexts(was, is);
    if (key === 'outputs') return outputTexts(was, is);
    return [fieldText(key, was, is)];
  });
  return `${first}: ${fields.join(', ')}`;
}

/** `pick 2 → 3`; of what is long, such as a prompt, the name alone. */
function fieldText(key: string, was: unknown, is: unknown): string {
  return isShort(was) && isShort(is) ? `${key} ${print(key, was)} → ${print(key, is)}` : key;
}

/** Limits of `expect` as a person calls them, with the unit. */
const LIMITS: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  maxBytes: ['largest file', ' bytes'],
  maxTriangles: ['most triangles', ''],
  maxGpuBytes: ['most GPU memory', ' bytes'],
  maxDrawCalls: ['most draw calls', ''],
  minWidth: ['least width', ' px'],
  minHeight: ['least height', ' px'],
  maxDuration: ['longest duration', ' s'],
};

/** `largest file 10 → 1214 bytes` */
function limitTexts(before: unknown, after: unknown): string[] {
  return changedFields(before, after).map(([key, was, is]) => {
    if (key === 'valid')
      return is === false ? 'errors of a GLB accepted' : 'errors of a GLB refused';
    const [name, unit] = LIMITS[key] ?? [key, ''];
    return `${fieldText(name, was, is)}${is === undefined ? '' : unit}`;
  });
}

/** `webp output: quality none → 40`, `png output left out` */
function outputTexts(before: unknown, after: unknown): string[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return ['outputs'];
  const [old, now] = [before.map(outputOf), after.map(outputOf)];
  if (old.length === now.length + 1) {
    const gone = old.findIndex((each, index) => !isDeepStrictEqual(each, now[index]));
    const rest = old.filter((_, index) => index !== gone);
    return isDeepStrictEqual(rest, now) ? [`${formatOf(old[gone])} output left out`] : ['outputs'];
  }
  if (old.length !== now.length) return ['outputs'];
  return now.flatMap((each, index) => {
    const fields = changedFields(old[index], each).flatMap(([key, was, is]) =>
      key === 'textures'
        ? changedFields(was, is).map(([inner, a, b]) => optionText(`${key}.${inner}`, a, b))
        : [optionText(key, was, is)],
    );
    return fields.length === 0 ? [] : [`${formatOf(old[index])} output: ${fields.join(', ')}`];
  });
}

/** Options of an output are short words. */
function optionText(key: string, was: unknown, is: unknown): string {
  const isWord = (value: unknown): boolean => typeof value === 'string' || isShort(value);
  return isWord(was) && isWord(is) ? `${key} ${print(key, was)} → ${print(key, is)}` : key;
}

/** `"webp"` is short for an output of that format. */
function outputOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'string' ? { format: value } : recordOf(value);
}

function formatOf(output: Readonly<Record<string, unknown>> | undefined): string {
  return String(output?.['format'] ?? '');
}

/** Fields that differ between two entries; a missing one is undefined. */
export function changedFields(
  before: unknown,
  after: unknown,
): readonly (readonly [key: string, before: unknown, after: unknown])[] {
  const [was, is] = [recordOf(before), recordOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !isDeepStrictEqual(was[key], is[key]))
    .map((key) => [key, was[key], is[key]] as const);
}

const VERBS: Readonly<Record<string, string>> = { review: 'reviewed', edit: 'edited' };

/** What a number is that the manifest does not name. */
const DEFAULTS: Readonly<Record<string, number>> = { revision: 0, pick: 1, variants: 1 };

function reviewText(after: unknown): string {
  const { state } = recordOf(after);
  // As the gallery and `assetgen review` say it: the state in the file is `needs-work`.
  return typeof state === 'string' ? state.replaceAll('-', ' ') : 'no decision';
}

function isShort(value: unknown): boolean {
  return value === undefined || typeof value === 'number' || typeof value === 'boolean';
}

function print(key: string, value: unknown): string {
  return String(value ?? DEFAULTS[key] ?? 'none');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

import { isObject } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { parseJson } from './parse-json.ts';

/** What a service may call the list of ids, or the one id, of what it accepted. */
const LISTS = ['uuids', 'uuid'] as const;

/**
 * The ids of the jobs that the answer of a create names. The specification puts them in `uuids`
 * (3D), `data.uuids` (pictures and videos) or `data[].id` (V1); an operation that answers in the
 * envelope of another is read all the same, as an id that is not read is paid for and lost.
 *
 * @returns the ids, each once; an empty list where there are none, or where two places differ
 */
export function jobIds(answer: JsonObject): readonly string[] {
  const { data } = answer;
  const places = [...LISTS.map((name) => idsOf(answer[name])), idsIn(data)];
  if (answer['object'] === 'task') places.push(idsOf(answer['id']));
  return same(places.filter((ids) => ids.length > 0));
}

/** Ids as a list, one by itself, a list as text (`a,b` or JSON), numbers, or objects that name theirs. */
export function idsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    const each = value.map((item: unknown) => {
      // The documented form: whatever the text, it is an id.
      if (typeof item === 'string') return item.trim() === '' ? [] : [item.trim()];
      return Array.isArray(item) ? [] : idsOf(item);
    });
    return unique(each.flat());
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [String(value)] : [];
  if (isObject(value)) return idOfItem(value['uuid'] ?? value['id']);
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text.startsWith('[')) return idsOf(parsed(text));
  const words = text.split(/\s*[,;]\s*/).filter((word) => word !== '');
  return words.every((word) => ID.test(word)) ? unique(words) : [];
}

/** What an object names as its own is one id, also where it is written as `jobs/12` or `{12}`. */
function idOfItem(own: unknown): readonly string[] {
  const ids = idsOf(own);
  const isOne = ids.length === 0 && typeof own === 'string' && ITEM_ID.test(own.trim());
  return isOne ? [own.trim()] : ids;
}

const ITEM_ID = /^(?=[^\s,;]*\d)[^\s,;"']{1,512}$/;

/** Nothing that could be a sentence, an address, or a word such as `pending`. */
const ID = /^(?=.*\d)[\w.:-]{1,128}$/;

/**
 * What looks like an id anywhere in an answer that could not be read: for a person, who may find
 * the paid result by it. At most 16.
 */
export function possibleIds(body: unknown): readonly string[] {
  const found: string[] = [];
  collect(body, 0, found);
  return unique(found).slice(0, MAX_POSSIBLE);
}

const MAX_POSSIBLE = 16;
const MAX_DEPTH = 8;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const ID_KEY = /(?:^|_)(?:uu)?ids?$|[a-z](?:Uui|UUI|I)[dD]s?$/;

function collect(value: unknown, depth: number, found: string[]): void {
  if (depth > MAX_DEPTH || found.length > MAX_POSSIBLE) return;
  if (typeof value === 'string') {
    for (const [id] of value.matchAll(UUID)) {
      found.push(id);
      if (found.length > MAX_POSSIBLE) return;
    }
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, depth + 1, found);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (ID_KEY.test(key)) found.push(...idsOf(item));
      collect(item, depth + 1, found);
    }
  }
}

function idsIn(data: unknown): readonly string[] {
  if (!isObject(data)) return Array.isArray(data) ? idsOf(data) : [];
  const places = [...LISTS.map((name) => idsOf(data[name])), idsOf(data['id'])];
  return same(places.filter((ids) => ids.length > 0));
}

/** The ids that all places name; none where they differ. */
function same(places: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = places;
  const key = first.toSorted().join(' ');
  return others.every((ids) => ids.toSorted().join(' ') === key) ? first : [];
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

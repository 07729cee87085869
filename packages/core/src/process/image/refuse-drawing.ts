import { AssetgenError } from '@assetgen/client/errors';

/** Most elements that are drawn, each as often as it is used. */
const MAX_ELEMENTS = 200_000;
/** Most pixels of an SVG with filters, once for each part of a filter: 32 of them over a megapixel. */
const MAX_FILTERED = 32 * 1024 * 1024;

const TAG = /<(\/?)([\w:-]{1,64})([^<>]*)>/g;
const ID = /\sid\s?=\s?["']([^"']*)["']/;
const HREF = /\bhref\s?=\s?["']#([^"']*)["']/;

/**
 * Holds what an SVG has drawn against a limit: elements that use each other ten times each, ten
 * levels deep, are ten billion; and a filter walks through every pixel for each of its parts.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refuseDrawing(text: string, pixels: number): void {
  const parts = text.match(/<(?:\w{1,32}:)?fe[A-Z]/g)?.length ?? 0;
  if (parts * pixels > MAX_FILTERED) {
    throw tooMuch(
      `${parts} parts of filters over ${pixels} pixels, ${parts * pixels} together: at most ${MAX_FILTERED} are drawn`,
    );
  }
  const elements = drawnElements(text);
  if (elements <= MAX_ELEMENTS) return;
  const found = Number.isFinite(elements) ? String(elements) : 'an endless number of';
  throw tooMuch(`${found} elements, as often as they are used: at most ${MAX_ELEMENTS} are drawn`);
}

/** An element with an id, or the whole drawing. */
interface Group {
  elements: number;
  /** Groups in it, and the ids of those that it uses. */
  readonly uses: (Group | string)[];
}

function drawnElements(text: string): number {
  const all: Group = { elements: 0, uses: [] };
  const groups = new Map<string, Group>();
  const open: Group[] = [];
  for (const [tag, closes, name = '', rest = ''] of text.matchAll(TAG)) {
    if (closes === '/') {
      open.pop();
      continue;
    }
    const id = ID.exec(rest)?.[1];
    const group: Group | null = id === undefined ? null : { elements: 0, uses: [] };
    if (id !== undefined && group !== null && !groups.has(id)) groups.set(id, group);
    const href = /(?:^|:)use$/.test(name) ? HREF.exec(rest)?.[1] : undefined;
    const around = open.at(-1) ?? null;
    // The elements of a group count for it, and through it for the groups around it.
    const holder = group ?? around ?? all;
    holder.elements += 1;
    if (href !== undefined) holder.uses.push(href);
    if (group !== null) (around ?? all).uses.push(group);
    if (!tag.endsWith('/>')) open.push(holder);
  }
  return countOf(all, groups, new Map(), new Set());
}

/** Infinity for one that uses itself. */
function countOf(
  group: Group,
  groups: ReadonlyMap<string, Group>,
  known: Map<Group, number>,
  within: Set<Group>,
): number {
  const before = known.get(group);
  if (before !== undefined) return before;
  if (within.has(group) || within.size > 512) return Infinity;
  within.add(group);
  let count = group.elements;
  for (const each of group.uses) {
    const used = typeof each === 'string' ? groups.get(each) : each;
    if (used !== undefined) count += countOf(used, groups, known, within);
  }
  within.delete(group);
  known.set(group, count);
  return count;
}

function tooMuch(found: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected an SVG that can be drawn, found ${found}`,
    {
      hint: 'Export it simpler, or as PNG.',
    },
  );
}

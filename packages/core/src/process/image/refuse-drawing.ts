import { AssetgenError } from '@assetgen/client/errors';
import { embeddedSvg } from './embedded-svg.ts';

/** Most elements that are drawn, each as often as it is used. */
const MAX_ELEMENTS = 200_000;
/** Most pixels of an SVG with filters, once for each part of a filter: 32 of them over a megapixel. */
const MAX_FILTERED = 32 * 1024 * 1024;
/**
 * Most of a text: the time for one piece of it grows with the square of its length, so the squares
 * count. This is one piece of 7,000 characters, or 20,000 labels of 50.
 */
const MAX_TEXT = 50_000_000;
/** SVGs within each other. */
const MAX_LEVELS = 8;

/** A tag with its attributes, which may hold a ">", and the text that follows it. */
const TAG = /<(\/?)([\w:-]{1,64})([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*){0,2000})>([^<]*)/g;
const ID = /\sid\s*=\s*["']([^"']*)["']/;
const HREF = /\bhref\s*=\s*["']\s*#([^"']*)["']/;
/** A pattern, mask, marker or clip path, which is drawn once more wherever it is named. */
const PAINT =
  /(?:(?<marker>marker(?:-mid)?)\s*[:=]\s*["']?\s*)?\burl\(\s*(?:["']|&quot;|&apos;)?#([^"')&\s]*)/g;
const PAINTS = /(?:^|:)(?:pattern|mask|marker|clipPath)$/;
/** Of a path or a line, which has a marker at each of its corners. */
const CORNERS = /\s(?:d|points)\s*=\s*(?:"([^"]*)"|'([^']*)')/;

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
  const { elements, text: letters } = costOf(drawingOf(text, 1), new Map(), new Set());
  if (elements > MAX_ELEMENTS) {
    const found = Number.isFinite(elements) ? String(elements) : 'an endless number of';
    throw tooMuch(
      `${found} elements, as often as they are used: at most ${MAX_ELEMENTS} are drawn`,
    );
  }
  if (letters <= MAX_TEXT) return;
  const most = Math.floor(Math.sqrt(MAX_TEXT));
  throw tooMuch(
    `a text as costly as one of ${Math.ceil(Math.sqrt(letters))} characters: at most ${most} are drawn`,
  );
}

/** What it takes to draw something: the number of its elements, and the squares of its pieces of text. */
interface Cost {
  readonly elements: number;
  readonly text: number;
}

/** An element with an id, or a whole drawing. */
interface Group {
  readonly isPaint: boolean;
  elements: number;
  text: number;
  readonly uses: Use[];
}

/** Groups in it, and those that it names; one that is not there is drawn by nobody. */
interface Use {
  readonly group: () => Group | undefined;
  readonly times: number;
  /** A paint that comes to itself is left out; anything else is drawn without an end. */
  readonly isPaint: boolean;
}

/** @param level 1: the file itself; 2: an SVG in it */
function drawingOf(svg: string, level: number): Group {
  const all = createGroup('svg');
  const groups = new Map<string, Group>();
  const open: { readonly group: Group; readonly isText: boolean }[] = [];
  for (const [tag, closes, name = '', rest = '', after = ''] of svg.matchAll(TAG)) {
    if (closes === '/') {
      open.pop();
    } else {
      const around = open.at(-1) ?? { group: all, isText: false };
      const id = ID.exec(rest)?.[1];
      const group = id === undefined ? around.group : createGroup(name);
      if (id !== undefined && !groups.has(id)) groups.set(id, group);
      // The elements of a group count for it, and through it for the groups around it.
      if (group !== around.group)
        around.group.uses.push({ group: () => group, times: 1, isPaint: false });
      group.elements += 1;
      group.uses.push(...usesOf(name, rest, groups, level));
      const isText = around.isText || /(?:^|:)text$/.test(name);
      if (!tag.endsWith('/>')) open.push({ group, isText });
    }
    const holder = open.at(-1);
    if (holder?.isText === true) holder.group.text += after.length ** 2;
  }
  return all;
}

function createGroup(name: string): Group {
  return { isPaint: PAINTS.test(name), elements: 0, text: 0, uses: [] };
}

function* usesOf(
  name: string,
  attributes: string,
  groups: ReadonlyMap<string, Group>,
  level: number,
): Generator<Use> {
  const href = /(?:^|:)(?:use|pattern)$/.test(name) ? HREF.exec(attributes)?.[1] : undefined;
  if (href !== undefined) yield { group: () => groups.get(href), times: 1, isPaint: false };
  for (const { 2: paint = '', groups: found } of attributes.matchAll(PAINT)) {
    const times = found?.['marker'] === undefined ? 1 : cornersOf(attributes);
    yield { group: () => paintOf(groups.get(paint)), times, isPaint: true };
  }
  const svg = /(?:^|:)(?:image|feImage)$/.test(name) ? embeddedSvg(attributes) : null;
  if (svg === null) return;
  const drawing =
    level < MAX_LEVELS ? drawingOf(svg, level + 1) : { ...createGroup(name), elements: Infinity };
  yield { group: () => drawing, times: 1, isPaint: false };
}

/** A gradient costs the same wherever it is used, as a filter does by its pixels. */
function paintOf(group: Group | undefined): Group | undefined {
  return group?.isPaint === true ? group : undefined;
}

/** Two numbers each; of a curve less. */
function cornersOf(attributes: string): number {
  const found = CORNERS.exec(attributes);
  const numbers = (found?.[1] ?? found?.[2] ?? '').match(/\d[\d.]*/g)?.length ?? 0;
  return Math.max(1, numbers / 2);
}

/** Infinity for one that uses itself. */
function costOf(group: Group, known: Map<Group, Cost>, within: Set<Group>): Cost {
  const before = known.get(group);
  if (before !== undefined) return before;
  if (within.has(group) || within.size > 512) return { elements: Infinity, text: 0 };
  within.add(group);
  let { elements, text } = group;
  for (const use of group.uses) {
    const used = use.group();
    if (used === undefined || (use.isPaint && within.has(used))) continue;
    const cost = costOf(used, known, within);
    elements += use.times * cost.elements;
    text += use.times * cost.text;
  }
  within.delete(group);
  const cost = { elements: Math.ceil(elements), text };
  known.set(group, cost);
  return cost;
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

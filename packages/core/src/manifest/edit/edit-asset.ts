import type { Edit, Node } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';

/**
 * Sets fields of one asset in the text of a manifest. Everything else stays byte for byte:
 * comments, order, indentation, line ends; an asset that is written on one line stays on one.
 */
export function editAsset(
  text: string,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let edited = text.slice(mark.length);
  for (const [key, value] of Object.entries(fields)) {
    edited = applyEdits(edited, setField(edited, ['assets', name, key], value));
  }
  return mark + edited;
}

/**
 * {@link editAsset} for many assets, each with its own fields. The text is parsed once: with thousands of assets it
 * would take a minute otherwise.
 */
export function editAssets(
  text: string,
  changes: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const eol = eolOf(body);
  const nodes = new Map<unknown, Node>();
  for (const { children } of assetsOf(body)?.children ?? []) {
    const [key, node] = children ?? [];
    // Of two properties of one name the first counts, as for editAsset.
    if (node !== undefined && !nodes.has(key?.value)) nodes.set(key?.value, node);
  }
  const edited = [...changes].map(([name, fields]) => {
    const node = nodes.get(name);
    if (node === undefined) throw new TypeError(`no asset ${name} in the text`);
    const entry = textOf(body, node);
    const before = entry.includes('\n') ? eol + indentOf(body, node) : '';
    return { node, text: editAlone(entry, before, name, fields) };
  });
  const pieces: string[] = [mark];
  let at = 0;
  for (const each of edited.sort((a, b) => a.node.offset - b.node.offset)) {
    pieces.push(body.slice(at, each.node.offset), each.text);
    at = endOf(each.node);
  }
  pieces.push(body.slice(at));
  return pieces.join('');
}

/**
 * The text of one asset, edited in a manifest that has nothing else.
 * @param before its line end and indentation, for an asset of several lines
 */
function editAlone(
  entry: string,
  before: string,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const [head, tail] = [`{"assets":{${before}${JSON.stringify(name)}: `, '}}'];
  return editAsset(head + entry + tail, name, fields).slice(head.length, -tail.length);
}

/**
 * Sets one value inside of an asset, such as a limit of `expect`. Its neighbours stay.
 * @param below the asset: what holds the value is there
 * @param value undefined: it is taken out
 */
export function editWithin(
  text: string,
  name: string,
  below: readonly (string | number)[],
  value: unknown,
): string {
  return changed(text, (body) => setField(body, ['assets', name, ...below], value));
}

/** Adds an asset behind the others, indented as they are. The rest of the text stays as it is. */
export function addEntry(text: string, name: string, entry: object): string {
  return changed(text, (body) => {
    const assets = assetsOf(body);
    const last = assets?.children?.at(-1);
    const isOneLine = assets !== undefined && !textOf(body, assets).includes('\n');
    if (last !== undefined && !isOneLine) return addLine(body, last, name, entry, unitOf(body));
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: eolOf(body) };
    const options = isOneLine && last !== undefined ? {} : { formattingOptions };
    return modify(body, ['assets', name], entry, options);
  });
}

/**
 * Adds a copy of an asset below it, with the comments in it.
 * @param fields set in the copy; undefined: taken out of it. @default none
 */
export function copyEntry(
  text: string,
  name: string,
  to: string,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  const copied = changed(text, (body) => {
    const property = assetsOf(body)?.children?.find(
      ({ children }) => children?.[0]?.value === name,
    );
    const entry = property?.children?.[1];
    if (property === undefined || entry === undefined) return [];
    const raw = textOf(body, entry);
    const all = assetsOf(body)?.children ?? [];
    const ownsLine = body.slice(body.lastIndexOf('\n', property.offset) + 1, property.offset);
    if (ownsLine.trim() === '') {
      return insertLine(body, property, to, raw, property !== all.at(-1));
    }
    const end = property.offset + property.length;
    return [{ offset: end, length: 0, content: `, ${JSON.stringify(to)}: ${raw}` }];
  });
  return editAsset(copied, to, fields);
}

/** Removes an asset with its line and the comment behind it. Its neighbours stay as they are. */
export function removeEntry(text: string, name: string): string {
  return changed(text, (body) => {
    const all = assetsOf(body)?.children ?? [];
    return removeOne(
      body,
      all,
      all.findIndex((property) => property.children?.[0]?.value === name),
    );
  });
}

/** Removes one item of a list in an asset, as {@link removeEntry} does. */
export function removeWithin(
  text: string,
  name: string,
  [list, index]: readonly [list: string, index: number],
): string {
  return changed(text, (body) => {
    const tree = parseTree(body, [], { allowTrailingComma: true });
    const node = tree === undefined ? undefined : findNodeAtLocation(tree, ['assets', name, list]);
    return removeOne(body, node?.children ?? [], index);
  });
}

/** One of several that commas separate, with its comma; with its line, where the line is its own. */
function removeOne(body: string, all: readonly Node[], at: number): Edit[] {
  const [before, one, after] = [all[at - 1], all[at], all[at + 1]];
  if (one === undefined) return [];
  const end = endOf(one);
  const lineStart = body.lastIndexOf('\n', one.offset) + 1;
  const rest = REST_OF_LINE.exec(body.slice(end));
  const ownsLine = rest !== null && body.slice(lineStart, one.offset).trim() === '';
  const tail = withoutComments(body.slice(end, after?.offset ?? endOf(one.parent ?? one)));
  const commaBehind = /^\s*,/.exec(tail)?.[0].length ?? 0;
  const eol = /^\r?\n/.exec(body.slice(end + (rest?.[0].length ?? 0)))?.[0].length ?? 0;
  const [from, to] = ownsLine
    ? [lineStart, end + rest[0].length + eol]
    : [one.offset, end + (/^\s*,[ \t]*/.exec(tail)?.[0].length ?? 0)];
  const gone = { offset: from, length: to - from, content: '' };
  if (commaBehind > 0 || before === undefined) return [gone];
  // The comma of the one before it separates nothing any more.
  const gap = withoutComments(body.slice(endOf(before), one.offset));
  const comma = endOf(before) + gap.indexOf(',');
  // Nor does the space behind that comma.
  const space = ownsLine ? 0 : (/^[ \t]*/.exec(gap.slice(gap.indexOf(',') + 1))?.[0].length ?? 0);
  const isNext = comma + 1 + space === from;
  return isNext
    ? [{ offset: comma, length: to - comma, content: '' }]
    : [{ offset: comma, length: 1, content: '' }, gone];
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Spaces in their place: commas in comments separate nothing. */
function withoutComments(between: string): string {
  return between.replaceAll(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
}

/** @returns what an asset is in a text, as JSON has it; undefined where it is not there */
export function entryOf(text: string, name: string): unknown {
  const tree = parseTree(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, ['assets', name]);
  return node === undefined ? undefined : getNodeValue(node);
}

/** What a text has for each asset, by its name. */
export function entriesOf(text: string): ReadonlyMap<string, unknown> {
  const members = assetsOf(text.replace(/^\uFEFF/, ''))?.children ?? [];
  // By their nodes: an object made of them would lose an asset called `__proto__`.
  return new Map(
    members.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined
        ? []
        : [[String(key.value), getNodeValue(value) as unknown] as const],
    ),
  );
}

function changed(text: string, edits: (body: string) => Edit[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  return mark + applyEdits(body, edits(body));
}

function assetsOf(body: string): Node | undefined {
  const tree = parseTree(body, [], { allowTrailingComma: true });
  return tree === undefined ? undefined : findNodeAtLocation(tree, ['assets']);
}

function textOf(body: string, { offset, length }: Node): string {
  return body.slice(offset, offset + length);
}

/** One step of the text's indentation. */
function unitOf(body: string): string {
  return /\n([ \t]+)\S/.exec(body)?.[1] ?? '  ';
}

function eolOf(body: string): string {
  return body.includes('\r\n') ? '\r\n' : '\n';
}

function setField(text: string, path: (string | number)[], value: unknown): Edit[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const asset = tree === undefined ? undefined : findNodeAtLocation(tree, path.slice(0, -1));
  if (asset === undefined) throw new TypeError(`no asset ${path[1]} in the text`);
  const last = asset.children?.at(-1);
  const stands = findNodeAtLocation(asset, path.slice(-1)) !== undefined;
  const oneLine = !text.slice(asset.offset, asset.offset + asset.length).includes('\n');
  if (!stands && !oneLine && last !== undefined)
    return addLine(text, last, String(path.at(-1)), value);
  // Formatting would touch what stands beside the new value: there is none.
  const plain = JSON.stringify(value) ?? '';
  return modify(text, path, value, {}).map((edit) => ({
    ...edit,
    content: edit.content.replace(/^,(?=")/, ', ').replace(plain, () => onOneLine(value)),
  }));
}

/** `{ "format": "webp", "width": 64 }`, as people write it. */
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** What may follow a value on its line: a comma, a comment. */
const REST_OF_LINE = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/;

/**
 * A property on a line of its own, below the last one and its comment.
 * @param unit one step of indentation, for a value of several lines. @default on one line
 */
function addLine(
  text: string,
  last: Node,
  key: string | undefined,
  value: unknown,
  unit?: string,
): Edit[] {
  const eol = eolOf(text);
  const printed =
    unit === undefined
      ? onOneLine(value)
      : JSON.stringify(value, null, unit).replaceAll('\n', eol + indentOf(text, last));
  return insertLine(text, last, key, printed, false);
}

/**
 * A property on a line of its own, below another one and its comment.
 * @param isFollowed whether another property stands behind that one
 */
function insertLine(
  text: string,
  above: Node,
  key: string | undefined,
  printed: string,
  isFollowed: boolean,
): Edit[] {
  const added = `${eolOf(text)}${indentOf(text, above)}${JSON.stringify(key)}: ${printed}`;
  const end = above.offset + above.length;
  const rest = REST_OF_LINE.exec(text.slice(end));
  if (rest === null) return [{ offset: end, length: 0, content: `,${added}` }];
  const hasComma = rest[1] === ',';
  return [
    ...(hasComma ? [] : [{ offset: end, length: 0, content: ',' }]),
    {
      offset: end + rest[0].length,
      length: 0,
      content: `${added}${hasComma || isFollowed ? ',' : ''}`,
    },
  ];
}

function indentOf(text: string, node: Node): string {
  const lineStart = text.lastIndexOf('\n', node.offset) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, node.offset))?.[0] ?? '';
}

import type { Node, ParseError } from 'jsonc-parser';
import { getNodePath, getNodeValue, parseTree } from 'jsonc-parser';
import { parseStrictJson } from './parse-strict-json.ts';
import type { Position, Problem } from './manifest.ts';
import type { JsonPath } from './print-path.ts';
import { printPath } from './print-path.ts';
import { conflictOf, syntaxProblems } from './syntax-problems.ts';

/** A parsed JSON (with comments) text that can tell where each of its values stands. */
export interface JsonDocument {
  readonly file: string;
  /** The value. A key such as `__proto__` is a key of its own. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /**
   * Where the value at a path stands; where it is missing, its nearest parent. It is looked for
   * when the first of its numbers is read: positions are for errors, and most texts have none.
   */
  where(path: JsonPath): Position;
  /** Where the key of a property stands. */
  whereKey(path: JsonPath): Position;
  /** Where the name of an asset stands: {@link whereKey} without a path for each of thousands. */
  whereAsset(name: string): Position;
}

/** Far above what a manifest needs, far below what the stack of anything that walks it holds. */
const MAX_DEPTH = 100;
const TOO_DEEP = `expected at most ${MAX_DEPTH} levels of nesting, found more`;

/**
 * Parses JSON with comments and trailing commas. Never throws on bad text: what is wrong stands in
 * `problems`, at most ten of them for syntax.
 */
export function parseDocument(file: string, text: string): JsonDocument {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const strict = parseStrictJson(source, MAX_DEPTH);
  if (strict === null) return parseTreeDocument(file, source);
  const { value } = strict;
  // Positions outlive the values: what finds them must not keep those.
  const tree = lateTree(file, source);
  return {
    file,
    value,
    problems: [],
    where: (path) => new LatePosition(file, () => tree().where(path)),
    whereKey: (path) => new LatePosition(file, () => tree().whereKey(path)),
    whereAsset: (name) => new AssetPosition(file, tree, name),
  };
}

function lateTree(file: string, source: string): () => JsonDocument {
  let opened: JsonDocument | null = null;
  return () => (opened ??= parseTreeDocument(file, source));
}

/** A position whose numbers are found when they are read. */
class LatePosition implements Position {
  readonly file: string;
  readonly #find: () => Position;

  constructor(file: string, find: () => Position) {
    this.file = file;
    this.#find = find;
  }

  get line(): number {
    return this.#find().line;
  }

  get column(): number {
    return this.#find().column;
  }
}

/** The same for the name of an asset: it holds no closure, since there are many thousand. */
class AssetPosition implements Position {
  readonly file: string;
  readonly #tree: () => JsonDocument;
  readonly #name: string;

  constructor(file: string, tree: () => JsonDocument, name: string) {
    this.file = file;
    this.#tree = tree;
    this.#name = name;
  }

  get line(): number {
    return this.#tree().whereAsset(this.#name).line;
  }

  get column(): number {
    return this.#tree().whereAsset(this.#name).column;
  }
}

/** Keeps the place of everything: many times slower than reading the values alone. */
function parseTreeDocument(file: string, source: string): JsonDocument {
  const lines = lineStarts(source);
  const at = (offset: number): Position => positionAt(file, lines, offset);
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  let value: unknown;
  const problems: Problem[] = [];
  try {
    tree = parseTree(source, errors, { allowTrailingComma: true });
    if (tree !== undefined) {
      if (walk(tree, at, problems)) value = getNodeValue(tree);
      else tree = undefined;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    tree = undefined;
    problems.push({ position: at(0), path: '', message: TOO_DEEP });
  }
  const conflict = errors.length === 0 ? null : conflictOf(source, at);
  if (conflict === null) problems.push(...syntaxProblems(source, errors, at));
  // What the two sides have in common is no mistake of its own.
  else problems.splice(0, problems.length, conflict);
  if (tree === undefined && problems.length === 0) {
    problems.push({ position: at(0), path: '', message: 'expected an object, found nothing' });
  }
  // Each object's keys are indexed once: a manifest of n assets is asked n times for a place in it.
  const indexes = new Map<Node, ReadonlyMap<string, Node>>();
  const child = (node: Node, part: string | number): Node | undefined => {
    if (typeof part === 'number') {
      return node.type === 'array' ? node.children?.[part] : undefined;
    }
    if (node.type !== 'object') return undefined;
    let index = indexes.get(node);
    if (index === undefined) indexes.set(node, (index = indexOf(node)));
    return index.get(part);
  };
  const find = (path: JsonPath): Node | undefined => {
    let node = tree;
    for (const part of path) {
      const next = node === undefined ? undefined : child(node, part);
      if (next === undefined) break;
      node = next;
    }
    return node;
  };
  const whereKey = (path: JsonPath): Position => {
    const node = find(path);
    const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return at((key ?? node)?.offset ?? 0);
  };
  return {
    file,
    value,
    problems,
    where: (path) => at(find(path)?.offset ?? 0),
    whereKey,
    whereAsset: (name) => whereKey(['assets', name]),
  };
}

function indexOf(object: Node): ReadonlyMap<string, Node> {
  const index = new Map<string, Node>();
  for (const property of object.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key !== undefined && value !== undefined) index.set(String(key.value), value);
  }
  return index;
}

/** Tells of keys that stand twice. False where the tree is too deep for those who come after. */
function walk(root: Node, at: (offset: number) => Position, into: Problem[]): boolean {
  const stack: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH) {
      into.push({ position: at(node.offset), path: '', message: TOO_DEEP });
      return false;
    }
    const seen = node.type === 'object' ? new Set<string>() : null;
    for (const each of node.children ?? []) {
      if (seen === null) {
        stack.push({ node: each, depth: depth + 1 });
        continue;
      }
      const [key, value] = each.children ?? [];
      if (key === undefined || typeof key.value !== 'string') continue;
      if (seen.has(key.value)) {
        into.push({
          position: at(key.offset),
          path: printPath([...getNodePath(node), key.value]),
          message: `"${key.value}" is defined twice`,
        });
      }
      seen.add(key.value);
      if (value !== undefined) stack.push({ node: value, depth: depth + 1 });
    }
  }
  return true;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

function positionAt(file: string, starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

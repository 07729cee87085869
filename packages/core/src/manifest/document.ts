import type { Node, ParseError } from 'jsonc-parser';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Position, Problem } from './types.ts';

export type JsonPath = readonly (string | number)[];

/** A parsed JSON (with comments) text that can tell where each of its values stands. */
export interface JsonDocument {
  readonly file: string;
  /** The value; objects have no prototype, so a key such as `__proto__` is a key. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where the value at a path stands; where it is missing, its nearest parent. */
  where(path: JsonPath): Position;
  /** Where the key of a property stands. */
  whereKey(path: JsonPath): Position;
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a JSON value, found an unknown word',
  InvalidNumberFormat: 'expected a number, found a malformed one',
  PropertyNameExpected: 'expected a property name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":" after the property name',
  CommaExpected: 'expected "," between two entries',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfComment: 'a comment has no end',
  UnexpectedEndOfString: 'a string has no end',
  UnexpectedEndOfNumber: 'a number has no end',
  InvalidUnicode: 'a \\u escape is malformed',
  InvalidEscapeCharacter: 'an escape in a string is unknown',
  InvalidCharacter: 'a control character stands in a string',
};

/**
 * Parses JSON with comments and trailing commas. Never throws on bad text: what is wrong stands in
 * `problems`, at most ten of them for syntax.
 */
export function parseDocument(file: string, text: string): JsonDocument {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = lineStarts(source);
  const at = (offset: number): Position => positionAt(file, lines, offset);
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  let value: unknown;
  const problems: Problem[] = [];
  try {
    tree = parseTree(source, errors, { allowTrailingComma: true });
    if (tree !== undefined) {
      collectDuplicates(tree, at, problems);
      value = getNodeValue(tree);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    tree = undefined;
    problems.push({ position: at(0), path: '', message: 'nested too deeply' });
  }
  for (const error of errors.slice(0, 10)) {
    const name = printParseErrorCode(error.error);
    problems.push({ position: at(error.offset), path: '', message: SYNTAX[name] ?? name });
  }
  if (tree === undefined && problems.length === 0) {
    problems.push({ position: at(0), path: '', message: 'expected an object, found nothing' });
  }
  const find = (path: JsonPath): Node | undefined => {
    for (let length = path.length; length >= 0; length--) {
      const node =
        tree === undefined
          ? undefined
          : length === 0
            ? tree
            : findNodeAtLocation(tree, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return undefined;
  };
  return {
    file,
    value,
    problems,
    where: (path) => at(find(path)?.offset ?? 0),
    whereKey(path) {
      const node = find(path);
      const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
      return at((key ?? node)?.offset ?? 0);
    },
  };
}

/** `assets.hero.outputs[1].width` */
export function printPath(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text;
}

function collectDuplicates(node: Node, at: (offset: number) => Position, into: Problem[]): void {
  const stack: { node: Node; path: (string | number)[] }[] = [{ node, path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node: current, path } = next;
    if (current.type === 'array') {
      current.children?.forEach((child, index) =>
        stack.push({ node: child, path: [...path, index] }),
      );
    }
    if (current.type !== 'object') continue;
    const seen = new Set<string>();
    for (const property of current.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined || typeof key.value !== 'string') continue;
      if (seen.has(key.value)) {
        into.push({
          position: at(key.offset),
          path: printPath([...path, key.value]),
          message: `"${key.value}" stands here a second time`,
        });
      }
      seen.add(key.value);
      if (value !== undefined) stack.push({ node: value, path: [...path, key.value] });
    }
  }
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

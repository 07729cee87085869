import { printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Position, Problem } from './manifest.ts';

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a JSON value',
  InvalidNumberFormat: 'expected a number',
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
  InvalidCharacter: 'a string contains a control character',
};

/** What git leaves in a file that it could not merge. */
const CONFLICT = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m;

/** A merge that git could not make; null where there is none. */
export function conflictOf(source: string, at: (offset: number) => Position): Problem | null {
  const found = CONFLICT.exec(source);
  if (found === null) return null;
  const message = `expected JSON, found a merge conflict of git: ${found[0].trim()}`;
  return { position: at(found.index), path: '', message };
}

/**
 * What is wrong with the syntax: the first mistake of each line, since the others of a line follow from it. A file that
 * ends early lacks one "}" for each that is open, all at one place.
 */
export function syntaxProblems(
  source: string,
  errors: readonly ParseError[],
  at: (offset: number) => Position,
): Problem[] {
  const firsts = new Map<number, Problem>();
  for (const error of errors) {
    const position = at(error.offset);
    if (firsts.has(position.line)) continue;
    const expected = expectedAt(source, error);
    const message = expected.startsWith('expected') ? expected + foundAt(source, error) : expected;
    firsts.set(position.line, { position, path: '', message });
    if (firsts.size === MOST_PROBLEMS) break;
  }
  return [...firsts.values()];
}

const MOST_PROBLEMS = 10;
/** A word, a text or a mark is shown up to here. */
const MOST_SHOWN = 30;

function expectedAt(source: string, { error, offset, length }: ParseError): string {
  const name = printParseErrorCode(error);
  const isKey = name === 'InvalidSymbol' && /^\s*:/.test(source.slice(offset + length));
  return SYNTAX[isKey ? 'PropertyNameExpected' : name] ?? name;
}

function foundAt(source: string, { offset, length }: ParseError): string {
  const found = source.slice(offset, offset + Math.max(length, 1));
  if (found.trim() === '') return offset + length >= source.trimEnd().length ? END : '';
  const line = found.split('\n')[0] ?? '';
  const shown = line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
  return `, found ${shown}`;
}

const END = ', found the end of the file';

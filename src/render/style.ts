import { stripVTControlCharacters, styleText } from 'node:util';
import { cleanText } from '@assetgen/client/errors';

type Style = Parameters<typeof styleText>[0];

/**
 * Stands for ESC in what we paint, until it is printed: a text of somebody else cannot hold it, and
 * so every ESC in one can be told from ours. V8 takes its first random number from the system, so that no file foretells
 * it; loading `node:crypto` would take a twentieth of a build with nothing to do.
 */
export const ESCAPE_MARK: string = `<${[1, 2, 3].map(() => Math.random().toString(36).slice(2)).join('-')}>`;
const ESCAPE = '\u001b';

/** Colours a text where the stream that it goes to is a terminal that shows colours. */
export function paint(
  style: Style,
  text: string,
  stream: { readonly isTTY?: boolean } = process.stderr,
): string {
  if (!colours(stream)) return text;
  // By itself it would look at stdout, whatever the text is for.
  const [before = '', after = ''] = styleText(style, '\n', { validateStream: false }).split('\n');
  return `${before.replaceAll(ESCAPE, ESCAPE_MARK)}${text}${after.replaceAll(ESCAPE, ESCAPE_MARK)}`;
}

/** What is written to a terminal or a log: the edge where every text is cleaned. */
export function printable(text: string): string {
  return text.split(ESCAPE_MARK).map(cleanText).join(ESCAPE);
}

/** The same in one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}

/** How many columns a text takes, without its colours. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(printable(text))].length;
}

function colours(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
  if (FORCE_COLOR !== undefined) return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

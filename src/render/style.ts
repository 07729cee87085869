import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours a text where the stream that it goes to is a terminal that shows colours. */
export function paint(
  style: Style,
  text: string,
  stream: { readonly isTTY?: boolean } = process.stderr,
): string {
  // By itself it would look at stdout, whatever the text is for.
  return colours(stream) ? styleText(style, text, { validateStream: false }) : text;
}

function colours(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

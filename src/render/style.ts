import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours a text where stderr is a terminal that shows colours. */
export function paint(style: Style, text: string): string {
  return colours() ? styleText(style, text) : text;
}

function colours(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true;
  return process.stderr.isTTY === true && TERM !== 'dumb';
}

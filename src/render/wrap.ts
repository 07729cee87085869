import { widthOf } from './style.ts';

/** The size of a terminal. One that does not know it says 0, as over a serial line and in some containers. */
export function terminalSize(stream: { readonly columns?: number; readonly rows?: number }): {
  readonly columns: number;
  readonly rows: number;
} {
  return { columns: stream.columns || 80, rows: stream.rows || 24 };
}

/** Columns of a terminal; without one, lines are as long as they are. */
export function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? terminalSize(stream).columns : Number.POSITIVE_INFINITY;
}

/**
 * A text in lines of at most `columns`, broken between words only: a terminal would break within one. Commands in
 * backticks stay whole, so that they can be copied.
 *
 * @param indent of the lines after the first
 */
export function wrapText(text: string, columns: number, indent = ''): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns, indent));
}

/** Wraps sentences. Lines that begin with two spaces are code, or cells of a table, and stay as they are. */
export function wrapProse(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY) return text;
  const wrap = (line: string): string[] => {
    if (line.startsWith('  → ')) return wrapLine(line, columns, '  ');
    return line.startsWith('  ') ? [line] : wrapLine(line, columns, '  ');
  };
  return text.split('\n').flatMap(wrap).join('\n');
}

function wrapLine(line: string, columns: number, indent: string): string[] {
  if (widthOf(line) <= columns) return [line];
  const margin = /^ */.exec(line)?.[0] ?? '';
  const words = line.slice(margin.length).match(/`[^`]*`[^ ]*|[^ ]+/g) ?? [];
  const lines: string[] = [];
  let current = margin;
  let isEmpty = true;
  for (const word of words) {
    const longer = isEmpty ? `${current}${word}` : `${current} ${word}`;
    if (!isEmpty && widthOf(longer) > columns) {
      lines.push(current);
      current = `${margin}${indent}${word}`;
    } else current = longer;
    isEmpty = false;
  }
  return [...lines, current];
}

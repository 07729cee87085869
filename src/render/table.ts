import { columnsOf, wrapText } from './wrap.ts';

/** The last column gets at least so many columns of the terminal, or lines of its own. */
const LEAST = 24;
/** And the first column, which holds names. */
const LEAST_NAME = 16;

/**
 * Rows as lines with aligned columns, two spaces between them: numbers to the right, all else to the left. The last
 * column is not padded, so that lines end where their text does. Where a terminal is too narrow, the last column
 * wraps between words, below itself or, with little room, below its row. A name that is too long for its column has a
 * line of its own.
 *
 * @param columns of the terminal
 */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number = columnsOf(process.stdout),
): string[] {
  const last = head.length - 1;
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  if (last > 0) widths[0] = nameWidth(widths, columns);
  const numeric = head.map(
    (_title, column) =>
      column < last && rows.some((row) => /^\d/.test(row[column] ?? '')) && isNumeric(rows, column),
  );
  const before = sum(widths.slice(0, last).map((width) => width + 2));
  const room = columns - before;
  const printRow = (row: readonly string[]): string[] => {
    const cells = row.slice(0, last).map((cell, column) => {
      const width = widths[column] ?? 0;
      return numeric[column] === true ? cell.padStart(width) : cell.padEnd(width);
    });
    const text = row[last] ?? '';
    if (text.length <= room) return [[...cells, text].join('  ').trimEnd()];
    const isBelow = room < LEAST || longestWord(text) > room;
    if (isBelow) return [cells.join('  ').trimEnd(), ...wrapText(`    ${text}`, columns)];
    const [first = '', ...more] = wrapText(text, room);
    return [[...cells, first].join('  '), ...more.map((line) => `${' '.repeat(before)}${line}`)];
  };
  return [head, ...rows].flatMap((row) => {
    const [name = '', ...rest] = row;
    const isLong = last > 0 && name.length > (widths[0] ?? 0);
    return isLong ? [name, ...printRow(['', ...rest])] : printRow(row);
  });
}

/** Of the first column: as wide as its longest cell, unless that leaves too little room for the last column. */
function nameWidth(widths: readonly number[], columns: number): number {
  const [longest = 0, ...others] = widths;
  const rest = sum(others.slice(0, -1).map((width) => width + 2));
  const most = columns - rest - 2 - Math.min(LEAST, others.at(-1) ?? 0);
  if (longest <= most) return longest;
  // With less room than that, the last column goes below its row anyway.
  return most >= LEAST_NAME ? most : Math.max(LEAST_NAME, Math.min(longest, columns - rest - 2));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => word.length));
}

/** Whether a column holds counts, with words such as `free` among them. */
function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) =>
    /^(?:|[\d.,]+(?: to [\d.,]+)?|at least [\d.,]+|free|unknown)$/.test(row[column] ?? ''),
  );
}

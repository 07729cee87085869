import { columnsOf, wrapText } from './wrap.ts';

/** The last column gets at least so many columns of the terminal, or lines of its own. */
const LEAST = 24;

/**
 * Rows as lines with aligned columns, two spaces between them: numbers to the right, all else to the left. The last
 * column is not padded, so that lines end where their text does. Where a terminal is too narrow, the last column
 * wraps between words, below itself or, with little room, below its row.
 *
 * @param columns of the terminal
 */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number = columnsOf(process.stdout),
): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const last = head.length - 1;
  const numeric = head.map(
    (_title, column) =>
      column < last && rows.some((row) => /^\d/.test(row[column] ?? '')) && isNumeric(rows, column),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const room = columns - before;
  return [head, ...rows].flatMap((row) => {
    const cells = row.slice(0, last).map((cell, column) => {
      const width = widths[column] ?? 0;
      return numeric[column] === true ? cell.padStart(width) : cell.padEnd(width);
    });
    const text = row[last] ?? '';
    if (text.length <= room) return [[...cells, text].join('  ').trimEnd()];
    if (room < LEAST) return [cells.join('  ').trimEnd(), ...wrapText(`    ${text}`, columns)];
    const [first = '', ...more] = wrapText(text, room);
    return [[...cells, first].join('  '), ...more.map((line) => `${' '.repeat(before)}${line}`)];
  });
}

/** Whether a column holds counts, with words such as `free` among them. */
function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) =>
    /^(?:|[\d.,]+(?: to [\d.,]+)?|at least [\d.,]+|free|unknown)$/.test(row[column] ?? ''),
  );
}

import { printable, widthOf } from '../style.ts';
import { terminalSize } from '../wrap.ts';

/** Lines that are drawn over each other. */
export interface Frame {
  /** Writes lines that stay. */
  leave(lines: readonly string[]): void;
  /** Goes back over the last frame. */
  replace(lines: readonly string[]): void;
}

export function createFrame(stream: NodeJS.WriteStream): Frame {
  let drawn: readonly string[] = [];
  const frame: Frame = {
    leave(lines) {
      frame.replace(lines);
      drawn = [];
    },
    // All in one write, so that nothing flickers.
    replace(lines) {
      // A terminal that became narrower broke the lines of the last frame.
      const { columns } = terminalSize(stream);
      const rows = drawn.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)),
        0,
      );
      // From the first column: the terminal writes ^C where the cursor is.
      const up = rows > 0 ? `\r\u001b[${rows}A` : '';
      const rest = rows > lines.length ? '\u001b[J' : rows > 0 ? '\u001b[K' : '';
      // A line is cleared behind its text: some terminals keep an erased screen in their history.
      const text = lines.map((line) => `${printable(line)}\u001b[K\n`).join('');
      if (up + text !== '') stream.write(`${up}${text}${rest}`);
      drawn = lines;
    },
  };
  return frame;
}

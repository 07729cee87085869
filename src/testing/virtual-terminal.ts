/** A terminal in memory: it knows line breaks, returns, going up and erasing, and breaks lines that are too long. */
export interface VirtualTerminal {
  readonly stream: NodeJS.WriteStream;
  /** What a person sees, without empty lines at the end. */
  screen(): string;
  /** As the terminal itself does with a key. */
  type(text: string): void;
}

export function virtualTerminal(columns: number): VirtualTerminal {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const put = (character: string): void => {
    if (column === columns) {
      row += 1;
      column = 0;
    }
    lines[row] ??= '';
    const line = (lines[row] ?? '').padEnd(column);
    lines[row] = line.slice(0, column) + character + line.slice(column + 1);
    column += 1;
  };
  const write = (text: string): boolean => {
    // eslint-disable-next-line no-control-regex
    for (const [part] of text.matchAll(/\u001b\[(\d*)([A-Za-z])|[^]/gu)) {
      const up = part.length > 1 ? /\[(\d+)A$/.exec(part) : null;
      if (up !== null) row = Math.max(0, row - Number(up[1]));
      else if (part === '\u001b[K') lines[row] = (lines[row] ?? '').slice(0, column);
      else if (part === '\u001b[J') {
        lines[row] = (lines[row] ?? '').slice(0, column);
        lines.length = row + 1;
      } else if (part === '\r') column = 0;
      else if (part === '\n') {
        row += 1;
        column = 0;
        lines[row] ??= '';
      } else if (!part.startsWith('\u001b')) put(part);
    }
    return true;
  };
  return {
    stream: { isTTY: true, columns, rows: 24, write } as unknown as NodeJS.WriteStream,
    screen: () =>
      lines
        .map((line) => line.trimEnd())
        .join('\n')
        .trimEnd(),
    type: write,
  };
}

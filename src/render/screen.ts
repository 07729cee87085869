/** What is drawn in place below the lines of a terminal. */
export interface Drawing {
  /** Writes a text above it. */
  print(text: string): void;
  /** Takes it off the terminal. */
  clear(): void;
}

/** Where progress and errors go: lines, and at most one drawing below them. */
export interface Screen {
  readonly stream: NodeJS.WriteStream;
  /** Writes a line: above what is drawn, so that none of it is left behind. */
  err(text: string): void;
  /** Puts a drawing below the lines; null takes it away. */
  show(drawing: Drawing | null): void;
  /** Before the process ends. */
  clear(): void;
}

/** @param write one text with its line break, cleaned */
export function createScreen(stream: NodeJS.WriteStream, write: (text: string) => void): Screen {
  let shown: Drawing | null = null;
  return {
    stream,
    err(text) {
      if (shown === null) write(text);
      else shown.print(text);
    },
    show(drawing) {
      shown = drawing;
    },
    clear() {
      shown?.clear();
      shown = null;
    },
  };
}

import path from 'node:path';
import type { ProblemMessage } from '../shared/messages.ts';

/** A place in a file of the project. */
export interface Place {
  /** From the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * Opens a file in the editor of this machine, as the overlay of Vite does: the one of `LAUNCH_EDITOR`, else one
 * that is running, else that of `VISUAL` or `EDITOR`. It waits for no editor to end.
 *
 * @param tell hears why none opened
 */
export async function openInEditor(
  root: string,
  { file, line, column }: Place,
  tell: (problem: ProblemMessage) => void,
): Promise<void> {
  const { default: launchEditor } = await import('launch-editor');
  const place = `${path.resolve(root, file)}:${line}:${column}`;
  launchEditor(place, (_file, reason) =>
    tell({
      code: '',
      message: `${file} was not opened: ${reason ?? 'no editor was found'}`,
      hint: 'Set LAUNCH_EDITOR to the command of your editor, such as "code", and start this server again.',
    }),
  );
}

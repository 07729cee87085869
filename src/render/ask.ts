import { isCI } from '@assetgen/core/warm';

/** What is asked of the process. */
interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
}

/** Whether a person can read a question and answer it: both are a terminal, and no CI is. */
export function isSomebodyThere(
  streams: Streams = process,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return streams.stdin.isTTY === true && streams.stderr.isTTY === true && !isCI(env);
}

/**
 * A question that only `y` or `yes` answers with yes: it is about money.
 *
 * @param signal a Ctrl-C ends the question
 * @returns false for every other answer, and where the input ends
 */
export async function askAtTerminal(
  question: string,
  signal: AbortSignal,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  // The terminal edits the line itself, so Ctrl-C stays a signal, which the command hears.
  const reader = createInterface({ input, output, terminal: false });
  try {
    const ended = new Promise<string>((resolve) => {
      reader.once('close', () => resolve('\n'));
    });
    const answer = await Promise.race([reader.question(question, { signal }), ended]);
    // The input ended in the middle of the line.
    if (answer === '\n') output.write('\n');
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    reader.close();
  }
}

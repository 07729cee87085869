import type { Readable, Writable } from 'node:stream';
import { CreateError } from './create-error.ts';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Questions to a person at the terminal. Each rejects with `CreateError` when the person leaves with Ctrl-C or Ctrl-D. */
export interface Questions {
  select<T extends string>(message: string, choices: readonly Choice<T>[], initial: T): Promise<T>;
  /** @param check says what is wrong with an answer; undefined: nothing */
  text(
    message: string,
    initial: string,
    check?: (answer: string) => string | undefined,
  ): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
}

/** Whether there is somebody to ask: input and output are a terminal, and no CI is. */
export function canAsk(
  streams: { readonly stdin: { isTTY?: boolean }; readonly stdout: { isTTY?: boolean } } = process,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const isCI = !['', '0', 'false', undefined].includes(env['CI']?.toLowerCase());
  return streams.stdin.isTTY === true && streams.stdout.isTTY === true && !isCI;
}

/** Questions at this terminal; the library that draws them is loaded with the first. */
export function terminalQuestions(
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Questions {
  const streams = { input, output };
  return {
    async select(message, choices, initial) {
      const { select } = await import('@clack/prompts');
      const options = choices.map(({ value, label, hint }) => ({
        value: value as string,
        label,
        ...(hint === undefined ? {} : { hint }),
      }));
      const answer = await untilLeft(input, (signal) =>
        select({ message, options, initialValue: initial as string, signal, ...streams }),
      );
      return answer as typeof initial;
    },
    async text(message, initial, check) {
      const { text } = await import('@clack/prompts');
      const validate = (answer: string | undefined): string | undefined =>
        check?.(answer === undefined || answer === '' ? initial : answer);
      return untilLeft(input, (signal) =>
        text({
          message,
          placeholder: initial,
          defaultValue: initial,
          validate,
          signal,
          ...streams,
        }),
      );
    },
    async confirm(message, initial) {
      const { confirm } = await import('@clack/prompts');
      return untilLeft(input, (signal) =>
        confirm({ message, initialValue: initial, signal, ...streams }),
      );
    },
  };
}

/**
 * The answer to a question. The library hears Ctrl-C alone: after Ctrl-D nothing would come any more, and Node would
 * end with a code of its own.
 *
 * @throws CreateError where the person leaves: the answer is a symbol then
 */
async function untilLeft<T>(
  input: Readable,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<Exclude<T, symbol>> {
  const { isCancel } = await import('@clack/prompts');
  const left = new AbortController();
  const hear = (
    _text: unknown,
    key?: { readonly ctrl?: boolean; readonly name?: string },
  ): void => {
    if (key?.ctrl === true && key.name === 'd') left.abort();
  };
  input.on('keypress', hear);
  try {
    const answer = await ask(left.signal);
    if (isCancel(answer)) throw new CreateError(STOPPED, null, 'ASSETGEN_INTERRUPTED');
    return answer as Exclude<T, symbol>;
  } finally {
    input.off('keypress', hear);
  }
}

const STOPPED = 'stopped at a question';

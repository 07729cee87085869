import { CreateError } from './create-error.ts';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Questions to a person at the terminal. Each rejects with `CreateError` when the person leaves with Ctrl-C. */
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
export function terminalQuestions(): Questions {
  return {
    async select(message, choices, initial) {
      const { select } = await import('@clack/prompts');
      const options = choices.map(({ value, label, hint }) => ({
        value: value as string,
        label,
        ...(hint === undefined ? {} : { hint }),
      }));
      const answer = await select({ message, options, initialValue: initial as string });
      return (await given(answer)) as typeof initial;
    },
    async text(message, initial, check) {
      const { text } = await import('@clack/prompts');
      const validate = (answer: string | undefined): string | undefined =>
        check?.(answer === undefined || answer === '' ? initial : answer);
      const answer = await text({ message, placeholder: initial, defaultValue: initial, validate });
      return given(answer);
    },
    async confirm(message, initial) {
      const { confirm } = await import('@clack/prompts');
      return given(await confirm({ message, initialValue: initial }));
    },
  };
}

/** @throws CreateError for the answer of Ctrl-C, which is a symbol */
async function given<T>(answer: T): Promise<Exclude<T, symbol>> {
  const { isCancel } = await import('@clack/prompts');
  if (isCancel(answer)) throw new CreateError('stopped at a question');
  return answer as Exclude<T, symbol>;
}

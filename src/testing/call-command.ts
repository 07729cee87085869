import { expect } from 'vitest';
import { createScreen } from '../render/screen.ts';
import type { Command, CommandContext } from '../command.ts';

/**
 * Calls a command as the program does, in this process.
 * @returns what it printed, its errors too; with `json` the output alone, as a program reads it
 */
export async function callCommand(
  root: string,
  command: Command,
  positionals: readonly string[] = [],
  options: Readonly<Record<string, unknown>> = {},
  {
    json = false,
    verbose = false,
    ask = null,
  }: Partial<Pick<CommandContext, 'json' | 'verbose' | 'ask'>> = {},
): Promise<string> {
  const lines: string[] = [];
  const err = (text: string): void => {
    if (!json) lines.push(text);
  };
  const code = await command.run({
    root,
    json,
    verbose,
    options,
    positionals,
    ask,
    hear: () => undefined,
    signal: new AbortController().signal,
    out: (text) => lines.push(text),
    err,
    screen: createScreen(
      // No terminal: progress is lines.
      { write: (text: string) => process.stderr.write(text) } as unknown as NodeJS.WriteStream,
      err,
    ),
  });
  expect(code).toBe(0);
  return lines.join('\n');
}

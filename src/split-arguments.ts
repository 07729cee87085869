import type { Option } from './command.ts';

/** What was typed, with the command's name found. */
export interface SplitArguments {
  /** null where there is none. */
  readonly name: string | null;
  /** Options and arguments of the command; those that came before its name come first. */
  readonly rest: readonly string[];
  /** The options before the name, without their values. */
  readonly before: readonly string[];
}

/**
 * Finds the name of the command: options may come before it, as in `assetgen --root app build`.
 *
 * @param common the options that every command takes
 */
export function splitArguments(
  args: readonly string[],
  common: Readonly<Record<string, Option>>,
): SplitArguments {
  const takesValue = (arg: string): boolean =>
    arg.startsWith('--') && !arg.includes('=') && common[arg.slice(2)]?.type === 'string';
  const before: string[] = [];
  let at = 0;
  for (let arg = args[at]; arg?.startsWith('-') === true; arg = args[at]) {
    before.push(arg);
    at += takesValue(arg) ? 2 : 1;
  }
  return { name: args[at] ?? null, rest: [...args.slice(0, at), ...args.slice(at + 1)], before };
}

/**
 * `--budget -3` as `--budget=-3`: the parser takes what begins with a dash for another option, and says so in words of
 * its own.
 */
export function joinNegative(
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const takes = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (takes && /^-[\d.]/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

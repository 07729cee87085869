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
 * Writes values to their options, where the parser would take them for something else: `--budget -3` as
 * `--budget=-3`, for what begins with a dash would be an option; `--only hero lamp` as `--only=hero --only=lamp`.
 *
 * @param takesWords whether words of a command belong to the command, and not to the option before them
 */
export function joinValues(
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
  takesWords: boolean,
): string[] {
  const joined: string[] = [];
  /** The option that waits for its value. */
  let open: string | null = null;
  /** The one that takes several. */
  let list: string | null = null;
  for (const [at, arg] of args.entries()) {
    if (arg === '--') return [...joined, ...args.slice(at)];
    const isNegative = /^-[\d.]/.test(arg);
    if (open !== null && isNegative) joined[joined.length - 1] = `${open}=${arg}`;
    else if (open === null && list !== null && !arg.startsWith('-')) joined.push(`${list}=${arg}`);
    else joined.push(arg);
    if (arg.startsWith('--')) {
      const [name = ''] = arg.split('=', 1);
      const option = options[name.slice(2)];
      const takesValue = option?.type === 'string';
      open = takesValue && name === arg ? name : null;
      list = takesValue && option.multiple === true && !takesWords ? name : null;
    } else {
      open = null;
      if (arg.startsWith('-') && !isNegative) list = null;
    }
  }
  return joined;
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import type { Command, CommandContext, Option } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import type { ExitCode } from './exit-codes.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { COMMON_OPTIONS, commandHelp, helpColumns, mainHelp } from './help.ts';
import { createInterruption } from './interruption.ts';
import { askAtTerminal, isSomebodyThere } from './render/ask.ts';
import { printError } from './render/error.ts';
import { createScreen } from './render/screen.ts';
import { printable } from './render/style.ts';
import { columnsOf, wrapProse } from './render/wrap.ts';
import { rootFolder } from './root-folder.ts';
import { joinValues, splitArguments } from './split-arguments.ts';

const write = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
const out = (text: string, form?: 'exact'): void =>
  write(form === 'exact' ? text : wrapProse(text, columnsOf(process.stdout)));
const screen = createScreen(
  process.stderr,
  (text) => void process.stderr.write(`${printable(wrapProse(text, columnsOf(process.stderr)))}\n`),
);
const { err } = screen;

/** Why results could not be written; a reader that is gone is no fault. */
let unwritten: Error | null = null;
// The reader is gone: the terminal closed, or `head` has enough. A purchase must not end by that.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') unwritten ??= error;
});

const SEE_HELP = 'See `assetgen --help`.';

process.exitCode = await written(await main(process.argv.slice(2)));

/** The exit code once all results are written: those that could not be are a failure. */
async function written(code: ExitCode): Promise<ExitCode> {
  // What went wrong with the last line is told a moment later.
  await new Promise((resolve) => process.stdout.write('', resolve));
  if (unwritten === null) return code;
  const hint = 'Free some space, or write them elsewhere.';
  const { message } = unwritten;
  err(printError(new AssetgenError('ASSETGEN_DISK', `the results: ${message}`, { hint }), false));
  return code === EXIT.done ? EXIT.failed : code;
}

async function main(args: readonly string[]): Promise<ExitCode> {
  const wantsJson = args.includes('--json');
  try {
    return await dispatch(args);
  } catch (error) {
    const told = isAssetgenError(error) ? error : await unforeseen(error);
    if (wantsJson) {
      const { code, message } = told;
      write(
        JSON.stringify({
          ok: false,
          errors: [{ code, asset: null, message, hint: told.hint ?? null }],
        }),
      );
    }
    err(printError(told, args.includes('--verbose')));
    return exitCodeOf([told.code]);
  }
}

async function dispatch(args: readonly string[]): Promise<ExitCode> {
  const split = splitArguments(args, COMMON_OPTIONS);
  const isHelp = split.name === 'help';
  // `help build` is `build --help`.
  const { name, rest } = isHelp ? splitArguments([...split.rest, '--help'], COMMON_OPTIONS) : split;
  if (name === null) return withoutCommand(rest);
  const odd = split.before.find((arg) => !isCommon(arg));
  if (odd !== undefined) return withoutCommand([odd]);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) throw await unknownCommand(name);
  const command = await entry.load();
  const parsed = await parse(name, command, rest);
  if (parsed.values['help'] === true) {
    write(commandHelp(name, command, helpColumns()));
    return EXIT.done;
  }
  const interruption = createInterruption({
    on: (signal, listener) => void process.on(signal, listener),
    exit(code) {
      screen.clear();
      process.exit(code);
    },
    err,
    now: () => performance.now(),
  });
  const isAlone = parsed.values['json'] === true || !isSomebodyThere();
  const run = command.run({
    ask: isAlone ? null : (question) => askAtTerminal(question, interruption.signal),
    root: rootFolder(parsed.values['root'], command.makesRoot === true),
    json: parsed.values['json'] === true,
    verbose: parsed.values['verbose'] === true,
    options: parsed.values,
    positionals: parsed.positionals,
    ...interruption,
    out: parsed.values['json'] === true ? write : out,
    err,
    screen,
  } satisfies CommandContext);
  return run.catch((error: unknown) => {
    // The client tells of its call alone. Any other error says more than that somebody stopped it.
    const isStopped = isAssetgenError(error) && error.code === 'ASSETGEN_ABORTED';
    throw isStopped && interruption.signal.aborted ? interruption.signal.reason : error;
  });
}

function isCommon(arg: string): boolean {
  return arg === '-h' || Object.hasOwn(COMMON_OPTIONS, arg.slice(2).replace(/=.*$/, ''));
}

/** Options without a command: a question, or a mistake. */
async function withoutCommand(args: readonly string[]): Promise<ExitCode> {
  // Who asks for JSON gets an error as JSON, and no page of help.
  const asked =
    args.find((arg) => !['--json', '--verbose'].includes(arg)) ??
    args.find((arg) => arg === '--json');
  if (asked === '--version' || asked === '-v') {
    out(version());
    return EXIT.done;
  }
  if (asked !== undefined && asked !== '--help' && asked !== '-h' && !args.includes('--help')) {
    const { message, hint } = await withoutName(asked);
    throw new AssetgenError('ASSETGEN_USAGE', message, { hint });
  }
  write(mainHelp(version(), helpColumns()));
  return asked === undefined ? EXIT.usage : EXIT.done;
}

async function withoutName(asked: string): Promise<{ message: string; hint: string }> {
  const options = [...Object.keys(COMMON_OPTIONS), 'version'];
  const given = asked.replace(/^--?/, '').replace(/=.*$/, '');
  if (options.includes(given)) {
    return { message: `expected a command with ${asked}, found none`, hint: SEE_HELP };
  }
  const { nearest } = await import('@assetgen/core');
  const near = nearest(given, options);
  const hint =
    near === null
      ? `Put a command's options after its name. ${SEE_HELP}`
      : `Did you mean --${near}?`;
  return { message: `unknown option ${asked} before a command`, hint };
}

async function parse(name: string, command: Command, given: readonly string[]) {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const args = joinValues(given, options, command.positionals[1] > 0);
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    const [min, max] = command.positionals;
    const count = parsed.positionals.length;
    if (parsed.values['help'] !== true && (count < min || count > max)) {
      throw wrongCount(name, command, parsed.positionals);
    }
    return parsed;
  } catch (error) {
    if (isAssetgenError(error)) throw error;
    const reason =
      error instanceof Error ? (error.message.split('. To specify')[0] ?? '') : String(error);
    throw new AssetgenError('ASSETGEN_USAGE', `assetgen ${name}: ${reason}`, {
      hint: await optionHint(name, reason, Object.keys(options)),
    });
  }
}

function wrongCount(
  name: string,
  { usage, positionals: [, most], options }: Command,
  words: readonly string[],
): AssetgenError {
  const found = words.join(' ') || 'nothing';
  const message = `assetgen ${name}: expected ${usage || 'no argument'}, found ${found}`;
  // Names of assets belong to the first option that takes several.
  const list = Object.keys(options).find((key) => isListOfAssets(options[key]));
  const meant = most === 0 && list !== undefined ? `Did you mean --${list} ${found}? ` : '';
  return new AssetgenError('ASSETGEN_USAGE', message, { hint: `${meant}${helpOf(name)}` });
}

function isListOfAssets(option: Option | undefined): boolean {
  return option?.offer === 'assets' && option.multiple === true;
}

function helpOf(name: string): string {
  return `See \`assetgen ${name} --help\`.`;
}

async function optionHint(
  name: string,
  reason: string,
  options: readonly string[],
): Promise<string> {
  const help = helpOf(name);
  const unknown = /^Unknown option '--([^'=]+)/.exec(reason)?.[1];
  if (unknown === undefined) return help;
  const { nearest } = await import('@assetgen/core');
  const near = nearest(unknown, options);
  return near === null ? help : `Did you mean --${near}? ${help}`;
}

async function unknownCommand(name: string): Promise<AssetgenError> {
  const { nearest } = await import('@assetgen/core');
  const near = nearest(name, Object.keys(COMMANDS));
  return new AssetgenError('ASSETGEN_USAGE', `no command "${name}"`, {
    hint: near === null ? SEE_HELP : `Did you mean \`assetgen ${near}\`?`,
  });
}

async function unforeseen(error: unknown): Promise<AssetgenError> {
  const reason = error instanceof Error ? error.message : String(error);
  if (/^ENOENT: .*\buv_cwd$/.test(reason)) {
    return new AssetgenError('ASSETGEN_USAGE', 'the current folder was removed', {
      hint: 'Change to another folder and run again.',
    });
  }
  // Nothing more can be loaded then, so this is said here.
  if (/^E[MN]FILE:/.test(reason)) {
    return new AssetgenError('ASSETGEN_DISK', reason, {
      cause: error,
      hint: 'Raise the limit of open files (`ulimit -n 4096`) and run again.',
    });
  }
  const disk = await ofTheDisk(error);
  if (isAssetgenError(disk)) return disk;
  return new AssetgenError('ASSETGEN_INTERNAL', reason, {
    cause: error,
    hint: 'This is a bug in assetgen; --verbose shows where it happened.',
  });
}

/** What a disk refused, with the file or folder that it names; any other error as it is. */
async function ofTheDisk(error: unknown): Promise<unknown> {
  const { path, dest = path } = error as { readonly path?: unknown; readonly dest?: unknown };
  if (typeof dest !== 'string') return error;
  const { diskError } = await import('@assetgen/core');
  return diskError(error, dest);
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

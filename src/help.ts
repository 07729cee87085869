import type { Command, Option } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { columnsOf, wrapText } from './render/wrap.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  root: {
    type: 'string',
    value: 'DIR',
    offer: 'folders',
    help: 'Project folder (default: the current folder)',
  },
  json: { type: 'boolean', help: 'Print exactly one JSON value to stdout' },
  verbose: { type: 'boolean', help: 'Print more details to stderr' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
};

/** Help is no wider: longer lines are hard to read. */
const WIDEST = 80;
/** If less than this is left for the description of an option, it goes below the option. */
const LEAST = 24;

/** Columns of a help text for what it is printed to. */
export function helpColumns(stream: NodeJS.WriteStream = process.stdout): number {
  return Math.min(WIDEST, columnsOf(stream));
}

const SUMMARY = 'declare 3D models, images and videos as prompts; the build makes them exist.';

const EXITS =
  'Exit codes: 0 done; 1 an asset failed; 2 bad usage, config or manifest; 3 frozen, and something is missing or differs; 4 budget, points or a price that was declined; 5 a submission is in doubt; 130 interrupted.';

/** @param columns of the terminal */
export function mainHelp(version: string, columns: number = WIDEST): string {
  const rows = Object.entries(COMMANDS).map(([name, entry]) => [name, entry.summary] as const);
  return [
    ...wrapText(`assetgen ${version}: ${SUMMARY}`, columns),
    '',
    'Usage: assetgen <command> [options]',
    '',
    'Commands:',
    ...table(rows, columns),
    '',
    'Options:',
    ...table([...optionRows(COMMON_OPTIONS), ['-v, --version', 'Show the version']], columns),
    '',
    ...wrapText(EXITS, columns),
    '',
    'Help on one command: assetgen help <command>',
  ].join('\n');
}

/** @param columns of the terminal */
export function commandHelp(name: string, command: Command, columns: number = WIDEST): string {
  const usage = ['assetgen', name, command.usage, '[options]'].filter((part) => part !== '');
  return [
    ...wrapText(command.summary, columns),
    '',
    ...wrapText(`Usage: ${usage.join(' ')}`, columns, '  '),
    '',
    'Options:',
    ...table(optionRows({ ...command.options, ...COMMON_OPTIONS }), columns),
    ...(command.examples.length === 0 ? [] : ['', 'Examples:']),
    ...command.examples.flatMap((example) => exampleLines(example, columns)),
  ].join('\n');
}

function optionRows(options: Readonly<Record<string, Option>>): (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const value = option.value === undefined ? '' : ` ${option.value}`;
    return [`${short}--${name}${value}`, option.help];
  });
}

function table(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  const room = columns - width - 4;
  return rows.flatMap(([left, right]) => {
    if (room < LEAST) return [`  ${left}`, ...wrapText(`      ${right}`, columns)];
    return wrapText(right, room).map(
      (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`,
    );
  });
}

/** A command in lines that a shell takes for one. */
function exampleLines(example: string, columns: number): string[] {
  const lines = wrapText(`  ${example}`, columns - 2, '  ');
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

import type { Command, Option } from './command.ts';
import { COMMANDS } from './commands/index.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  root: { type: 'string', value: 'DIR', help: 'Project folder (default: the current folder)' },
  json: { type: 'boolean', help: 'Print exactly one JSON value to stdout' },
  verbose: { type: 'boolean', help: 'Print more details to stderr' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
};

/** As wide as the narrowest terminals are. */
const COLUMNS = 80;

const EXIT_LINES = [
  'Exit codes: 0 done; 1 an asset failed; 2 bad usage, config or manifest;',
  '3 frozen, and something is missing or differs; 4 budget or points;',
  '5 a submission is in doubt; 130 interrupted.',
];

export function mainHelp(version: string): string {
  const rows = Object.entries(COMMANDS).map(([name, entry]) => [name, entry.summary] as const);
  return [
    `assetgen ${version}: declare 3D models, images and videos as prompts;`,
    'the build makes them exist.',
    '',
    'Usage: assetgen <command> [options]',
    '',
    'Commands:',
    ...table(rows),
    '',
    'Options:',
    ...table([...optionRows(COMMON_OPTIONS), ['-v, --version', 'Show the version']]),
    '',
    ...EXIT_LINES,
    '',
    'Help on one command: assetgen help <command>',
  ].join('\n');
}

export function commandHelp(name: string, command: Command): string {
  const usage = ['assetgen', name, command.usage, '[options]'].filter((part) => part !== '');
  return [
    ...wrap(command.summary, COLUMNS),
    '',
    `Usage: ${usage.join(' ')}`,
    '',
    'Options:',
    ...table(optionRows({ ...command.options, ...COMMON_OPTIONS })),
    ...(command.examples.length === 0 ? [] : ['', 'Examples:']),
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function optionRows(options: Readonly<Record<string, Option>>): (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const value = option.value === undefined ? '' : ` ${option.value}`;
    return [`${short}--${name}${value}`, option.help];
  });
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrap(right, COLUMNS - width - 4).map(
      (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`,
    ),
  );
}

/** A terminal breaks longer lines in the middle of a word. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length > width && longer !== word) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

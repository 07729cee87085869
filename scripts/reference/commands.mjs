// docs/reference/commands.md: every command with its options, from the table that the command itself uses.

/** The page as Markdown. `commands` by name; `common`: the options that all take. */
export function commandsPage(commands, common) {
  const names = Object.keys(commands);
  return [
    '# The command, one by one',
    '',
    'Written by `npm run docs` from the commands themselves; `assetgen <command> --help` says the same.',
    'Progress goes to stderr, results to stdout; with `--json` stdout is exactly one JSON value.',
    '',
    '| command | does |',
    '| --- | --- |',
    ...names.map((name) => `| [\`${name}\`](#${name}) | ${cell(commands[name].summary)} |`),
    '',
    'Options that every command takes:',
    '',
    ...optionTable(common),
    '',
    '| exit code | means |',
    '| --- | --- |',
    '| 0 | done |',
    '| 1 | an asset failed |',
    '| 2 | bad usage, config or manifest |',
    '| 3 | frozen, and something is missing or differs |',
    '| 4 | budget, points or a price that was declined |',
    '| 5 | a submission whose outcome is unknown waits for a decision |',
    '| 130 | [interrupted](operations.md#when-a-build-is-stopped): a second Ctrl-C waits for creates in flight, a third for nothing |',
    '',
    ...names.flatMap((name) => section(name, commands[name])),
  ].join('\n');
}

function section(name, { summary, usage, options, examples }) {
  const line = ['assetgen', name, usage, '[options]'].filter((part) => part !== '').join(' ');
  const own = Object.keys(options).length === 0 ? [] : [...optionTable(options), ''];
  const shown = examples.length === 0 ? [] : ['```sh', ...examples, '```', ''];
  return [`## ${name}`, '', `${summary}.`, '', `    ${line}`, '', ...own, ...shown];
}

function optionTable(options) {
  return [
    '| option | does |',
    '| --- | --- |',
    ...Object.entries(options).map(([name, { short, value, help }]) => {
      const names = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
      return `| \`${names}\` | ${cell(help)} |`;
    }),
  ];
}

const cell = (text) => text.replaceAll('|', '\\|');

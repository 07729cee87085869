import type { Option } from '../command.ts';
import { COMMON_OPTIONS } from '../help.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
}

/** Commands whose arguments are names of assets, and options whose value is one. */
const TAKES_ASSETS = ['list', 'pick', 'remove', 'rename', 'reroll', 'status'];
const ASSET_OPTIONS = ['--only', '--resubmit'];

/** The script that a shell loads; it asks `assetgen list --names` for the assets of the folder. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function flags({ options }: Pick<CompletedCommand, 'options'>): string[] {
  return Object.keys({ ...options, ...COMMON_OPTIONS }).map((name) => `--${name}`);
}

function bash(commands: readonly CompletedCommand[]): string {
  return `# bash completion of assetgen
_assetgen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" cmd="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      --root) ((i++)) ;;
      -*) ;;
      *) cmd="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$prev" in
    ${ASSET_OPTIONS.join('|')}) COMPREPLY=($(compgen -W "$(assetgen list --names 2>/dev/null)" -- "$cur")); return ;;
    --root|--data) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --file|--out|--plan|--download) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  if [[ -z "$cmd" ]]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), 'help', ...flags({ options: {} })].join(' ')}" -- "$cur"))
    return
  fi
  if [[ "$cur" == -* ]]; then
    case "$cmd" in
${commands.map((each) => `      ${each.name}) COMPREPLY=($(compgen -W "${flags(each).join(' ')}" -- "$cur")) ;;`).join('\n')}
    esac
    return
  fi
  case "$cmd" in
    ${TAKES_ASSETS.join('|')}) COMPREPLY=($(compgen -W "$(assetgen list --names 2>/dev/null)" -- "$cur")) ;;
    help) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$cur")) ;;
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -f -- "$cur")) ;;
  esac
}
complete -F _assetgen assetgen`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = (text: string): string => text.replaceAll("'", `'\\''`).replaceAll(':', '\\:');
  const option = (name: string, { help, type }: Option): string => {
    const text = help.replaceAll("'", `'\\''`).replaceAll(/[[\]:]/g, '\\$&');
    const value =
      type !== 'string'
        ? ''
        : ASSET_OPTIONS.includes(`--${name}`)
          ? ':asset:_assetgen_assets'
          : ':value:_files';
    return `'*--${name}[${text}]${value}'`;
  };
  const all = (options: CompletedCommand['options']): string =>
    Object.entries({ ...options, ...COMMON_OPTIONS })
      .map(([name, each]) => option(name, each))
      .join(' ');
  const rest = (name: string): string => {
    if (TAKES_ASSETS.includes(name)) return `'*:asset:_assetgen_assets'`;
    if (name === 'completion') return `'1:shell:(${SHELLS.join(' ')})'`;
    return `'*:file:_files'`;
  };
  return `#compdef assetgen
_assetgen_assets() {
  local -a assets
  assets=(\${(f)"$(assetgen list --names 2>/dev/null)"})
  compadd -a assets
}
_assetgen() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${described(summary)}'`).join('\n')}
    'help:Show the help of a command'
  )
  local context state state_descr line
  typeset -A opt_args
  # Options behind the name of the command are that one's.
  _arguments -C -A '-*' ${all({})} '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $line[1] in
${commands.map(({ name, options }) => `        ${name}) _arguments ${all(options)} ${rest(name)} ;;`).join('\n')}
        help) _describe -t commands command commands ;;
      esac ;;
  esac
}
if [[ $funcstack[1] == _assetgen ]]; then _assetgen "$@"; else compdef _assetgen assetgen; fi`;
}

/** The first word that is neither an option nor the value of one: fish's own helper takes that of --root for it. */
const FISH_COMMAND_IS = `function __assetgen_command_is
  set -l found ''
  set -l skip 0
  for word in (commandline -opc)[2..]
    if test $skip = 1
      set skip 0
    else if test $word = --root
      set skip 1
    else if not string match -q -- '-*' $word
      set found $word
      break
    end
  end
  test "$found" = "$argv[1]"
end`;

function fish(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const option = (name: string, { help, type, short }: Option, when: string): string =>
    [
      'complete -c assetgen',
      when,
      `-l ${name}`,
      short === undefined ? '' : `-s ${short}`,
      type === 'string' ? '-r' : '',
      ASSET_OPTIONS.includes(`--${name}`) ? `-f -a '(assetgen list --names 2>/dev/null)'` : '',
      `-d ${quoted(help)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  const within = (name: string): string => `-n '__assetgen_command_is ${name}'`;
  const first = `-n '__assetgen_command_is ""'`;
  return [
    '# fish completion of assetgen',
    FISH_COMMAND_IS,
    ...Object.entries(COMMON_OPTIONS).map(([name, each]) => option(name, each, '')),
    ...commands.map(
      ({ name, summary }) => `complete -c assetgen -f ${first} -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c assetgen -f ${first} -a help -d 'Show the help of a command'`,
    ...commands.flatMap(({ name, options }) =>
      Object.entries(options).map(([each, shown]) => option(each, shown, within(name))),
    ),
    ...TAKES_ASSETS.map(
      (name) => `complete -c assetgen -f ${within(name)} -a '(assetgen list --names 2>/dev/null)'`,
    ),
    `complete -c assetgen -f ${within('completion')} -a '${SHELLS.join(' ')}'`,
    `complete -c assetgen -f ${within('help')} -a '${commands.map(({ name }) => name).join(' ')}'`,
  ].join('\n');
}

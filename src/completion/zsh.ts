import type { Offer, Option } from '../command.ts';
import { listOptionsOf, optionsOf, spellings } from './completed-command.ts';
import type { CompletedCommand } from './completed-command.ts';

export function zsh(commands: readonly CompletedCommand[]): string {
  return `#compdef assetgen
_assetgen_assets() {
  local -a assets
  assets=(\${(f)"$(assetgen list --names \${root:+--root=$root} 2>/dev/null)"})
  compadd -a assets
}
_assetgen() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  local root='' list='' at
  for ((at = 2; at < CURRENT; at++)); do
    case $words[at] in
      --root) root=$words[at+1] ;;
      --root=*) root=\${words[at]#--root=} ;;
    esac
    [[ $words[at] == -* ]] && list=\${words[at]%%=*}
  done
  root=\${root/#\\~/$HOME}
  local context state state_descr line
  typeset -A opt_args
  # Options behind the name of the command are that one's.
  _arguments -C -A '-*' ${options({ options: {} })} '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      # A word behind the values of a list is one more.
      if [[ $words[CURRENT] != -* ]]; then
        case "$line[1] $list" in
${commands.flatMap(lists).join('\n')}
        esac
      fi
      case $line[1] in
${commands.map((each) => `        ${each.name}) _arguments ${[options(each), ...words(each)].join(' ')} ;;`).join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _assetgen ]]; then _assetgen "$@"; else compdef _assetgen assetgen; fi`;
}

function options(command: Pick<CompletedCommand, 'options'>): string {
  return optionsOf(command)
    .flatMap(([name, option]) => spellings(name, option).map((each) => described(each, option)))
    .join(' ');
}

function described(spelling: string, { help, type, value = 'value', offer }: Option): string {
  const text = help.replaceAll(/[[\]:]/g, '\\$&');
  if (type !== 'string') return quoted(`*${spelling}[${text}]`);
  // `--only=` takes its value with the sign and without.
  const sign = spelling.startsWith('--') ? '=' : '';
  return quoted(`*${spelling}${sign}[${text}]:${value}:${action(offer)}`);
}

function words({ offers, positionals: [, most] }: CompletedCommand): readonly string[] {
  return offers.map((offer, at) => {
    const isLast = at === offers.length - 1 && most === Number.POSITIVE_INFINITY;
    return quoted(`${isLast ? '*' : at + 1}:word:${action(offer)}`);
  });
}

function lists(command: CompletedCommand): readonly string[] {
  return listOptionsOf(command).map(([name, { offer, value = 'value' }]) => {
    const spec = quoted(`*:${value}:${action(offer)}`);
    return `          "${command.name} --${name}") _arguments ${spec}; return ;;`;
  });
}

function action(offer: Offer = []): string {
  switch (offer) {
    case 'assets':
      return '_assetgen_assets';
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    default:
      // A space says that nothing can be offered.
      return offer.length === 0 ? ' ' : `(${offer.join(' ')})`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

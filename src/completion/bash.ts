import type { Offer, Option } from '../command.ts';
import { listOptionsOf, optionsOf, spellings } from './completed-command.ts';
import type { CompletedCommand } from './completed-command.ts';

/** Runs in the bash 3.2 of macOS, too. */
export function bash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const common = optionsOf({ options: {} }).flatMap(([name, option]) => spellings(name, option));
  return `# bash completion of assetgen
_assetgen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" cmd="" root="" list="" at=0 i word value
  # The sign of --option=value is a word of its own.
  if [[ "$cur" == "=" ]]; then cur=""; elif [[ "$prev" == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if _assetgen_takes_value "$cmd" "$word"; then
      list=""
      _assetgen_takes_several "$cmd" "$word" && list="$word"
      ((i++))
      [[ "\${COMP_WORDS[i]}" == "=" ]] && ((i++))
      value="\${COMP_WORDS[i]}"
      [[ "$word" == --root ]] && root="$value"
    elif [[ "$word" == --root=* ]]; then
      root="\${word#--root=}"
    elif [[ "$word" == -* ]]; then
      list=""
    elif [[ -z "$cmd" ]]; then
      cmd="$word"
    else
      ((at++))
    fi
  done
  root="\${root/#\\~/$HOME}"
  COMPREPLY=()
  # A word behind the values of a list is one more.
  _assetgen_takes_value "$cmd" "$prev" && list="$prev"
  [[ "$cur" == -* && "$list" != "$prev" ]] && list=""
  if [[ -n "$list" ]]; then
    case "$cmd $list" in
${commands.flatMap(valueCases).join('\n')}
      *" --root") _assetgen_offer folders ;;
    esac
  elif [[ -z "$cmd" ]]; then
    _assetgen_offer words ${[...names, ...common].join(' ')}
  elif [[ "$cur" == -* ]]; then
    case "$cmd" in
${commands.map((each) => `      ${each.name}) _assetgen_offer words ${flags(each).join(' ')} ;;`).join('\n')}
    esac
  else
    case "$cmd $at" in
${commands.flatMap(wordCases).join('\n')}
    esac
  fi
}
_assetgen_takes_value() { # command, option
  case "$1 $2" in
${commands.flatMap(takesValue).join('\n')}
    *" --root") return 0 ;;
  esac
  return 1
}
_assetgen_takes_several() { # command, option
  case "$1 $2" in
${commands.flatMap(takesSeveral).join('\n')}
  esac
  return 1
}
_assetgen_offer() { # kind, words
  local kind="$1" names IFS=$'\\n'
  shift
  case "$kind" in
    assets) names="$(assetgen list --names \${root:+--root="$root"} 2>/dev/null)" ;;
    files) COMPREPLY=($(compgen -f -- "$cur")) ;;
    folders) COMPREPLY=($(compgen -d -- "$cur")) ;;
    words) names="$*" ;;
  esac
  case "$kind" in
    files | folders) compopt -o filenames 2>/dev/null ;;
    *) COMPREPLY=($(compgen -W "$names" -- "$cur")) ;;
  esac
}
complete -F _assetgen assetgen`;
}

function flags(command: CompletedCommand): readonly string[] {
  return optionsOf(command).map(([name]) => `--${name}`);
}

function offered(offer: Offer): string {
  return typeof offer === 'string' ? offer : `words ${offer.join(' ')}`;
}

/** What completes the value of each option. */
function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return Object.entries(options).flatMap(([option, each]) =>
    each.offer === undefined
      ? []
      : [
          `      ${patterns(name, spellings(option, each))}) _assetgen_offer ${offered(each.offer)} ;;`,
        ],
  );
}

/** What completes each word that is no option. */
function wordCases({ name, offers, positionals: [, most] }: CompletedCommand): readonly string[] {
  return offers.map((offer, at) => {
    const isLast = at === offers.length - 1 && most === Number.POSITIVE_INFINITY;
    return `      "${name} "${isLast ? '*' : at}) _assetgen_offer ${offered(offer)} ;;`;
  });
}

function takesValue({ name, options }: CompletedCommand): readonly string[] {
  return yesFor(
    name,
    Object.entries(options).filter(([, { type }]) => type === 'string'),
  );
}

function takesSeveral(command: CompletedCommand): readonly string[] {
  return yesFor(command.name, listOptionsOf(command));
}

function yesFor(
  name: string,
  taking: readonly (readonly [name: string, option: Option])[],
): readonly string[] {
  if (taking.length === 0) return [];
  return [
    `    ${patterns(
      name,
      taking.flatMap(([option, each]) => spellings(option, each)),
    )}) return 0 ;;`,
  ];
}

function patterns(command: string, options: readonly string[]): string {
  return options.map((option) => `"${command} ${option}"`).join(' | ');
}

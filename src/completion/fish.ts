import type { Offer, Option } from '../command.ts';
import { COMMON_OPTIONS } from '../help.ts';
import { listOptionsOf, spellings } from './completed-command.ts';
import type { CompletedCommand } from './completed-command.ts';

export function fish(commands: readonly CompletedCommand[]): string {
  return [
    '# fish completion of assetgen',
    reading(commands),
    'complete -c assetgen -f',
    ...Object.entries(COMMON_OPTIONS).map(([name, each]) => option(name, each, '')),
    ...commands.map(
      ({ name, summary }) =>
        `complete -c assetgen -n '__assetgen_at "" 0' -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(({ name, options }) =>
      Object.entries(options).map(([each, shown]) => option(each, shown, within(name))),
    ),
    ...commands.flatMap(words),
    ...commands.flatMap(lists),
  ].join('\n');
}

/** Functions that read the words before the cursor: fish's own helpers take the value of an option for a word. */
function reading(commands: readonly CompletedCommand[]): string {
  return `function __assetgen_words
  set -g __assetgen_command ''
  set -g __assetgen_count 0
  set -g __assetgen_list ''
  set -g __assetgen_root
  set -l taking ''
  for word in (commandline -opc)[2..]
    set -l value (string replace -r '^--root=' '' -- $word | string replace -r '^~' $HOME)
    if test "$taking" != ''
      test "$taking" = --root; and set __assetgen_root --root=$value
      set taking ''
      continue
    end
    switch "$__assetgen_command $word"
      case ${['"* --root"', ...commands.flatMap(takingValues)].join(' ')}
        set taking $word
        set __assetgen_list $word
      case '* --root=*'
        set __assetgen_root --root=$value
      case '* -*'
        set __assetgen_list (string replace -r '=.*' '' -- $word)
      case '*'
        if test "$__assetgen_command" = ''
          set __assetgen_command $word
        else
          set __assetgen_count (math $__assetgen_count + 1)
        end # of if
    end # of switch
  end # of for
end
function __assetgen_is
  __assetgen_words
  test "$__assetgen_command" = "$argv[1]"
end
function __assetgen_at
  __assetgen_is "$argv[1]"; and test $__assetgen_count = "$argv[2]"
end
function __assetgen_lists
  __assetgen_is "$argv[1]"; and test "$__assetgen_list" = "$argv[2]"
end
function __assetgen_assets
  __assetgen_words
  assetgen list --names $__assetgen_root 2>/dev/null
end`;
}

function takingValues({ name, options }: CompletedCommand): readonly string[] {
  return Object.entries(options)
    .filter(([, { type }]) => type === 'string')
    .flatMap(([each, shown]) => spellings(each, shown).map((word) => `"${name} ${word}"`));
}

function within(name: string): string {
  return `-n '__assetgen_is ${name}'`;
}

function option(name: string, { help, type, short, offer }: Option, when: string): string {
  return [
    'complete -c assetgen',
    when,
    `-l ${name}`,
    short === undefined ? '' : `-s ${short}`,
    type === 'string' ? `-r ${offered(offer)}` : '',
    `-d ${quoted(help)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function words({ name, offers, positionals: [, most] }: CompletedCommand): readonly string[] {
  return offers.map((offer, at) => {
    const isLast = at === offers.length - 1 && most === Number.POSITIVE_INFINITY;
    // What comes first may be followed by others of its kind, which count on.
    const when = !isLast
      ? `-n '__assetgen_at ${name} ${at}'`
      : at === 0
        ? within(name)
        : `-n '__assetgen_is ${name}; and test $__assetgen_count -ge ${at}'`;
    return `complete -c assetgen ${when} ${offered(offer)}`;
  });
}

/** A word behind the values of a list is one more. */
function lists(command: CompletedCommand): readonly string[] {
  return listOptionsOf(command).map(
    ([name, { offer }]) =>
      `complete -c assetgen -n '__assetgen_lists ${command.name} --${name}' ${offered(offer)}`,
  );
}

function offered(offer: Offer = []): string {
  switch (offer) {
    case 'assets':
      return `-f -a '(__assetgen_assets)'`;
    case 'files':
      return '-F';
    case 'folders':
      return `-f -a '(__fish_complete_directories)'`;
    default:
      return offer.length === 0 ? '-f' : `-f -a ${quoted(offer.join(' '))}`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompletedCommand } from '../../src/completion/completed-command.ts';
import type { Shell } from '../../src/completion/completion-script.ts';
import { completionScript, SHELLS } from '../../src/completion/completion-script.ts';

const COMMANDS: readonly CompletedCommand[] = [
  {
    name: 'build',
    summary: "Make it: what you don't have",
    positionals: [0, 0],
    offers: [],
    options: {
      only: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        offer: 'assets',
        help: "Only this, such as 'props/*' [or] more",
      },
      mode: { type: 'string', value: 'MODE', offer: ['draft', 'generate'], help: 'How' },
      output: { type: 'string', short: 'o', value: 'FILE', offer: 'files', help: 'Where: here' },
      frozen: { type: 'boolean', help: 'Make nothing' },
    },
  },
  {
    name: 'pick',
    summary: 'Pick',
    positionals: [2, 2],
    offers: ['assets', []],
    options: {},
  },
  {
    name: 'review',
    summary: 'Review',
    positionals: [2, Infinity],
    offers: [['approve', 'reject'], 'assets'],
    options: { note: { type: 'string', value: 'TEXT', help: 'Why' } },
  },
  {
    name: 'list',
    summary: 'List',
    positionals: [0, Infinity],
    offers: ['assets'],
    options: {},
  },
];

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder with a file, and a command `assetgen` that knows two assets, and one elsewhere. */
function fakeCommand(): string {
  const bin = mkdtempSync(path.join(tmpdir(), 'bin-'));
  writeFileSync(
    path.join(bin, 'assetgen'),
    '#!/bin/sh\ncase "$*" in *--root=app*) echo other ;; *) printf "hero\\nprops/dragon\\n" ;; esac\n',
  );
  writeFileSync(path.join(bin, 'picture.png'), '');
  chmodSync(path.join(bin, 'assetgen'), 0o755);
  return bin;
}

/** The words before the cursor, and what alone completes the last. */
const CASES: readonly (readonly [readonly string[], string])[] = [
  [['assetgen', 'b'], 'build'],
  [['assetgen', '--root', 'app', 'p'], 'pick'],
  [['assetgen', 'build', '--f'], '--frozen'],
  [['assetgen', 'build', '--json', '--on'], '--only'],
  [['assetgen', 'build', '--only', 'pr'], 'props/dragon'],
  [['assetgen', 'pick', 'he'], 'hero'],
  [['assetgen', '--root', 'app', 'pick', 'o'], 'other'],
  [['assetgen', 'pick', '--root=app', 'o'], 'other'],
  [['assetgen', 'build', '--mode', 'd'], 'draft'],
  [['assetgen', 'build', '--mode', 'draft', '--only', 'he'], 'hero'],
  [['assetgen', 'build', '--only', 'hero', 'pr'], 'props/dragon'],
  [['assetgen', 'build', '--json', '--only', 'hero', 'props/dragon', 'he'], 'hero'],
  [['assetgen', 'build', '--only', 'hero', '--f'], '--frozen'],
  [['assetgen', 'build', '-o', 'pic'], 'picture.png'],
  [['assetgen', 'review', 'app'], 'approve'],
  [['assetgen', 'review', 'approve', 'he'], 'hero'],
  [['assetgen', 'review', '--note', 'dark', 'approve', 'hero', 'pr'], 'props/dragon'],
  [['assetgen', 'list', 'hero', 'pr'], 'props/dragon'],
];

/** Where nothing is offered: no name, no file. */
const NOTHING: readonly (readonly string[])[] = [
  ['assetgen', 'pick', 'hero', ''],
  ['assetgen', 'build', ''],
  ['assetgen', 'build', '--only', 'hero', '--frozen', ''],
  ['assetgen', 'build', '--only', 'hero', '--mode', 'draft', ''],
  ['assetgen', 'review', '--note', ''],
  ['assetgen', 'review', 'approve', 'app'],
];

/** What a shell prints that has loaded the script. */
function printed(shell: Shell, args: (file: string) => readonly string[]): string {
  const bin = fakeCommand();
  const file = path.join(bin, `assetgen.${shell}`);
  writeFileSync(file, completionScript(shell, COMMANDS));
  const env = { ...process.env, TERM: 'dumb', PATH: `${bin}:${process.env['PATH']}` };
  return execFileSync(shell, args(file), { encoding: 'utf8', env, cwd: bin });
}

describe.skipIf(!has('bash'))('in bash', () => {
  const complete = (...words: readonly string[]): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const code = (file: string): string => `source '${file}'
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _assetgen; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return printed('bash', (file) => ['-c', code(file)])
      .split('\n')
      .filter(Boolean);
  };

  it.each(CASES)('%j', (words, expected) => {
    expect(complete(...words)).toEqual([expected]);
  });

  it.each(NOTHING)('%s %s %s: nothing', (...words) => {
    expect(complete(...words)).toEqual([]);
  });

  it('reads a value behind a sign', () => {
    // Bash takes it for three words.
    expect(complete('assetgen', 'build', '--mode', '=')).toEqual(['draft', 'generate']);
    expect(complete('assetgen', 'build', '--mode', '=', 'g')).toEqual(['generate']);
    expect(complete('assetgen', '--root', '=', 'app', 'pick', '')).toEqual(['other']);
  });

  it('names all assets', () => {
    expect(complete('assetgen', 'pick', '')).toEqual(['hero', 'props/dragon']);
  });
});

describe.skipIf(!has('fish'))('in fish', () => {
  const complete = (words: readonly string[]): string[] => {
    const code = (file: string): string => `source '${file}'; complete -C '${words.join(' ')}'`;
    const lines = printed('fish', (file) => ['--no-config', '-c', code(file)]).split('\n');
    return lines.filter(Boolean).map((line) => line.split('\t')[0] ?? '');
  };

  it.each(CASES)('%j', (words, expected) => {
    expect(complete(words)).toEqual([expected]);
  });

  it.each(NOTHING)('%s %s %s: nothing', (...words) => {
    expect(complete(words)).toEqual([]);
  });

  it('reads a value behind a sign', () => {
    expect(complete(['assetgen', 'build', '--mode=g'])).toEqual(['--mode=generate']);
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  /** Types each line and a tab in a terminal of its own, and shows the line that there is then. */
  const typed = (file: string, lines: readonly string[]): string => `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'PS1=; autoload -Uz compinit; compinit -D -u; source ${file}'
    zpty -w shell 'show() { print -r -- "<<$BUFFER>>"; zle send-break }; zle -N show'
    zpty -w shell 'bindkey "^X" show; bindkey "^I" complete-word; print REA""DY'
    zpty -r -m shell ready '*READY*'
    ${lines.map((line) => `zpty -w -n shell $'${line}\\t\\x18'; zpty -r -m shell line '*<<*>>*'; print -r -- "$line"`).join('\n')}`;

  it('completes each', () => {
    const lines = CASES.map(([words]) => words.join(' '));
    const shown = printed('zsh', (file) => ['-f', '-c', typed(file, lines)]);
    // The sign after an option goes when a space is typed.
    const buffers = [...shown.matchAll(/<<(.*?)=?\s*>>/g)].map(([, buffer = '']) => buffer);
    expect(buffers).toEqual(
      CASES.map(([words, expected]) => [...words.slice(0, -1), expected].join(' ')),
    );
  });
});

it.each(SHELLS.filter(has))('is a script of %s', (shell) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'completion-'));
  const file = path.join(folder, `assetgen.${shell}`);
  writeFileSync(file, completionScript(shell, COMMANDS));
  execFileSync(shell, ['-n', file], { stdio: 'pipe' });
});

it.each(SHELLS)('names every command and option in %s', (shell) => {
  const script = completionScript(shell, COMMANDS);
  for (const word of ['build', 'pick', 'review', 'only', 'frozen', 'root', 'list --names']) {
    expect(script).toContain(word);
  }
});

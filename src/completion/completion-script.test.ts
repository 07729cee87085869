import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompletedCommand } from './completion-script.ts';
import { completionScript, SHELLS } from './completion-script.ts';

const COMMANDS: readonly CompletedCommand[] = [
  {
    name: 'build',
    summary: "Make it: what you don't have",
    options: {
      only: { type: 'string', value: 'NAME', help: "Only this, such as 'props/*' [or] more" },
      frozen: { type: 'boolean', help: 'Make nothing' },
    },
  },
  { name: 'pick', summary: 'Pick', options: {} },
  { name: 'completion', summary: 'Print this', options: {} },
];

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder with a command `assetgen` that knows two assets. */
function fakeCommand(): string {
  const bin = mkdtempSync(path.join(tmpdir(), 'bin-'));
  writeFileSync(path.join(bin, 'assetgen'), '#!/bin/sh\nprintf "hero\\nprops/dragon\\n"\n');
  chmodSync(path.join(bin, 'assetgen'), 0o755);
  return bin;
}

describe.skipIf(!has('bash'))('in bash', () => {
  const complete = (...words: string[]): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const code = `${completionScript('bash', COMMANDS)}
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _assetgen; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: `${fakeCommand()}:${process.env['PATH']}` };
    return execFileSync('bash', ['-c', code], { encoding: 'utf8', env })
      .split('\n')
      .filter(Boolean);
  };

  it.each([
    [['assetgen', 'b'], ['build']],
    [['assetgen', '--root', 'app', 'p'], ['pick']],
    [['assetgen', 'build', '--f'], ['--frozen']],
    [['assetgen', 'build', '--json', '--on'], ['--only']],
    [['assetgen', 'build', '--only', 'pr'], ['props/dragon']],
    [
      ['assetgen', 'pick', ''],
      ['hero', 'props/dragon'],
    ],
    [['assetgen', 'completion', 'z'], ['zsh']],
    [['assetgen', 'help', 'p'], ['pick']],
  ])('%j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
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
  for (const word of ['build', 'pick', 'completion', 'only', 'frozen', 'root', 'list --names']) {
    expect(script).toContain(word);
  }
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../support/app.ts';

/** A fenced block of a page. */
export interface Block {
  /** Path from the repository's root. */
  readonly file: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
  /** `ts`, `sh`, `json`, …; empty where none is given. */
  readonly language: string;
  readonly code: string;
  /** Text of the comment right before it, `<!-- docs: … -->`; empty where there is none. */
  readonly note: string;
}

/** Every page that a reader may open, by its path from the repository's root. */
export function pages(): readonly string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('.changeset/') && !file.startsWith('api/'));
}

export const readPage = (file: string): string => readFileSync(path.join(REPOSITORY, file), 'utf8');

/** All fenced blocks of all pages, in one of these languages. */
export function blocksOf(...languages: readonly string[]): readonly Block[] {
  return pages()
    .flatMap(blocksOfPage)
    .filter((block) => languages.includes(block.language));
}

function blocksOfPage(file: string): Block[] {
  const lines = readPage(file).split('\n');
  const blocks: Block[] = [];
  let open: {
    fence: string;
    indent: number;
    language: string;
    start: number;
    note: string;
  } | null = null;
  for (const [index, line] of lines.entries()) {
    const [, space = '', fence = '', language = ''] = /^( *)(`{3,})([a-z]*)/.exec(line) ?? [];
    if (open === null && fence !== '') {
      const before = lines.slice(0, index).findLast((each) => each.trim() !== '') ?? '';
      const note = /^ *<!-- docs: (.+) -->$/.exec(before)?.[1] ?? '';
      open = { fence, indent: space.length, language, start: index + 1, note };
    } else if (open !== null && fence === open.fence && language === '') {
      const { indent, language: name, start, note } = open;
      const code = lines.slice(start, index).map((each) => each.slice(indent));
      blocks.push({ file, line: start + 1, language: name, code: code.join('\n'), note });
      open = null;
    }
  }
  return blocks;
}

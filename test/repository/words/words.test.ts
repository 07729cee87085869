import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { BANNED_WORDS } from './banned-words.ts';
import { publishedNames, textsOfMarkdown, textsOfSource } from './read-texts.ts';
import type { ReadText } from './read-texts.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Texts that may hold a banned word, by a part of them and the file they are in. */
const EXCEPTIONS: readonly (readonly [file: string, part: string])[] = [];

const PATTERNS = BANNED_WORDS.map(({ pattern, instead }) => ({
  pattern: new RegExp(pattern.source.replaceAll(' ', String.raw`\s+`), 'gi'),
  instead,
}));

/** `file:line: "the words": write …`, for each banned word of a text. */
function findings({ file, line, text }: ReadText): readonly string[] {
  if (EXCEPTIONS.some(([where, part]) => where === file && text.includes(part))) return [];
  return PATTERNS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const at = line + text.slice(0, index).split('\n').length - 1;
      return `${file}:${at}: "${found.trim().replaceAll(/\s+/g, ' ')}": write ${instead}`;
    }),
  );
}

function filesOf(folder: string, wanted: RegExp): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return /^(?:dist|node_modules|testing|data)$/.test(entry.name) ? [] : filesOf(file, wanted);
    }
    return wanted.test(entry.name) && !/\.test(?:-d)?\.ts$/.test(entry.name) ? [file] : [];
  });
}

const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');

test('messages, help, the gallery and published comments have the words of the glossary', () => {
  const published = publishedNames(filesOf('api', /\.md$/).map(read));
  expect(published.size).toBeGreaterThan(100);
  const packages = readdirSync(`${ROOT}packages`).map((name) => `packages/${name}`);
  const files = ['src', ...packages].flatMap((folder) => filesOf(folder, /\.tsx?$/));
  const texts = files.flatMap((file) => textsOfSource(file, read(file), published));
  expect(texts.length).toBeGreaterThan(2000);
  expect(texts.flatMap(findings)).toEqual([]);
});

test('every README, page and guide for contributors has them too', () => {
  const folders = ['docs', 'packages', 'examples', '.changeset'];
  const own = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
  const files = [...own, ...folders.flatMap((folder) => filesOf(folder, /\.md$/))];
  const texts = files.flatMap((file) => textsOfMarkdown(file, read(file)));
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.flatMap(findings)).toEqual([]);
});

test('titles of tests name things as the glossary does', () => {
  const ofTests = (folder: string): readonly string[] =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test(?:-d)?\.ts$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`);
  const titles = ['src', 'packages', 'test']
    .flatMap(ofTests)
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:it|test|describe)\((['"`])(.+?)\1, /gm)].map(
        ([, , title = '']) => `${file}: ${title}`,
      ),
    );
  expect(titles.length).toBeGreaterThan(1500);
  const wrong = /: .*\b(?:candidates?|feed(?:s|ers?)|(?:in a|of|tells of) circles?)\b/;
  expect(titles.filter((title) => wrong.test(title))).toEqual([]);
});

describe('what is found', () => {
  const of = (source: string, ...published: string[]): readonly string[] =>
    textsOfSource('a.tsx', source, new Set(published)).flatMap(findings);

  test('in texts, templates and JSX, with file and line', () => {
    expect(of(`const a = 'fine';\nthrow new Error('a file stands here');`)).toEqual([
      'a.tsx:2: "stands here": write "is"',
    ]);
    expect(of('const a = `${n} candidates, of which ${m} is none of them`;')).toHaveLength(2);
    expect(of('const a = <p>\n  The other\n  candidate\n</p>;')).toEqual([
      'a.tsx:3: "candidate": write "variant"',
    ]);
  });

  test('in comments of what is published, and in no other', () => {
    const source = '/** Tells a candidate. */\nexport function tell(): void {}';
    expect(of(source)).toEqual([]);
    expect(of(source, 'tell')).toEqual(['a.tsx:1: "candidate": write "variant"']);
    expect(of('export interface A {\n  /** Once more. */\n  readonly b: 1;\n}', 'A')).toHaveLength(
      1,
    );
    expect(of('/** `candidates` is a field. */\nexport const tell = 1;', 'tell')).toEqual([]);
  });

  test('a clause as the subject, but no question and no object', () => {
    const hits = (text: string): number => of(`const a = ${JSON.stringify(text)};`).length;
    expect(hits('What one of you bought is used by all.')).toBe(1);
    expect(hits('It is late. Who asks first gets the page.')).toBe(1);
    expect(hits('What is a point?')).toBe(0);
    expect(hits('It shows what a build would do and what that costs.')).toBe(0);
  });

  test('in the prose of Markdown, across lines, and not in code', () => {
    const page = '# A\n\nThe key\nstands\nin a file, `its ending`.\n\n```sh\nwent bad\n```\n';
    expect(textsOfMarkdown('a.md', page).flatMap(findings)).toEqual([
      'a.md:4: "stands in": write "is"',
    ]);
  });
});

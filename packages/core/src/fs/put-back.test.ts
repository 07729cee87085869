import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { putBack } from './put-back.ts';

let aside: string;
let file: string;
beforeEach(() => {
  const dir = mkdtempSync(path.join(tmpdir(), 'put-back-'));
  aside = path.join(dir, 'aside');
  file = path.join(dir, 'file');
});

it.each([
  ['gives a file its name again', null, 'first'],
  ['leaves one that has the name by now', 'second', 'second'],
])('%s', (_what, there, stays) => {
  writeFileSync(aside, 'first');
  if (there !== null) writeFileSync(file, there);
  putBack(aside, file);
  expect(readFileSync(file, 'utf8')).toBe(stays);
});

it('moves what cannot be linked', () => {
  // No system links a folder.
  mkdirSync(aside);
  putBack(aside, file);
  expect([existsSync(aside), existsSync(file)]).toEqual([false, true]);
});

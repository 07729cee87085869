import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { putBack } from './put-back.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'put-back-'));

it('gives a file its name again', () => {
  const dir = folder();
  const [aside, file] = [path.join(dir, 'aside'), path.join(dir, 'file')];
  writeFileSync(aside, 'first');
  putBack(aside, file);
  expect(readFileSync(file, 'utf8')).toBe('first');
});

it('leaves one that has the name by now', () => {
  const dir = folder();
  const [aside, file] = [path.join(dir, 'aside'), path.join(dir, 'file')];
  writeFileSync(aside, 'first');
  writeFileSync(file, 'second');
  putBack(aside, file);
  expect(readFileSync(file, 'utf8')).toBe('second');
});

it('moves what cannot be linked', () => {
  const dir = folder();
  const [aside, file] = [path.join(dir, 'aside'), path.join(dir, 'file')];
  // No system links a folder.
  mkdirSync(aside);
  putBack(aside, file);
  expect([existsSync(aside), existsSync(file)]).toEqual([false, true]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standingIn } from './standing-in.ts';

describe.each([
  ['one by one', 1],
  ['by a list', 1_000_000],
])('files that stand in a folder, %s', (_how, questions) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are there or not', async () => {
    await writeFile(join(folder, 'a.jsonl'), '');
    await mkdir(join(folder, 'b.jsonl'));
    const stands = standingIn(folder, questions);
    expect(['a.jsonl', 'b.jsonl', 'c.jsonl'].map(stands)).toEqual([true, true, false]);
  });

  it('are none where there is no folder; a file in its place is told', async () => {
    expect(standingIn(join(folder, 'missing'), questions)('a')).toBe(false);
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(() => standingIn(file, questions)('a')).toThrow(
      expect.objectContaining({ code: 'ENOTDIR', path: expect.stringContaining(file) }),
    );
  });
});

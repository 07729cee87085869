import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

test('the reference pages are those of this schema and these commands', async () => {
  const script = 'scripts/write-reference.mjs';
  await expect(
    promisify(execFile)(process.execPath, [script, '--check'], { cwd: REPOSITORY }),
  ).resolves.toMatchObject({ stderr: '' });
});

import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needsOwnProcess, runHosted } from './command-host.ts';
import { cleanEnv } from './env.ts';
import { runNode } from './run-node.ts';

/** Programs that a process of their own and a hosted run have to end alike. */
const PROGRAMS: Record<string, string> = {
  'one that prints and sets its exit code': `
    console.log('out', process.argv.slice(2), process.env.WORD, process.cwd());
    console.error('err');
    process.exitCode = 3;`,
  'one that goes on after its last line': `
    setTimeout(() => console.log('later'), 30);
    console.log('now');`,
  'one that ends itself': `
    setTimeout(() => console.log('never'), 10_000);
    console.log('before');
    process.exit(4);`,
  'one that throws': `throw new TypeError('not so');`,
  'one that leaves a rejection': `
    void Promise.reject(new Error('left'));
    setTimeout(() => console.log('never'), 10_000);`,
  'one that waits for what never comes': `await new Promise(() => undefined);`,
  'one that listens to signals': `process.on('SIGINT', () => undefined); console.log('on');`,
  'one that prints much': `process.stdout.write('ä'.repeat(300_000)); process.stderr.write('x'.repeat(100_000));`,
};

test.each(Object.entries(PROGRAMS))('%s ends as in a process of its own', async (_name, code) => {
  const cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'hosted-')));
  const program = path.join(cwd, 'program.mjs');
  writeFileSync(program, code);
  const options = { cwd, env: cleanEnv({ WORD: 'mill' }) };
  const alone = await runNode([program, 'a', 'b c'], options);
  // Node 22 and later show what is awaited for ever when they end, and a host does not end with its run.
  const told = (text: string): string =>
    text.replaceAll(/\?run=\d+|^.*Warning: Detected unsettled.*\n.*\n.*\n\s*/gm, '');
  for (let run = 0; run < 3; run += 1) {
    const hosted = await runHosted(program, ['a', 'b c'], options);
    expect(hosted.code).toBe(alone.code);
    expect(hosted.stdout).toBe(alone.stdout);
    // A stack names our own frames below those of the program.
    expect(told(hosted.stderr).split('\n    at ')[0]).toBe(
      told(alone.stderr).split('\n    at ')[0],
    );
  }
});

test('a run knows nothing of the one before it', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'hosted-'));
  const program = path.join(cwd, 'program.mjs');
  writeFileSync(
    program,
    `console.log(process.env.WORD ?? 'none', process.listenerCount('SIGTERM'), process.exitCode ?? 'none');
     process.on('SIGTERM', () => undefined);
     process.exitCode = 7;`,
  );
  const first = await runHosted(program, [], { cwd, env: cleanEnv({ WORD: 'mill' }) });
  const second = await runHosted(program, [], { cwd, env: cleanEnv() });
  expect(first).toMatchObject({ code: 7, stdout: 'mill 0 none\n' });
  expect(second).toMatchObject({ code: 7, stdout: 'none 0 none\n' });
});

test('what is said when a run has ended is no part of it, nor of the next one', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'hosted-'));
  const program = path.join(cwd, 'program.mjs');
  writeFileSync(program, `console.log('on'); process.on('beforeExit', () => console.log('late'));`);
  for (let run = 0; run < 3; run += 1) {
    const ran = await runHosted(program, [], { cwd, env: cleanEnv() });
    expect(ran).toEqual({ code: 0, stdout: 'on\n', stderr: '' });
  }
});

test('what Node reads when it starts needs a process of its own', () => {
  expect(needsOwnProcess(cleanEnv())).toBe(false);
  expect(needsOwnProcess(cleanEnv({ ASSETGEN_API_KEY: 'secret-key' }))).toBe(false);
  expect(needsOwnProcess(cleanEnv({ NODE_EXTRA_CA_CERTS: '/no/file.pem' }))).toBe(true);
});

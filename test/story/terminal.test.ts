import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIN, createProject, runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

/** Clears the screen, sets a title, writes a line over, turns letters around, in C0, C1 and bidi. */
const EVIL = '\u001b[2J\u001b]0;owned\u0007\r\u009b1A\u202e\u2066evil';
const OUR_COLOURS = /\p{Cc}\[(?:22|31|32|33|36|39|2)m/gu;
const RAW = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

describe('what a repository or a service wrote, in a terminal or a log', () => {
  let server: Server;
  let url = '';
  let root = '';

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: false, message: EVIL, [EVIL]: EVIL }));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => void server.close(resolve)));
  beforeEach(() => {
    // The folder is a part of paths that are told.
    root = path.join(mkdtempSync(path.join(tmpdir(), 'terminal-')), 'a\u001b[2Jb\u202ec');
    mkdirSync(root);
  });
  const write = (name: string, value: unknown): void =>
    writeFileSync(path.join(root, name), JSON.stringify(value));

  /** Colours are on, and only ours come through: they are taken out here. */
  async function told(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const given = { FORCE_COLOR: '1', NO_COLOR: undefined, ...env };
    const { stdout, stderr } = await runCommand(root, args, given);
    return `${stdout}${stderr}`.replaceAll(OUR_COLOURS, '');
  }

  test.each([
    ['a name in a manifest', 'assets.gen.json', { assets: { [EVIL]: { kind: EVIL } } }],
    ['a key in a manifest', 'assets.gen.json', { assets: { a: { kind: 'image', [EVIL]: 1 } } }],
    ['an option in a config', 'assetgen.config.json', { [EVIL]: EVIL }],
    ['a name in a lock', 'assets.gen.lock.json', { lockfileVersion: 1, assets: { [EVIL]: {} } }],
  ])('%s is shown, and does nothing', async (_name, file, content) => {
    write('assets.gen.json', { assets: { hill: { kind: 'image', prompt: 'a hill' } } });
    write(file, content);
    for (const args of [['check'], ['check', '--json'], ['doctor'], ['plan', '--verbose']]) {
      const text = await told(args);
      expect(text).toMatch(/\\u001b|\\u202e|\\u009b/);
      expect(text).not.toMatch(RAW);
    }
  });

  test('words of a service are too', async () => {
    write('assets.gen.json', { assets: { hill: { kind: 'image', prompt: EVIL.slice(-4) } } });
    const env = { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'a-key' };
    for (const args of [['balance'], ['models', '--verbose'], ['doctor']]) {
      const text = await told(args, env);
      expect(text).toContain('evil');
      expect(text).not.toMatch(RAW);
    }
  });

  test('our own colours are still there', async () => {
    const { stderr } = await runCommand(root, ['plan'], { FORCE_COLOR: '1' });
    expect(stderr).toContain('\u001b[31mASSETGEN_NO_MANIFEST\u001b[39m');
  });

  // By one process after the other: what a module keeps of its first run would colour the second.
  test.each([['check'], ['doctor'], ['plan'], ['status'], ['build']])(
    'a run of "%s" without colours has none, after one with',
    async (command) => {
      write('assets.gen.json', { assets: { hill: { kind: 'image', prompt: 'a hill' } } });
      await runCommand(root, [command], { FORCE_COLOR: '1', NO_COLOR: undefined });
      const ran = await runCommand(root, [command], { NO_COLOR: '1' });
      expect(`${ran.stdout}${ran.stderr}`).not.toContain('\u001b');
    },
  );
});

/** A disk that is always full; other systems have none. */
const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('results that cannot be written', () => {
  const run = async (command: string): Promise<Ran> =>
    runProgram('sh', ['-c', `"${process.execPath}" "${MAIN}" ${command}`], {
      cwd: await createProject({ assets: {} }),
      env: cleanEnv(),
    });

  test.each(['plan --json', 'plan', '--help'])('are a failure of "%s"', async (command) => {
    const { code, stderr } = await run(`${command} > ${FULL}`);
    expect(code).toBe(1);
    expect(stderr).toContain('ASSETGEN_DISK the results: ENOSPC');
  });

  test('a reader that is gone is none', async () => {
    expect(await run('plan --json >&-')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('--help | head -c 5; echo ok')).toMatchObject({ stdout: 'assetok\n' });
  });
});

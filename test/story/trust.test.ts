import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';

const MANIFEST = { assets: { hill: { kind: 'image', prompt: 'a hill' } } };
const KEY = 'the-key-of-this-person';

describe('a service that only the config of a repository names', () => {
  let server: Server;
  /** What arrived, with its key. */
  let arrived: string[] = [];
  /** Not loopback by its name, and it is this machine. */
  let url = '';
  let root = '';
  let env: Record<string, string> = {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      arrived.push(`${request.url} ${request.headers.authorization ?? ''}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => void server.close(resolve)));
  beforeEach(async () => {
    arrived = [];
    root = await createProject(MANIFEST, { apiUrl: `${url}/api` });
    const home = mkdtempSync(path.join(tmpdir(), 'home-'));
    env = { ASSETGEN_API_KEY: KEY, XDG_CONFIG_HOME: home };
  });

  test('gets nothing from any command, and each says what to do', async () => {
    const commands = [['plan'], ['build'], ['balance'], ['models'], ['doctor']];
    const ran = await Promise.all(commands.map((args) => runCommand(root, args, env)));
    for (const { code, stdout, stderr } of ran) {
      expect(stdout + stderr).toContain(`assetgen trust ${url}`);
      expect(stdout + stderr).not.toContain(KEY);
      expect(code).toBe(2);
    }
    expect(arrived).toEqual([]);
  });

  test('gets the key after `assetgen trust`, until it is taken back', async () => {
    const run = (...args: string[]) => runCommand(root, args, env);
    expect((await run('trust')).stdout).toMatch(new RegExp(`${url} +the service +NO`));
    expect((await run('trust', `${url}/api`)).stdout).toContain(`may now send your key to ${url}`);
    expect((await run('trust', '--json')).json()).toEqual({
      places: [{ origin: url, what: 'service', trustedBy: 'user' }],
      trusted: [url],
    });
    await run('balance');
    expect(arrived.join()).toContain(`Bearer ${KEY}`);
    expect((await run('trust', url, '--remove')).code).toBe(0);
    expect((await run('balance')).code).toBe(2);
    expect((await run('trust', 'not a url')).code).toBe(2);
  });
});

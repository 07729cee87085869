import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService, PaidServiceOptions } from '../support/paid-service.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const KEY = 'secret-key-of-this-test';
const PROMPT = 'a mill that nobody may read about';
const HERO = { assets: { hero: { kind: 'image', prompt: PROMPT, outputs: ['png'] } } };

let service: PaidService | undefined;
afterEach(() => service?.close());

async function open(options: PaidServiceOptions): Promise<PaidService> {
  service = await startPaidService(options);
  return service;
}

test('Ctrl-C says what goes on being billed, exit 130; the next run resumes it', async () => {
  let polled = false;
  const paid = await open({
    jobMs: 4_000,
    onRequest(operation) {
      polled ||= operation === 'queryGenerationResult';
      return 'answer';
    },
  });
  const root = await createProject(HERO);
  const env = {
    ASSETGEN_API_URL: paid.url,
    ASSETGEN_API_KEY: KEY,
    ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
  };
  const child = spawn(process.execPath, [MAIN, 'build'], { cwd: root, env: cleanEnv(env) });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await expect.poll(() => polled).toBe(true);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(130);
  expect(stderr).toMatch(/^hero: continues at the service and stays billed/m);
  expect(stderr).toContain('run again');
  const resumed = await runCommand(root, ['build', '--json'], env);
  expect(resumed).toMatchObject({ code: 0 });
  expect([...paid.accepted.values()]).toEqual([1]);
});

test('Ctrl-C in a question to a service that is silent ends with 130', async () => {
  const silent = createNetServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const env = cleanEnv({ ASSETGEN_API_URL: `https://127.0.0.1:${port}`, ASSETGEN_API_KEY: KEY });
  const child = spawn(process.execPath, [MAIN, 'balance', '--json'], { env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await once(silent, 'connection');
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  silent.close();
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ errors: [{ code: 'ASSETGEN_INTERRUPTED' }] });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s in a pause of ten minutes ends the process',
  async (signal) => {
    const limited = createServer((request, response) => {
      request.resume().on('end', () => {
        const isBalance = request.url?.includes('queryPointsInfo') ?? false;
        response.writeHead(isBalance ? 200 : 429, { 'retry-after': '600' });
        response.end(JSON.stringify({ statusType: 0, data: { total_points: 9 }, message: 'slow' }));
      });
    });
    limited.listen(0, '127.0.0.1');
    await once(limited, 'listening');
    const { port } = limited.address() as AddressInfo;
    const root = await createProject(HERO);
    const env = cleanEnv({
      ASSETGEN_API_URL: `http://127.0.0.1:${port}`,
      ASSETGEN_API_KEY: KEY,
      ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
    });
    const child = spawn(process.execPath, [MAIN, 'build'], { cwd: root, env });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const closed = once(child, 'close') as Promise<[number | null]>;
    await expect.poll(() => stderr).toContain('waiting 10:00');
    expect(stderr).toContain(
      'hero: the service asked for a pause (HTTP 429 with Retry-After: slow)',
    );
    child.kill(signal);
    // A timer of ten minutes would keep it far beyond the limit of this test.
    expect((await closed)[0]).toBe(130);
    limited.closeAllConnections();
    limited.close();
  },
);

describe('a create in flight', () => {
  /** A build that waits for the answer to its create. */
  async function submitting() {
    let arrived = false;
    let answer = (): void => undefined;
    const held = new Promise<'answer'>((resolve) => (answer = () => resolve('answer')));
    const paid = await open({
      onRequest(operation) {
        if (operation !== 'createNormalPicture') return 'answer';
        arrived = true;
        return held;
      },
    });
    const root = await createProject(HERO);
    const env = {
      ASSETGEN_API_URL: paid.url,
      ASSETGEN_API_KEY: KEY,
      ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
    };
    const child = spawn(process.execPath, [MAIN, 'build'], { cwd: root, env: cleanEnv(env) });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    await expect.poll(() => arrived).toBe(true);
    return {
      child,
      closed,
      answer,
      accepted: () => [...paid.accepted.values()],
      /** Sends a signal, and waits for the line that it is answered by. */
      async signal(name: NodeJS.Signals, line: string): Promise<void> {
        child.kill(name);
        await expect.poll(() => stderr, { timeout: 60_000 }).toContain(line);
        // Two that come at once are one wish.
        await new Promise((resolve) => setTimeout(resolve, 150));
      },
      next: () => runCommand(root, ['build', '--json'], env),
    };
  }
  const FIRST =
    'Stopping. Waiting for the answer to 1 submission (hero), 130 s at most: it may cost';
  const SECOND = 'Press Ctrl-C again to end at once.';

  test.each([['SIGHUP'], ['SIGINT', 'SIGINT'], ['SIGHUP', 'SIGTERM']] as const)(
    'is waited for after %j %j; the next run resumes it',
    async (first, second?: NodeJS.Signals) => {
      const build = await submitting();
      await build.signal(first, FIRST);
      if (second !== undefined) await build.signal(second, SECOND);
      expect(build.child.exitCode).toBeNull();
      build.answer();
      expect(await build.closed).toEqual([130, null]);
      expect(await build.next()).toMatchObject({ code: 0 });
      expect(build.accepted()).toEqual([1]);
    },
  );

  test('is given up by a third Ctrl-C, and then in doubt', async () => {
    const build = await submitting();
    await build.signal('SIGINT', FIRST);
    await build.signal('SIGINT', SECOND);
    build.child.kill('SIGINT');
    expect(await build.closed).toEqual([130, null]);
    build.answer();
    expect(await build.next()).toMatchObject({ code: 5 });
    expect(build.accepted().length).toBeLessThanOrEqual(1);
  });

  test('outlives the terminal that closes', async () => {
    const build = await submitting();
    build.child.stdout.destroy();
    build.child.stderr.destroy();
    build.child.kill('SIGHUP');
    // It has to survive what it says to nobody.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(build.child.exitCode).toBeNull();
    build.answer();
    expect(await build.closed).toEqual([130, null]);
    expect(await build.next()).toMatchObject({ code: 0 });
    expect(build.accepted()).toEqual([1]);
  });
});

test('key and signed queries are in no output and no file; prompts only in the history of the manifest', async () => {
  const fates = ['answer', 'cut-after', 'answer'] as const;
  let creates = 0;
  const paid = await open({
    onRequest(operation) {
      if (operation !== 'createNormalPicture') return 'answer';
      creates += 1;
      return fates[creates - 1] ?? 'answer';
    },
  });
  const assets = { ...HERO.assets, second: { ...HERO.assets.hero, revision: 1 } };
  const root = await createProject({ assets });
  const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
  const env = { ASSETGEN_API_URL: paid.url, ASSETGEN_API_KEY: KEY, ASSETGEN_CACHE_DIR: cache };
  let output = '';
  for (const args of [
    ['build', '--verbose'],
    ['build', '--verbose', '--json'],
    ['build', '--verbose', '--resubmit', 'hero', '--resubmit', 'second'],
    ['plan', '--json', '--verbose'],
  ]) {
    const result = await runCommand(root, args, env);
    output += result.stdout + result.stderr;
  }
  expect(output).toContain('ASSETGEN_AMBIGUOUS');
  const texts = [...filesBelow(cache), ...filesBelow(root)]
    .filter((file) => path.basename(file) !== 'assets.gen.json' && !file.includes('node_modules'))
    .map((file) => [file, readFileSync(file, 'latin1')] as const);
  expect(texts.length).toBeGreaterThan(5);
  for (const secret of [KEY, 'secret-signature', PROMPT]) {
    expect(output).not.toContain(secret);
    for (const [file, text] of texts) {
      // It says what was bought for which words, beside the manifest that has them too; git ignores it.
      if (secret === PROMPT && file.endsWith('.assetgen/purchases.ndjson')) continue;
      expect([path.relative(tmpdir(), file), text.includes(secret)]).toEqual([
        path.relative(tmpdir(), file),
        false,
      ]);
    }
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

let paid: PaidService;
let root: string;
let cache: string;
let env: Record<string, string>;
beforeEach(async () => {
  paid = await startPaidService({ padBytes: 5_000 });
  root = await createProject(HERO);
  cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
  env = { ASSETGEN_API_URL: paid.url, ASSETGEN_API_KEY: 'secret-key', ASSETGEN_CACHE_DIR: cache };
  expect(await runCommand(root, ['build'], env)).toMatchObject({ code: 0 });
});
afterEach(() => paid.close());

const output = (): string => path.join(root, '.assetgen/files/hero.png');
const blobs = (): string[] => {
  const folder = path.join(cache, 'v1/blobs');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
};

/** Changes the bytes of every blob; size where it can, and times, stay. */
function spoil(change: (bytes: Buffer) => Buffer): void {
  for (const file of blobs()) {
    const { atimeMs, mtimeMs } = statSync(file);
    chmodSync(file, 0o644);
    writeFileSync(file, change(readFileSync(file)));
    chmodSync(file, 0o444);
    utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
  }
}

const FAULTS: readonly [string, (bytes: Buffer) => Buffer][] = [
  ['a flipped bit', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte)))],
  ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['zeroed', (bytes) => Buffer.alloc(bytes.length)],
  ['empty', () => Buffer.alloc(0)],
];

describe.each(FAULTS)('blobs with %s', (_name, change) => {
  test('are found, healed by UUID, and never given to a project', async () => {
    const good = readFileSync(output());
    spoil(change);
    rmSync(output());
    const built = await runCommand(root, ['build', '--frozen', '--json'], env);
    expect(built.json()).toMatchObject({ ok: true, downloaded: 1, generated: 0 });
    expect(readFileSync(output()).equals(good)).toBe(true);
    expect([...paid.accepted.values()]).toEqual([1]);
    expect(readdirSync(path.join(cache, 'v1/quarantine')).length).toBeGreaterThan(0);
    expect((await runCommand(root, ['verify', '--json'], env)).json()).toMatchObject({
      corrupt: [],
    });
  });

  test('are told by verify', async () => {
    spoil(change);
    const verified = await runCommand(root, ['verify', '--json'], env);
    expect(verified.json<{ corrupt: string[] }>().corrupt.length).toBeGreaterThan(0);
    expect(blobs()).toEqual([]);
  });
});

test('an output that was edited by hand: told by check and plan, restored by the build', async () => {
  const good = readFileSync(output());
  writeFileSync(output(), 'edited');
  const check = await runCommand(root, ['check'], env);
  expect(check.code).not.toBe(0);
  expect(check.stdout + check.stderr).toContain('hero.png');
  expect((await runCommand(root, ['plan'], env)).stdout).toContain('hero.png was edited: restored');
  expect(await runCommand(root, ['build'], env)).toMatchObject({ code: 0 });
  expect(readFileSync(output()).equals(good)).toBe(true);
  // The blob that it came from is not the file that was edited.
  expect((await runCommand(root, ['verify', '--json'], env)).json()).toMatchObject({ corrupt: [] });
});

import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CommandResult } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const LOCK = 'assets.gen.lock.json';
const RUNNERS = 4;

let paid: PaidService;
beforeEach(async () => {
  paid = await startPaidService();
});
afterEach(() => paid.close());

const newFolder = (name: string): string => mkdtempSync(path.join(tmpdir(), `${name}-`));
const environment = (cache: string): Record<string, string> => ({
  ASSETGEN_API_URL: paid.url,
  ASSETGEN_API_KEY: 'secret-key',
  ASSETGEN_CACHE_DIR: cache,
});
const image = (prompt: string, more: object = {}) => ({
  kind: 'image',
  prompt,
  outputs: ['png'],
  ...more,
});
const lockOf = (root: string): string => readFileSync(path.join(root, LOCK), 'utf8');

/** Each runner is a checkout and a cache of its own, all at once. */
async function buildShards(
  project: string,
): Promise<{ roots: string[]; results: CommandResult[] }> {
  const roots = await Promise.all(
    Array.from({ length: RUNNERS }, async () => {
      const root = newFolder('runner');
      await cp(project, root, { recursive: true });
      return root;
    }),
  );
  const results = await Promise.all(
    roots.map((root, index) =>
      runCommand(
        root,
        ['build', '--json', '--shard', `${index + 1}/${RUNNERS}`],
        environment(newFolder('cache')),
      ),
    ),
  );
  return { roots, results };
}

test('four runners build a quarter each; the last one merges the lock, and a clone is up to date', async () => {
  const names = Array.from({ length: 23 }, (_each, index) => `a${index}`);
  const assets = {
    ...Object.fromEntries(names.map((name) => [name, image(name)])),
    // Two with one recipe, and one with a dependency.
    twin: image('a0'),
    drawn: image('drawn from a1', { references: [{ asset: 'a1' }] }),
  };
  const project = await createProject({ assets: { a0: image('a0') } });
  expect(await runCommand(project, ['build'], environment(newFolder('cache')))).toMatchObject({
    code: 0,
  });
  writeFileSync(path.join(project, 'assets.gen.json'), JSON.stringify({ assets }));

  const { roots, results } = await buildShards(project);
  const told = results.map((result) => [
    result.code,
    result.json<{ errors: unknown }>().errors,
    /ASSETGEN_.*/.exec(result.stderr)?.[0],
  ]);
  expect(told).toEqual(roots.map(() => [0, [], undefined]));
  expect([...paid.accepted.values()].every((count) => count === 1)).toBe(true);
  expect(paid.accepted.size).toBe(24);
  const generated = results.map((result) => result.json<{ generated: number }>().generated);
  expect(generated.reduce((sum, count) => sum + count)).toBe(23);
  expect(Math.max(...generated) - Math.min(...generated)).toBeLessThanOrEqual(2);

  const files = roots.map((root) => path.join(root, LOCK));
  const merged = await runCommand(project, ['merge-locks', '--json', ...files]);
  expect(merged.json()).toEqual({ ok: true, assets: 25, locks: RUNNERS, conflicts: [] });
  const text = lockOf(project);
  expect(await runCommand(project, ['merge-locks', ...files.toReversed()])).toMatchObject({
    code: 0,
  });
  expect(lockOf(project)).toBe(text);

  const before = paid.accepted.size;
  const frozen = await runCommand(
    project,
    ['build', '--frozen', '--json'],
    environment(newFolder('cache')),
  );
  expect(frozen.json()).toMatchObject({ ok: true, generated: 0, assets: 25 });
  expect(readdirSync(path.join(project, '.assetgen/files'))).toHaveLength(25);
  expect(paid.accepted.size).toBe(before);
});

test('two that bought one asset are told, and nothing is written until a person says which', async () => {
  const project = await createProject({ assets: { hero: image('a mill') } });
  const roots = [newFolder('runner'), newFolder('runner')];
  for (const root of roots) {
    await cp(project, root, { recursive: true });
    expect(await runCommand(root, ['build'], environment(newFolder('cache')))).toMatchObject({
      code: 0,
    });
  }
  const [first = '', second = ''] = roots.map((root) => path.join(root, LOCK));
  const stopped = await runCommand(project, ['merge-locks', first, second]);
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain(
    `hero: ${first} has aaaaaaaa-0000-4000-8000-000000000000; ${second} has aaaaaaaa-0000-4000-8000-000000000001`,
  );
  expect(readdirSync(project)).not.toContain(LOCK);
  const decided = await runCommand(project, ['merge-locks', first, second, '--prefer', second]);
  expect(decided).toMatchObject({ code: 0 });
  expect(lockOf(project)).toBe(readFileSync(second, 'utf8'));
});

test.each([
  [['merge-locks'], /expected FILE\.\.\., found nothing/],
  [['merge-locks', 'not-here.json'], /no file not-here\.json/],
  [['merge-locks', 'assets.gen.json', '--prefer', 'x'], /--prefer: x is not one of the files/],
])('assetgen %j is told what is wrong', async (args, message) => {
  const project = await createProject({ assets: { hero: image('a mill') } });
  const result = await runCommand(project, args);
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(message);
  const broken = path.join(project, 'broken.json');
  writeFileSync(broken, '{"version":1,\n<<<<<<< ours\n');
  const conflict = await runCommand(project, ['merge-locks', broken]);
  expect(conflict.code).toBe(2);
  expect(conflict.stderr).toMatch(/ASSETGEN_LOCK.*broken\.json:2/);
});

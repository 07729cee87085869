import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { Fate, PaidService, PaidServiceOptions } from '../support/paid-service.ts';
import { startBuild } from '../support/started-build.ts';
import type { StartedBuild } from '../support/started-build.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };
const EIGHT = Array.from({ length: 8 }, (_each, index) => index);

let service: PaidService | undefined;
afterEach(() => service?.close());

async function open(options: PaidServiceOptions = {}): Promise<PaidService> {
  service = await startPaidService(options);
  return service;
}

function environment({ url }: PaidService, cache: string): Readonly<Record<string, string>> {
  return { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'secret-key', ASSETGEN_CACHE_DIR: cache };
}

const newCache = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));

describe('eight processes with one cold recipe: one create', () => {
  test('in one project', async () => {
    const paid = await open({ jobMs: 300 });
    const root = await createProject(HERO);
    const env = environment(paid, newCache());
    const results = await Promise.all(EIGHT.map(() => runCommand(root, ['build', '--json'], env)));
    expect(results.map((result) => result.code)).toEqual(EIGHT.map(() => 0));
    expect([...paid.accepted.values()]).toEqual([1]);
  });

  test('in eight projects that share the cache of the machine', async () => {
    const paid = await open({ jobMs: 300 });
    const env = environment(paid, newCache());
    const roots = await Promise.all(EIGHT.map(() => createProject(HERO)));
    const results = await Promise.all(roots.map((root) => runCommand(root, ['build'], env)));
    expect(results.map((result) => result.code)).toEqual(EIGHT.map(() => 0));
    expect([...paid.accepted.values()]).toEqual([1]);
  });

  test('while holders are killed: never two', async () => {
    let builds: StartedBuild[] = [];
    const paid = await open({
      jobMs: 100,
      async onRequest(operation): Promise<Fate> {
        if (operation === 'createNormalPicture') {
          // Some die while their create is under way, some right after, some not at all.
          await new Promise((resolve) => {
            setTimeout(resolve, Math.random() * 60);
          });
          for (const { child } of builds) if (Math.random() < 0.4) child.kill('SIGKILL');
        }
        return 'answer';
      },
    });
    for (let round = 0; round < 3; round += 1) {
      const prompt = `a mill, round ${round}`;
      const root = await createProject({
        assets: { hero: { kind: 'image', prompt, outputs: ['png'] } },
      });
      const env = environment(paid, newCache());
      builds = EIGHT.map(() => startBuild(root, env));
      await Promise.all(builds.map((build) => build.ended));
      builds = [];
      const last = await runCommand(root, ['build', '--json'], env);
      expect([0, 5]).toContain(last.code);
      expect(paid.accepted.get(prompt) ?? 0).toBeLessThanOrEqual(1);
    }
  });
});

describe('a create whose answer is lost', () => {
  test('one create, exit 5 with the balance, until a person accepts the loss', async () => {
    let creates = 0;
    const paid = await open({
      onRequest(operation) {
        creates += operation === 'createNormalPicture' ? 1 : 0;
        return operation === 'createNormalPicture' && creates === 1 ? 'cut-after' : 'answer';
      },
    });
    const root = await createProject(HERO);
    const env = environment(paid, newCache());
    for (let run = 0; run < 2; run += 1) {
      const result = await runCommand(root, ['build'], env);
      expect(result.code).toBe(5);
      expect(result.stderr).toContain('ASSETGEN_AMBIGUOUS');
      expect(result.stderr).toContain('the balance was 1000000 before and is 999997 after');
      expect(result.stderr).toContain('assetgen build --resubmit hero');
      expect(creates).toBe(1);
    }
    const resubmitted = await runCommand(root, ['build', '--resubmit', 'hero'], env);
    expect(resubmitted.code).toBe(0);
    expect(creates).toBe(2);
    expect((await runCommand(root, ['build', '--resubmit', 'hero'], env)).code).toBe(0);
    expect(creates).toBe(2);
  });

  test('two that accept the same loss at once: one create more', async () => {
    let creates = 0;
    const paid = await open({
      onRequest(operation) {
        creates += operation === 'createNormalPicture' ? 1 : 0;
        return operation === 'createNormalPicture' && creates === 1 ? 'cut-before' : 'answer';
      },
    });
    const root = await createProject(HERO);
    const env = environment(paid, newCache());
    expect((await runCommand(root, ['build'], env)).code).toBe(5);
    await Promise.all(
      EIGHT.slice(0, 4).map(() => runCommand(root, ['build', '--resubmit', 'hero'], env)),
    );
    expect(creates).toBe(2);
  });
});

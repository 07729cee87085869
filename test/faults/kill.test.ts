import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CommandResult } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ASSETS = 40;
/** Kills in all; `ASSETGEN_KILLS=200` for a long run. */
const KILLS = Number(process.env['ASSETGEN_KILLS'] ?? 40);

/** Called with every request that the service sees; a kill waits in it for its moment. */
let onRequest: (operation: string) => void = () => undefined;
let service: PaidService;
beforeAll(async () => {
  service = await startPaidService({
    jobMs: 30,
    onRequest(operation) {
      onRequest(operation);
      return 'answer';
    },
  });
});
afterAll(() => service.close());

interface Site {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

async function newSite(round: number): Promise<Site> {
  const assets = Object.fromEntries(
    Array.from({ length: ASSETS }, (_each, index) => [
      `a${index}`,
      { kind: 'image', prompt: `round ${round} asset ${index}`, outputs: ['png'] },
    ]),
  );
  return {
    root: await createProject({ assets }),
    env: {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
    },
  };
}

/** Runs a build and kills it some milliseconds after its n-th request; false when it ended first. */
async function killedBuild(site: Site, nth: number, laterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, 'build', '--concurrency', '40'], {
    cwd: site.root,
    env: cleanEnv(site.env),
    stdio: 'ignore',
  });
  let seen = 0;
  onRequest = () => {
    seen += 1;
    if (seen === nth) {
      setTimeout(() => child.kill('SIGKILL'), laterMs);
    }
  };
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  onRequest = () => undefined;
  return signal === 'SIGKILL';
}

const madeIn = (round: number): number[] =>
  Array.from(
    { length: ASSETS },
    (_each, index) => service.accepted.get(`round ${round} asset ${index}`) ?? 0,
  );

async function finish(site: Site, round: number): Promise<CommandResult> {
  const result = await runCommand(site.root, ['build', '--json', '--concurrency', '40'], site.env);
  const made = madeIn(round);
  expect(Math.max(...made)).toBeLessThanOrEqual(1);
  const { errors } = result.json<{ errors: { code: string; asset: string }[] }>();
  if (result.code === 0) {
    expect(errors).toEqual([]);
    expect(made.every((count) => count === 1)).toBe(true);
  } else {
    // What was killed between its intent and its answer is in doubt, and nothing else is.
    expect(result.code).toBe(5);
    expect(new Set(errors.map((error) => error.code))).toEqual(new Set(['ASSETGEN_AMBIGUOUS']));
    const doubted = new Set(errors.map((error) => error.asset));
    for (const [index, count] of made.entries()) {
      expect(count === 1 || doubted.has(`a${index}`)).toBe(true);
    }
  }
  const doubted = errors.map((error) => `${error.asset}.png`);
  // What the last kill cut short stays beside them for a while; where all are in doubt, no file came.
  const folder = path.join(site.root, '.assetgen/files');
  const all = doubted.length === ASSETS && !existsSync(folder) ? [] : await readdir(folder);
  const files = all.filter((name) => !name.endsWith('.tmp'));
  expect([...files, ...doubted].sort()).toEqual(
    Array.from({ length: ASSETS }, (_each, index) => `a${index}.png`).sort(),
  );
  return result;
}

test(
  `kill -9 at ${KILLS} random moments of builds of ${ASSETS} assets: never two creates`,
  { timeout: 1_200_000 },
  async () => {
    let kills = 0;
    let doubts = 0;
    for (let round = 0; kills < KILLS; round += 1) {
      const site = await newSite(round);
      for (let misses = 0; misses < 2 && kills < KILLS;) {
        const nth = 1 + Math.floor(Math.random() * 24);
        const killed = await killedBuild(site, nth, Math.random() * 25);
        kills += killed ? 1 : 0;
        misses += killed ? 0 : 1;
      }
      const { errors } = (await finish(site, round)).json<{ errors: unknown[] }>();
      doubts += errors.length;
    }
    console.log(`${kills} kills, ${doubts} assets in doubt, no prompt charged twice`);
  },
);

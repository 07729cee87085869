import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import type { Fate } from '../support/paid-service.ts';
import type { StartedBuild } from '../support/started-build.ts';
import { startBuild } from '../support/started-build.ts';
import { fileOf, later, lockOf, newKey, newMachine, open, paid, usePlace } from './machines.ts';

/** Machines that begin at once over Redis, and a part of them over the others: each is a whole build. */
const BUYERS = Number(process.env['ASSETGEN_BUYERS'] ?? 20);
const buyersOf = (engine: string): number =>
  engine === 'Redis' || process.env['ASSETGEN_BUYERS'] !== undefined ? BUYERS : 8;
const ROUNDS = Number(process.env['ASSETGEN_KILL_ROUNDS'] ?? 3);

/** A server of this test that holds leases. */
interface Place {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** Stories of machines that want the same thing, over one place that keeps purchases single. */
export function tellOfOneBuyer(engine: string, start: () => Promise<Place>): void {
  let server: Place;
  beforeAll(async () => {
    server = await start();
    usePlace(server.env ?? {});
  });
  afterAll(() => server.stop());

  const buyers = buyersOf(engine);
  test(`${buyers} jobs that begin at once on one cold recipe: one create, and all have the result`, async () => {
    let builds: readonly StartedBuild[] = [];
    const isAwaited = () =>
      builds.some((build) => build.stderr().includes('another machine is making it'));
    await open({
      async onRequest(operation): Promise<Fate> {
        // A job that ends before a slow machine has started the others leaves nobody to wait for it.
        if (operation === 'queryGenerationResult') while (!isAwaited()) await delay(50);
        return 'answer';
      },
    });
    const key = newKey();
    const url = `${server.url}${server.url.includes('?') ? '&' : '?'}blobs=true`;
    const prompt = `a mill for all ${engine}`;
    const machines = await Promise.all(
      Array.from({ length: buyers }, () => newMachine(prompt, url, { ASSETGEN_SIGNING_KEY: key })),
    );
    builds = machines.map(({ root, env }) => startBuild(root, env));
    const codes = await Promise.all(builds.map((build) => build.ended));
    const told = builds.map((build) => build.stderr());
    expect(codes, told.join('\n')).toEqual(machines.map(() => 0));
    expect([...paid.accepted.values()]).toEqual([1]);
    for (const machine of machines) {
      expect(fileOf(machine).equals(fileOf(machines[0]!))).toBe(true);
      expect(lockOf(machine)).toBe(lockOf(machines[0]!));
    }
    expect(told.filter((text) => text.includes('submitting (createNormalPicture)'))).toHaveLength(
      1,
    );
    // One polls and downloads; the others take it from each other, or once more where they came late.
    expect(paid.counts.get('file') ?? 0).toBeLessThanOrEqual(3);
  });

  test('holders are killed at random: never two creates, and what is in doubt stops all', async () => {
    let builds: StartedBuild[] = [];
    await open({
      jobMs: 200,
      async onRequest(operation): Promise<Fate> {
        if (operation === 'createNormalPicture') {
          await delay(Math.random() * 80);
          for (const { child } of builds) if (Math.random() < 0.4) child.kill('SIGKILL');
        }
        return 'answer';
      },
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      const prompt = `a mill, ${engine} round ${round}`;
      const key = newKey();
      const machines = await Promise.all(
        Array.from({ length: 6 }, () =>
          newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key }),
        ),
      );
      builds = machines.map(({ root, env }) => startBuild(root, env));
      const codes = await Promise.all(builds.map((build) => build.ended));
      builds = [];
      for (const code of codes) expect([0, 5, null]).toContain(code);
      const late = await newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key });
      const last = await runCommand(late.root, ['build'], late.env);
      expect([0, 5]).toContain(last.code);
      if (last.code === 5) expect(last.stderr).toContain('ASSETGEN_AMBIGUOUS');
      expect(paid.accepted.get(prompt) ?? 0).toBeLessThanOrEqual(1);
    }
  });

  test('a machine that dies while it submits: the next asks a person, and --resubmit buys once more', async () => {
    let creates = 0;
    const killed: { build: StartedBuild | null } = { build: null };
    await open({
      onRequest(operation): Fate {
        if (operation === 'createNormalPicture') {
          creates += 1;
          if (creates === 1) killed.build?.child.kill('SIGKILL');
        }
        return 'answer';
      },
    });
    const key = newKey();
    const prompt = `a mill, ${engine} in doubt`;
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key })),
    );
    killed.build = startBuild(first!.root, first!.env);
    expect(await killed.build.ended).toBeNull();
    const asked = await runCommand(second!.root, ['build'], second!.env);
    expect(asked.code, asked.stderr).toBe(5);
    expect(asked.stderr).toContain('assetgen build --resubmit hero');
    expect(creates).toBe(1);
    expect(
      await runCommand(second!.root, ['build', '--resubmit', 'hero'], second!.env),
    ).toMatchObject({ code: 0 });
    expect(creates).toBe(2);
    expect(await runCommand(third!.root, ['build'], third!.env)).toMatchObject({ code: 0 });
    expect(creates).toBe(2);
  });

  test.each([false, 30])(
    'a place that forgets while another machine buys takes no claim any more, with "buyAlone": %s',
    async (buyAlone) => {
      const prompt = `a mill that ${engine} forgot ${buyAlone}`;
      const [buying, gone] = [later(), later()];
      await open({
        async onRequest(operation): Promise<Fate> {
          if (operation !== 'createNormalPicture') return 'answer';
          buying.resolve();
          await gone.promise;
          return 'answer';
        },
      });
      const key = { ASSETGEN_SIGNING_KEY: newKey() };
      const [buyer, waiter] = await Promise.all(
        [1, 2].map(() => newMachine(prompt, server.url, key, buyAlone)),
      );
      const first = startBuild(buyer!.root, buyer!.env);
      await buying.promise;
      const second = startBuild(waiter!.root, waiter!.env);
      while (!second.stderr().includes('another process is submitting')) await delay(50);
      await server.forget();
      if (engine === 'Postgres') {
        // The lock outlives what the table held, and the index knows the result by then.
        gone.resolve();
        expect([0, 1]).toContain(await second.ended);
      } else {
        expect(await second.ended, second.stderr()).toBe(1);
        expect(second.stderr()).toContain('ASSETGEN_FORGOT');
        expect(second.stderr()).toContain('nothing was submitted');
      }
      gone.resolve();
      expect(await first.ended, first.stderr()).toBe(0);
      expect(paid.accepted.get(prompt)).toBe(1);
    },
  );

  test('an acceptance that no trusted key signed is not believed, and nothing is bought again', async () => {
    await open({});
    const prompt = `a mill, ${engine} of a stranger`;
    const stranger = await newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: newKey() });
    expect(await runCommand(stranger.root, ['build'], stranger.env)).toMatchObject({ code: 0 });
    for (const more of [{ ASSETGEN_SIGNING_KEY: newKey() }, {}]) {
      const machine = await newMachine(prompt, server.url, more);
      const result = await runCommand(machine.root, ['build'], machine.env);
      expect(result.code).toBe(1);
      expect(result.stderr).toContain('ASSETGEN_BOUGHT_ELSEWHERE');
    }
    expect(paid.accepted.get(prompt)).toBe(1);
  });
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@assetgen/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const GRANT = 60;
/** What the local service charges for a picture. */
const PICTURE = 4;

const run = promisify(execFile);

interface Report {
  readonly generated: number;
  readonly points: number | null;
  readonly errors: readonly { readonly code: string; readonly asset: string | null }[];
}
interface Planned {
  readonly name: string;
  readonly action: string;
  readonly reason: string;
  readonly points: { readonly min: number; readonly max: number | null };
}
interface PlanJson {
  readonly assets: readonly Planned[];
  readonly points: { readonly min: number; readonly max: number | null };
  readonly balance?: number;
}
interface LockJson {
  readonly assets: Record<string, { readonly variants: readonly { readonly uuid: string }[] }>;
}

const image = (prompt: string, more: object = {}): object => ({
  kind: 'image',
  prompt,
  outputs: [{ format: 'webp', width: 64 }],
  ...more,
});

/** Two people, one repository, one account of points. Each has a cache of their own. */
describe('a team with one account', () => {
  let service: CountedService;
  let folder: string;
  let alice: Person;
  let bob: Person;
  let bought = 0;
  let paid = 0;

  class Person {
    readonly root: string;
    readonly #env: Record<string, string>;

    constructor(name: string) {
      this.root = path.join(folder, name);
      this.#env = {
        ASSETGEN_API_URL: service.url,
        ASSETGEN_API_KEY: 'secret-key',
        ASSETGEN_CACHE_DIR: path.join(folder, `cache-${name}`),
      };
    }

    command(...args: string[]) {
      return runCommand(this.root, args, this.#env);
    }

    async build(...args: string[]): Promise<Report & { readonly code: number | null }> {
      const result = await this.command('build', '--json', ...args);
      return { ...result.json<Report>(), code: result.code };
    }

    async plan(...args: string[]): Promise<PlanJson> {
      return (await this.command('plan', '--json', ...args)).json<PlanJson>();
    }

    async git(...args: string[]): Promise<string> {
      const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
      return (await run('git', [...who, ...args], { cwd: this.root })).stdout;
    }

    async commit(message: string): Promise<void> {
      await this.git('add', '-A');
      await this.git('commit', '-q', '-m', message);
    }

    async write(file: string, assets: object): Promise<void> {
      await mkdir(path.join(this.root, 'assets'), { recursive: true });
      const text = `${JSON.stringify({ assets }, null, 2)}\n`;
      await writeFile(path.join(this.root, 'assets', file), text);
    }

    async edit(file: string, change: (text: string) => string): Promise<void> {
      const name = path.join(this.root, 'assets', file);
      await writeFile(name, change(await readFile(name, 'utf8')));
    }

    lockText(): Promise<string> {
      return readFile(path.join(this.root, 'assets.gen.lock.json'), 'utf8');
    }

    async lock(): Promise<LockJson> {
      return JSON.parse(await this.lockText()) as LockJson;
    }
  }

  /** Checks what was bought since the last call, by the service's own account. */
  async function expectBought(creates: number, points: number): Promise<void> {
    bought += creates;
    paid += points;
    expect(service.creates()).toBe(bought);
    const client = createClient({ apiUrl: service.url, apiKey: 'secret-key' });
    const { total_points: left } = await client.queryPointsInfo();
    await client.close();
    expect(GRANT - left).toBe(paid);
  }

  beforeAll(async () => {
    service = await startCountedService({ points: GRANT });
    folder = await mkdtemp(path.join(tmpdir(), 'team-'));
    alice = new Person('alice');
    bob = new Person('bob');
    await mkdir(alice.root);
    await alice.git('init', '-q', '-b', 'main');
    await writeFile(path.join(alice.root, '.gitignore'), '.assetgen/\n');
    await writeFile(
      path.join(alice.root, 'assetgen.config.json'),
      JSON.stringify({ manifests: 'assets/*.gen.json' }),
    );
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('add and plan: two assets are new, their price is not known, nothing is bought', async () => {
    await alice.write('main.gen.json', {
      hero: image('a castle by the sea'),
      logo: image('a red kite', { variants: 2 }),
    });
    const plan = await alice.plan();
    expect(plan.assets).toMatchObject([
      { name: 'hero', action: 'generate', reason: 'new', points: { min: 0, max: null } },
      { name: 'logo', action: 'generate', reason: 'new' },
    ]);
    expect(plan.balance).toBe(GRANT);
    await expectBought(0, 0);
  });

  test('build and commit: each is bought once', async () => {
    expect(await alice.build()).toMatchObject({ code: 0, generated: 2, points: 3 * PICTURE });
    await expectBought(2, 3 * PICTURE);
    await alice.command('init', '--merge-driver');
    await alice.commit('hero and logo');
  });

  test('a fresh clone on another machine, frozen: by UUID, nothing is bought or changed', async () => {
    await run('git', ['clone', '-q', alice.root, bob.root]);
    expect(await bob.build('--frozen')).toMatchObject({ code: 0, generated: 0, downloaded: 2 });
    expect(await bob.git('status', '--porcelain')).toBe('');
    await expectBought(0, 0);
  });

  test('add a size: processed on this machine, nothing is bought', async () => {
    await bob.edit('main.gen.json', (text) =>
      text.replace('"width": 64\n        }\n', '"width": 64\n        },\n        "png"\n'),
    );
    const [hero] = (await bob.plan()).assets;
    expect(hero).toMatchObject({ action: 'process', reason: 'new output hero.png' });
    expect(await bob.build()).toMatchObject({ code: 0, generated: 0 });
    await expectBought(0, 0);
  });

  test('change a prompt: the plan says which and what for, just that asset is bought', async () => {
    await bob.edit('main.gen.json', (text) => text.replace('by the sea', 'in the fog'));
    const plan = await bob.plan();
    expect(plan.assets).toMatchObject([
      {
        name: 'hero',
        action: 'generate',
        reason: 'prompt changed: "a castle in the fog"',
        points: { min: PICTURE, max: PICTURE },
      },
      { name: 'logo', action: 'none' },
    ]);
    expect(await bob.build()).toMatchObject({ code: 0, generated: 1 });
    await expectBought(1, PICTURE);
  });

  test('reroll: asks again for the same prompt; one entry of the lock changes', async () => {
    const before = (await bob.lock()).assets;
    expect((await bob.command('reroll', 'hero')).code).toBe(0);
    expect(await bob.build()).toMatchObject({ code: 0, generated: 1 });
    const after = (await bob.lock()).assets;
    expect(after['logo']).toEqual(before['logo']);
    expect(after['hero']?.variants[0]?.uuid).not.toBe(before['hero']?.variants[0]?.uuid);
    await expectBought(1, PICTURE);
  });

  test('pick a known variant: costs nothing; one entry of the lock changes', async () => {
    const before = (await bob.lock()).assets;
    expect((await bob.command('pick', 'logo', '2')).code).toBe(0);
    expect(await bob.build()).toMatchObject({ code: 0, generated: 0, points: 0 });
    const after = (await bob.lock()).assets;
    expect(after['hero']).toEqual(before['hero']);
    expect(after['logo']).not.toEqual(before['logo']);
    expect(after['logo']?.variants).toEqual(before['logo']?.variants);
    await expectBought(0, 0);
    expect((await bob.command('pick', 'logo', '3')).code).toBe(2);
  });

  test('rename, on a machine that has nothing in its cache: costs nothing', async () => {
    await bob.edit('main.gen.json', (text) => text.replace('"logo"', '"brand/logo"'));
    await rm(path.join(folder, 'cache-bob'), { recursive: true });
    const uuids = (await bob.lock()).assets['logo']?.variants;
    const [renamed] = (await bob.plan()).assets;
    expect(renamed).toMatchObject({ name: 'brand/logo', points: { min: 0, max: 0 } });
    expect(renamed?.reason).toContain('bought before ("logo")');
    expect((await bob.build('--frozen')).code).toBe(3);
    expect(await bob.build()).toMatchObject({ code: 0, generated: 0, points: 0 });
    const { assets } = await bob.lock();
    expect(Object.keys(assets)).toEqual(['brand/logo', 'hero']);
    expect(assets['brand/logo']?.variants).toEqual(uuids);
    await expectBought(0, 0);
  });

  test('a copy under a second name shares the purchase', async () => {
    await bob.write('copy.gen.json', {
      twin: image('a castle in the fog', { revision: 1 }),
    });
    expect(await bob.build()).toMatchObject({ code: 0, generated: 0, points: 0 });
    await expectBought(0, 0);
  });

  test('delete: the entry is obsolete, then gone; nothing is written when nothing changed', async () => {
    await rm(path.join(bob.root, 'assets/copy.gen.json'));
    const check = await bob.command('check');
    expect(check.code).toBe(3);
    expect(check.stderr).toContain('twin');
    expect((await bob.build()).code).toBe(0);
    expect(Object.keys((await bob.lock()).assets)).toEqual(['brand/logo', 'hero']);
    expect((await bob.command('check')).code).toBe(0);
    const text = await bob.lockText();
    expect((await bob.build()).code).toBe(0);
    expect(await bob.lockText()).toBe(text);
    await bob.commit('a sharper hero, another logo');
    await expectBought(0, 0);
  });

  test('merge two branches that added different assets: git merges the lock, all is up to date', async () => {
    await alice.git('pull', '-q', '--ff-only', bob.root, 'main');
    await bob.write('bob.gen.json', { bridge: image('a bridge of stone') });
    expect((await bob.build()).code).toBe(0);
    await bob.commit('bridge');

    await alice.write('alice.gen.json', { boat: image('a boat of wood') });
    expect((await alice.build()).code).toBe(0);
    await alice.commit('boat');
    await expectBought(2, 2 * PICTURE);

    await alice.git(
      'config',
      'merge.assetgen.driver',
      `"${process.execPath}" "${MAIN}" merge-driver %O %A %B`,
    );
    await alice.git('fetch', '-q', bob.root, 'main');
    await alice.git('merge', '-q', '-m', 'merge', 'FETCH_HEAD');
    expect(Object.keys((await alice.lock()).assets)).toEqual([
      'boat',
      'brand/logo',
      'bridge',
      'hero',
    ]);
    const report = await alice.build();
    expect(report).toMatchObject({ code: 0, generated: 0, points: 0 });
    expect((await alice.command('check')).code).toBe(0);
    expect(await alice.git('status', '--porcelain', 'assets.gen.lock.json')).toBe('');
    await alice.git('add', '-A');
    await alice.git('commit', '-q', '--allow-empty', '-m', 'types');
    await expectBought(0, 0);
  });

  test('merge two branches that bought different things for one asset: stops and asks', async () => {
    await bob.git('pull', '-q', '--no-rebase', alice.root, 'main');
    await bob.edit('bob.gen.json', (text) => text.replace('of stone', 'of rope'));
    await alice.edit('bob.gen.json', (text) => text.replace('of stone', 'of iron'));
    for (const person of [bob, alice]) {
      expect((await person.build()).code).toBe(0);
      await person.commit('another bridge');
    }
    await expectBought(2, 2 * PICTURE);
    await alice.git('fetch', '-q', bob.root, 'main');
    await expect(alice.git('merge', '-q', 'FETCH_HEAD')).rejects.toThrow();
    expect(await alice.lockText()).toMatch(/<{7} ours\n {4}"bridge"[^]*={7}\n {4}"bridge"[^]*>{7}/);
    const build = await alice.build();
    expect(build.code).toBe(2);
    await alice.git('checkout', '--ours', '.');
    expect((await alice.build()).code).toBe(0);
    await alice.commit('iron it is');
    await expectBought(0, 0);
  });

  test('a saved plan is done as it was, or refused as stale', async () => {
    await alice.edit('alice.gen.json', (text) => text.replace('of wood', 'of paper'));
    const file = path.join(folder, 'plan.json');
    expect((await alice.command('plan', '--out', file)).code).toBe(0);
    await alice.edit('alice.gen.json', (text) => text.replace('of paper', 'of reeds'));
    const stale = await alice.build('--plan', file);
    expect(stale).toMatchObject({ code: 2, errors: [{ code: 'ASSETGEN_STALE_PLAN' }] });
    await expectBought(0, 0);
    await alice.command('plan', '--out', file);
    expect(await alice.build('--plan', file)).toMatchObject({ code: 0, generated: 1 });
    await expectBought(1, PICTURE);
    expect((await alice.build('--plan', file)).code).toBe(2);
  });

  test('a budget is kept to, and what was not made is named', async () => {
    await alice.write('more.gen.json', {
      'more/a': image('a lamp'),
      'more/b': image('a candle'),
      'more/c': image('a torch'),
    });
    const build = await alice.command('build', '--budget', String(2 * PICTURE));
    expect(build.code).toBe(4);
    expect(build.stderr).toMatch(/Made: more\/., more\/.\.\nNot made: more\/.\./);
    await expectBought(2, 2 * PICTURE);
  });

  test('run out of points: stops before the first create, exit 4', async () => {
    const left = GRANT - paid;
    const count = Math.floor(left / PICTURE) + 1;
    const many = Array.from({ length: count }, (_, index) => [
      `many/${index}`,
      image(`${index} stars`),
    ]);
    await alice.write('many.gen.json', Object.fromEntries(many));
    const plan = await alice.plan();
    expect(plan).toMatchObject({ balance: left, points: { min: (count + 1) * PICTURE } });
    const build = await alice.build();
    expect(build.code).toBe(4);
    expect(new Set(build.errors.map((error) => error.code))).toEqual(new Set(['ASSETGEN_POINTS']));
    await expectBought(0, 0);
  });

  test('resume: with fewer assets the rest of the points does', async () => {
    await alice.write('many.gen.json', { 'many/0': image('0 stars') });
    expect(await alice.build()).toMatchObject({ code: 0, generated: 2 });
    await expectBought(2, 2 * PICTURE);
    expect(await alice.build()).toMatchObject({ code: 0, generated: 0, points: 0 });
    await expectBought(0, 0);
  });
});

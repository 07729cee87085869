import {
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../brands.ts';
import { fileJournal } from '../jobs/journal/journal.ts';
import { openProjectTools } from '../project/open-project-tools.ts';
import { openResultIndex } from '../store/index/result-index.ts';
import { openPlanKeeper } from './open-plan-keeper.ts';
import { planFileOf, readToldPlan } from './read-told-plan.ts';

let root: string;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'told-')));
  env = { HOME: root, ASSETGEN_CACHE_DIR: join(root, 'cache') };
  await write('assetgen.config.json', '{ "service": "local" }');
  await write('logo.png', 'not looked into');
  await write('assets.gen.json', manifest());
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

const image = { kind: 'image', prompt: 'a hill' };
function manifest(more: object = {}): string {
  const logo = { kind: 'image', source: './logo.png' };
  return JSON.stringify({ assets: { hill: image, logo, ...more } });
}

/** For it all files were left alone for long. */
const later = (): number => Date.now() + 10_000;

/**
 * Plans, keeps what is told, and says whether it was kept.
 * @param meanwhile done between the plan and its record
 */
async function plan(started = later(), meanwhile?: () => Promise<unknown>): Promise<boolean> {
  await rm(planFileOf(root), { force: true });
  const project = openProjectTools({ root, options: {}, command: 'build' }, env);
  try {
    const keeper = await openPlanKeeper(project, env, started);
    const made = await project.plan();
    await meanwhile?.();
    await keeper.keep(made, `told ${made.assets.length}`);
  } finally {
    await project.close();
  }
  return (await readFile(planFileOf(root), 'utf8').catch(() => null)) !== null;
}
const told = (): string | null => readToldPlan(root, env)?.text ?? null;

/** The recipe of the only asset that is bought. */
async function recipe(): Promise<Fingerprint> {
  const project = openProjectTools({ root, options: {}, command: 'build' }, env);
  const { assets } = await project.plan();
  await project.close();
  return assets.find(({ asset }) => asset.name === 'hill')?.recipe as Fingerprint;
}

describe('a plan that was told before', () => {
  it('is told again, with what the command needs beside it', async () => {
    expect(told()).toBeNull();
    expect(await plan()).toBe(true);
    expect(readToldPlan(root, env)).toEqual({
      text: 'told 2',
      settings: { prefix: '@gen', mode: 'generate', budget: null, service: 'local' },
      obsolete: [],
    });
    expect(await readFile(join(root, '.assetgen/.gitignore'), 'utf8')).toContain('*');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the manifest', () => write('assets.gen.json', `${manifest()} `)],
    ['the manifest, which is gone', () => rm(join(root, 'assets.gen.json'))],
    [
      'the manifest, by another of the same bytes',
      async () => {
        await write('new.json', manifest());
        await rename(join(root, 'new.json'), join(root, 'assets.gen.json'));
      },
    ],
    ['a second manifest', () => write('assets.gen.jsonc', '{ "assets": {} }')],
    ['a second manifest behind a link', () => symlink('logo.png', join(root, 'assets.gen.jsonc'))],
    ['the lock', () => write('assets.gen.lock.json', '{ "lockfileVersion": 1, "assets": {} }')],
    ['the config', () => write('assetgen.config.json', '{ "service": "local", "budget": 2 }')],
    ['a config that was not there', () => write('.assetgenrc', '{ "mode": "frozen" }')],
    ['an input', () => write('logo.png', 'another one')],
    [
      'the journal of the project',
      async () => {
        const journal = fileJournal([join(root, '.assetgen/journal/local')]);
        await journal.append('x-0', { state: 'planned', asset: 'x', operation: 'y' });
      },
    ],
    [
      'the journal of the machine',
      async () => {
        const journal = fileJournal([join(root, 'cache/v1/locks/local')]);
        await journal.append('x-0', { state: 'planned', asset: 'x', operation: 'y' });
      },
    ],
    [
      'the index',
      () =>
        openResultIndex(join(root, 'cache/v1/index/local')).setRecipe('ab' as Fingerprint, {
          jobs: [],
          variants: [],
        }),
    ],
    [
      'the index, behind a link',
      async () => {
        await mkdir(join(root, 'cache/v1/index'), { recursive: true });
        await mkdir(join(root, 'elsewhere'));
        await symlink('../../../elsewhere', join(root, 'cache/v1/index/local'));
      },
    ],
  ])('is made anew after a change of %s', async (_what, change) => {
    expect(await plan()).toBe(true);
    expect(told()).toBe('told 2');
    await change();
    expect(told()).toBeNull();
  });

  it('is made anew in another environment, for another user, elsewhere', async () => {
    expect(await plan()).toBe(true);
    for (const other of [
      { CI: '1' },
      { ASSETGEN_MODE: 'draft' },
      { ASSETGEN_CACHE_DIR: root },
      { XDG_CACHE_HOME: root },
    ]) {
      expect(readToldPlan(root, { ...env, ...other })).toBeNull();
    }
    const moved = `${root}-moved`;
    await rename(root, moved);
    expect(readToldPlan(moved, env)).toBeNull();
    await rename(moved, root);
    expect(told()).toBe('told 2');
  });

  it('is none where a record is torn, made up or of a link', async () => {
    expect(await plan()).toBe(true);
    const text = await readFile(planFileOf(root), 'utf8');
    for (const odd of [
      '',
      '\n',
      '{}\n{}',
      text.slice(0, 50),
      text.slice(0, -1),
      `${text.slice(0, -1)}\0`,
      text.replace(/"stamps":\{.*?\}/, '"stamps":{}'),
    ]) {
      await writeFile(planFileOf(root), odd);
      expect(told()).toBeNull();
    }
    await write('elsewhere.json', text);
    await rm(planFileOf(root));
    await symlink('../elsewhere.json', planFileOf(root));
    expect(told()).toBeNull();
  });
});

describe('a plan is not kept', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['whose config is a program', () => write('assetgen.config.mjs', 'export default {}')],
    [
      'whose manifests are a glob',
      () => write('assetgen.config.json', '{ "service": "local", "manifests": "*.gen.json" }'),
    ],
    [
      'that may cost at a service',
      () => write('assetgen.config.json', '{ "apiUrl": "http://127.0.0.1:9" }'),
    ],
    [
      'of an input behind a link',
      async () => {
        await rename(join(root, 'logo.png'), join(root, 'real.png'));
        await symlink('real.png', join(root, 'logo.png'));
      },
    ],
    [
      'of a manifest behind a link',
      async () => {
        await rename(join(root, 'assets.gen.json'), join(root, 'real.json'));
        await symlink('real.json', join(root, 'assets.gen.json'));
      },
    ],
    [
      'of an asset that a journal knows',
      async () => {
        const journal = fileJournal([join(root, '.assetgen/journal/local')]);
        const id = `${await recipe()}-0`;
        await journal.claim(id, {
          state: 'sending',
          nonce: 'a',
          asset: 'hill',
          operation: 'o',
          balance: 1,
        });
        await journal.append(id, { state: 'accepted', nonce: 'a', uuids: ['u'], points: 1, at: 1 });
      },
    ],
    [
      'of an asset that this machine bought',
      async () => {
        const digest = `sha256-${'0'.repeat(64)}` as never;
        const index = openResultIndex(join(root, 'cache/v1/index/local'));
        await index.setRecipe(await recipe(), {
          jobs: [{ operation: 'o', uuids: ['u'], points: 1 }],
          variants: [{ uuid: 'u', digest, bytes: 1 }],
        });
      },
    ],
  ])('%s', async (_what, prepare) => {
    await prepare();
    expect(await plan()).toBe(false);
  });

  it('of files that were touched just before', async () => {
    expect(await plan(Date.now())).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the lock came', () => write('assets.gen.lock.json', '{}')],
    ['the manifest went', () => rm(join(root, 'assets.gen.json'))],
    ['the config went', () => rm(join(root, 'assetgen.config.json'))],
    ['an input went', () => rm(join(root, 'logo.png'))],
    ['a journal came', () => write('.assetgen/journal/local/x-0.jsonl', '')],
  ])('where %s while it was made', async (_what, change) => {
    expect(await plan(later(), change)).toBe(false);
  });
});

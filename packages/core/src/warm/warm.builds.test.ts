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
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssetgenOptions, Mode } from '../config/assetgen-options.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { openProjectTools } from '../project/open-project-tools.ts';
import { openProject, readToldPlan } from './index.ts';
import { openPlanKeeper } from './open-plan-keeper.ts';

let root: string;
beforeEach(async () => {
  // Where CI is set a build is frozen, and makes nothing.
  vi.stubEnv('CI', undefined);
  root = await realpath(await mkdtemp(join(tmpdir(), 'warm-')));
  const image = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  await sharp({ create: image }).png().toFile(join(root, 'logo.png'));
  await write('assets.gen.json', manifest(4));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const write = async (
  name: string,
  text: string,
  encoding: BufferEncoding = 'utf8',
): Promise<void> => {
  await mkdir(join(root, name, '..'), { recursive: true });
  await writeFile(join(root, name), text, encoding);
};
const manifest = (width: number): string =>
  JSON.stringify({
    assets: {
      'ui/logo': { kind: 'image', source: './logo.png', outputs: [{ format: 'webp', width }] },
    },
  });
/** A build may trust files that were left alone for a while: for it, this is some time later. */
const later = (): number => Date.now() + 10_000;

interface Built {
  readonly files: readonly string[];
  readonly code: string | undefined;
  readonly warnings: readonly string[];
  readonly modes: readonly Mode[];
  /** Of the snapshot that is there afterwards: a build that asked the pipeline leaves a new one. */
  readonly id: string | undefined;
}

async function build(options: AssetgenOptions = { service: 'local' }, now = later): Promise<Built> {
  const warnings: string[] = [];
  const cache = { dir: join(root, 'cache') };
  const onEvent = (event: ProjectEvent): void => {
    if (event.type === 'warning') warnings.push(event.code);
  };
  const given = { root, command: 'build', options: { cache, ...options }, onEvent } as const;
  const project = openProject(given, process.env, now);
  const settings = await project.settings();
  const { report, view } = await project.ensure();
  expect(report).toMatchObject({ ok: true, assets: 1, outputs: 1 });
  expect(project.watched()).toContain(join(root, 'logo.png'));
  await project.close();
  const object = view.resolve(`${view.prefix}/ui/logo`);
  const text = await readFile(join(root, '.assetgen/warm.json'), 'utf8').catch(() => '{}');
  return {
    files: view.files.map(({ name, sha256 }) => `${name} ${sha256}`),
    code: object?.type === 'object' ? object.code : undefined,
    warnings,
    modes: [settings.mode, report.mode],
    id: (JSON.parse(text) as { id?: string }).id,
  };
}

describe('a build after one that had nothing to do', () => {
  it('comes to the same without the pipeline', async () => {
    await build();
    const idle = await build();
    expect(idle.id).toBeDefined();
    expect(await build()).toEqual(idle);
  });

  it('tells a wrong name with the nearest one, as the pipeline does', async () => {
    await build();
    await build();
    const project = openProject({
      root,
      command: 'build',
      options: { service: 'local', cache: { dir: join(root, 'cache') } },
    });
    const { view } = await project.ensure();
    expect(() => view.resolve('@gen/ui/lgo.4w.webp')).toThrow(
      expect.objectContaining({
        code: 'ASSETGEN_UNKNOWN_IMPORT',
        hint: 'Did you mean "@gen/ui/logo.4w.webp"?',
      }),
    );
    expect(view.resolve('react')).toBeNull();
  });

  it('repeats the warnings', async () => {
    await build({});
    const idle = await build({});
    expect(idle.warnings).toEqual(['ASSETGEN_DRAFTS']);
    expect(idle.modes).toEqual(['generate', 'draft']);
    expect(await build({})).toEqual(idle);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the manifest', () => write('assets.gen.json', `${manifest(4)} `)],
    [
      'an input',
      async () => write('logo.png', await readFile(join(root, 'logo.png'), 'latin1'), 'latin1'),
    ],
    ['a config that was not there', () => write('.assetgenrc.json', '{ "concurrency": 3 }')],
    ['the types', () => rm(join(root, 'assets.gen.d.ts'))],
    ['an output', () => rm(join(root, '.assetgen/files/ui/logo.4w.webp'))],
    ['a second manifest', () => write('assets.gen.jsonc', '{ "assets": {} }')],
  ])('asks the pipeline after a change of %s', async (_what, change) => {
    await build();
    const idle = await build();
    await change();
    const after = await build();
    // What it made is not yet trusted: only the next build leaves a snapshot.
    const settled = after.id === idle.id ? await build() : after;
    expect(settled.id).not.toBe(idle.id);
    expect(settled.files).toEqual(idle.files);
  });

  it('asks the pipeline with other options', async () => {
    await build();
    const idle = await build();
    const other = await build({ service: 'local', prefix: '@art' });
    expect(other.id).not.toBe(idle.id);
    expect(other.code).toContain('@art/ui/logo.4w.webp');
  });

  it('shows what the changed manifest asks for', async () => {
    await build();
    const idle = await build();
    await write('assets.gen.json', manifest(2));
    expect((await build()).files).not.toEqual(idle.files);
  });

  it('trusts no file that was touched while, or just before, it was read', async () => {
    await build({ service: 'local' }, Date.now);
    const soon = await build({ service: 'local' }, Date.now);
    expect(soon.id).toBeUndefined();
  });

  it('keeps no snapshot where an input is a link, whose target may change', async () => {
    await rename(join(root, 'logo.png'), join(root, 'real.png'));
    await symlink('real.png', join(root, 'logo.png'));
    const first = await build();
    expect((await build()).id).toBeUndefined();
    const blue = { width: 8, height: 8, channels: 3, background: 'blue' } as const;
    await sharp({ create: blue }).png().toFile(join(root, 'real.png'));
    expect((await build()).files).not.toEqual(first.files);
  });

  it('asks the pipeline where a link takes the place of a config that was not there', async () => {
    await build();
    const idle = await build();
    await write('other.json', '{ "prefix": "@art" }');
    await symlink('other.json', join(root, '.assetgenrc.json'));
    expect((await build()).code).not.toEqual(idle.code);
  });

  it('keeps what a plan told of its files until one of them changes', async () => {
    const cache = { ASSETGEN_CACHE_DIR: join(root, 'cache') };
    await write('assetgen.config.json', '{ "service": "local" }');
    await build();
    const plan = async (): Promise<string | null> => {
      const project = openProjectTools({ root, options: {}, command: 'build' }, cache);
      const keeper = await openPlanKeeper(project, cache, later());
      const made = await project.plan();
      await project.close();
      await keeper.keep(made, made.assets.map(({ reason }) => reason).join());
      return readToldPlan(root, cache)?.text ?? null;
    };
    const output = join(root, '.assetgen/files/ui/logo.4w.webp');
    expect(await plan()).toBe('up to date');
    await writeFile(output, 'edited');
    expect(readToldPlan(root, cache)).toBeNull();
    // What the store has is in no record.
    expect(await plan()).toBeNull();
    await rm(join(root, 'cache/v1/blobs'), { recursive: true });
    expect(await plan()).toContain('was edited');
    await rm(output);
    expect(readToldPlan(root, cache)).toBeNull();
    expect(await plan()).toContain('missing');
    await mkdir(join(root, 'cache/v1/blobs'));
    expect(readToldPlan(root, cache)).toBeNull();
  });

  it('keeps no snapshot where a config is a program', async () => {
    await write('assetgen.config.mjs', 'export default { concurrency: 2 };');
    await build();
    expect((await build()).id).toBeUndefined();
  });
});

describe('a dev server', () => {
  const cache = (): { dir: string } => ({ dir: join(root, 'cache') });

  async function serve(mode?: Mode) {
    const options = { service: 'local', cache: cache() } as const;
    const project = openProject({ root, command: 'serve', options }, process.env, later);
    const settings = await project.settings();
    const { report, view } = await project.ensure(mode === undefined ? {} : { mode });
    return { project, settings, report, view, id: await idOf('warm-serve.json') };
  }

  async function idOf(name: string): Promise<string | undefined> {
    const text = await readFile(join(root, '.assetgen', name), 'utf8').catch(() => '{}');
    return (JSON.parse(text) as { id?: string }).id;
  }

  it('starts as the last one did where nothing changed, and then asks the pipeline', async () => {
    await build();
    const first = await serve('draft');
    await first.project.close();
    const second = await serve('draft');
    expect(second.id).toBe(first.id);
    expect(second.id).toBeDefined();
    expect(second.settings).toEqual(first.settings);
    expect(second.report).toMatchObject({ mode: 'draft', ok: true, assets: 1, cached: 1 });
    expect(second.view.files).toEqual(first.view.files);
    expect(second.project.watched()).toContain(join(root, 'logo.png'));
    await write('assets.gen.json', manifest(2));
    second.project.invalidate();
    const changed = await second.project.ensure({ mode: 'draft' });
    expect(changed.view.files[0]?.name).toBe('ui/logo.2w.webp');
    expect(second.project.watched()).toContain(join(root, 'logo.png'));
    await second.project.close();
  });

  it('asks the pipeline for another mode, and after a change between two starts', async () => {
    await build();
    const first = await serve('draft');
    await first.project.close();
    const other = await serve('generate');
    expect(other.report.mode).toBe('generate');
    await other.project.close();
    await write('assets.gen.json', manifest(2));
    const after = await serve('draft');
    expect(after.view.files[0]?.name).toBe('ui/logo.2w.webp');
    await after.project.close();
  });

  it('has a snapshot beside that of a build', async () => {
    await build();
    const { id } = await build();
    const { project } = await serve('draft');
    await project.close();
    expect(await idOf('warm.json')).toBe(id);
  });
});

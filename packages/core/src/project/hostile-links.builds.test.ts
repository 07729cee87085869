import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mode } from '../config/assetgen-options.ts';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const IMAGE = { kind: 'image', prompt: 'a red ball', outputs: [{ format: 'webp', width: 16 }] };

/** A repository that was cloned holds links: none leads a build, or its deletions, out of the root. */
describe('a link in a repository', () => {
  let base: string;
  let root: string;
  let outside: string;
  let project: ProjectTools;

  beforeEach(async () => {
    base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'links-')));
    root = path.join(base, 'project');
    outside = path.join(base, 'outside');
    await mkdir(path.join(outside, 'files/props'), { recursive: true });
    await mkdir(path.join(outside, 'local'));
    for (const name of ['ball.16w.webp', 'old.glb', 'props/ball.16w.webp', 'precious.json']) {
      await writeFile(path.join(outside, 'files', name), `precious ${name}`);
    }
    await writeFile(path.join(outside, 'precious'), '{"precious": true}');
    await mkdir(root);
    const manifest = { assets: { ball: IMAGE, 'props/ball': { ...IMAGE, prompt: 'a blue ball' } } };
    await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify(manifest));
  });
  afterEach(async () => {
    await project.close();
    await rm(base, { recursive: true, force: true });
  });

  function open(cacheDir = path.join(base, 'cache')): ProjectTools {
    const options = { service: 'local', cache: { dir: cacheDir } } as const;
    project = openProjectTools({ root, command: 'build', options }, {});
    return project;
  }

  /** Names, kinds and bytes of all that stands outside. */
  function precious(): string[] {
    const entries = readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();
    return entries.map((name) => {
      const file = path.join(outside, name);
      return lstatSync(file).isFile() ? `${name}: ${readFileSync(file, 'utf8')}` : name;
    });
  }

  async function link(name: string, target: string): Promise<void> {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await symlink(
      path.relative(path.dirname(path.join(root, name)), target),
      path.join(root, name),
    );
  }

  /** The codes of a run that is refused as a whole, or asset by asset. */
  async function build(mode: Mode = 'generate'): Promise<readonly string[]> {
    try {
      const { report } = await open().ensure({ mode });
      return report.errors.map(({ code }) => code);
    } catch (error) {
      return [(error as { code: string }).code];
    }
  }

  it.each([
    ['.assetgen', ''],
    ['.assetgen/files', 'files'],
    ['.assetgen/files/props', 'files/props'],
    ['.assetgen/files/ball.16w.webp', 'files/ball.16w.webp'],
    ['.assetgen/journal', ''],
    ['.assetgen/journal/local', 'local'],
    ['.assetgen/drafts', ''],
    ['.assetgen/cache', ''],
    ['assets.gen.lock.json', 'nothing there'],
    ['assets.gen.d.ts', 'precious'],
  ])('at %s is refused, and nothing is written through it', async (name, target) => {
    await link(name, path.join(outside, target));
    const before = precious();
    expect(new Set(await build())).toEqual(new Set(['ASSETGEN_LINK']));
    expect(precious()).toEqual(before);
    expect(lstatSync(path.join(root, name)).isSymbolicLink()).toBe(true);
  });

  it.each(['.assetgen/state.json', '.assetgen/failures.json', '.assetgen/.gitignore'])(
    'at %s, which a build can do without, changes nothing either',
    async (name) => {
      await link(name, path.join(outside, 'precious'));
      const before = precious();
      await build();
      expect(precious()).toEqual(before);
    },
  );

  it.each(['.assetgen/drafts/files', '.assetgen/drafts/blobs', '.assetgen/drafts/lock.json'])(
    'at %s holds no draft',
    async (name) => {
      await link(name, path.join(outside, name.endsWith('.json') ? 'nowhere' : 'files'));
      const before = precious();
      expect(await build('draft')).toContain('ASSETGEN_LINK');
      expect(precious()).toEqual(before);
    },
  );

  it('does not make obsolete entries of a lock delete what it leads to', async () => {
    expect(await build()).toEqual([]);
    await project.close();
    const file = path.join(root, 'assets.gen.lock.json');
    const lock = JSON.parse(readFileSync(file, 'utf8')) as { assets: Record<string, object> };
    const ball = lock.assets['ball'] as { outputs: Record<string, object> };
    const [output = {}] = Object.values(ball.outputs);
    lock.assets['old'] = { ...ball, outputs: { 'old.glb': output, 'precious.json': output } };
    await writeFile(file, JSON.stringify(lock));
    await rm(path.join(root, '.assetgen/files'), { recursive: true });
    await link('.assetgen/files', path.join(outside, 'files'));
    const before = precious();
    expect(await build()).toEqual(['ASSETGEN_LINK']);
    expect(precious()).toEqual(before);
  });

  it('in a cache folder that the repository names leads nowhere: not a build, not prune', async () => {
    const cache = path.join(root, 'cache');
    for (const [name, target] of [
      ['cache/v1/tmp', 'files'],
      ['cache/v1/blobs', 'files'],
      ['cache/v1/service/made', 'files'],
    ] as const) {
      await link(name, path.join(outside, target));
      const before = precious();
      const { report } = await open(cache)
        .ensure({ mode: 'generate' })
        .catch((error: { code: string }) => ({ report: { errors: [error] } }));
      expect(report.errors.map(({ code }) => code)).toContain('ASSETGEN_LINK');
      await project.prune({ days: 0 }).catch(() => undefined);
      await project.close();
      expect(precious()).toEqual(before);
      await rm(path.join(root, 'cache'), { recursive: true });
    }
  });

  it('of the whole project is the user’s own, and works', async () => {
    await symlink(root, path.join(base, 'way-in'));
    root = path.join(base, 'way-in');
    expect(await build()).toEqual([]);
  });
});

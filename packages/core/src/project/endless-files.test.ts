import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from '../warm/open-project.ts';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const LOCAL = { kind: 'image', source: './a.png' };

/** What a repository puts in the place of a file does not keep a build for ever, nor fill its memory. */
describe.skipIf(process.platform === 'win32')('a file that never ends', () => {
  let root: string;
  let project: ProjectTools | null;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'endless-')));
    project = null;
  });
  afterEach(() => project?.close());

  const options = { service: 'local', cache: { dir: '.cache' } } as const;
  const at = (name: string): string => path.join(root, name);
  async function build(config?: object): Promise<unknown> {
    if (config !== undefined) await writeFile(at('.assetgenrc.json'), JSON.stringify(config));
    project = openProjectTools({ root, command: 'build', options }, {});
    return project.ensure({ mode: 'frozen' }).then(
      ({ report }) => report.errors[0]?.code ?? 'ok',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );
  }
  const manifest = (assets: object = {}): Promise<void> =>
    writeFile(at('assets.gen.json'), JSON.stringify({ assets }));
  const KINDS: readonly [string, (file: string) => Promise<void> | void][] = [
    ['a device', (file) => symlink('/dev/zero', file)],
    ['a pipe', (file) => void execFileSync('mkfifo', [file])],
  ];

  it.each(KINDS)('as manifest: %s', async (_name, make) => {
    await make(at('assets.gen.json'));
    expect(await build()).toMatch(/^ASSETGEN_MANIFEST: .*assets\.gen\.json:1:1 expected/s);
  });

  it.each(KINDS)('as config: %s', async (_name, make) => {
    await manifest();
    await make(at('assetgen.config.json'));
    expect(await build()).toMatch(
      /^ASSETGEN_CONFIG: assetgen\.config\.json: expected a plain file/,
    );
  });

  it.each(KINDS)('as lock: %s', async (_name, make) => {
    await manifest({ hill: { kind: 'image', prompt: 'a hill' } });
    await make(at('assets.gen.lock.json'));
    expect(await build()).toMatch(/^ASSETGEN_(?:LOCK|LINK): assets\.gen\.lock\.json:? /);
  });

  it.each(KINDS)('as input: %s', async (_name, make) => {
    await manifest({ a: LOCAL });
    await make(at('a.png'));
    expect(await build()).toMatch(/^ASSETGEN_MANIFEST: /);
  });

  it.each(['state.json', 'warm.json', 'failures.json', 'drafts/state.json'])(
    'as %s, which a build can do without',
    async (name) => {
      for (const [, make] of KINDS) {
        await mkdir(path.dirname(at(`.assetgen/${name}`)), { recursive: true });
        await make(at(`.assetgen/${name}`));
        await manifest();
        expect(await build()).toBe('ok');
        const warm = openProject({ root, command: 'build', options }, {});
        expect((await warm.ensure({ mode: 'frozen' })).report.ok).toBe(true);
        await warm.close();
        await rm(at('.assetgen'), { recursive: true });
      }
    },
  );

  it('is told before it is read, where it is only huge', async () => {
    await manifest();
    await truncate(at('assets.gen.json'), 100 * 1024 ** 3).catch(() => undefined);
    expect(await build()).toContain('expected at most 16 MB');
  });

  it.each(['../../**/*.json', '../x.json', '/etc/*.json', '{..,.}/x.json', 'a/../../x.json', '/'])(
    'manifests are looked for inside the root: %s',
    async (pattern) => {
      expect(await build({ manifests: pattern })).toContain('leads out of the project');
    },
  );

  it('nothing outside is read by a link: no manifest, no config, and no word of it is shown', async () => {
    const secret = path.join(root, '../secret');
    await writeFile(secret, 'machine host password hunter2');
    await symlink(secret, at('assets.gen.json'));
    const told = await build();
    expect(told).toContain('a link that leads out of it');
    await rm(at('assets.gen.json'));
    await manifest();
    await symlink(secret, at('.assetgenrc'));
    const toldToo = await build();
    expect(toldToo).toContain('a link that leads out of it');
    expect([told, toldToo].join()).not.toContain('hunter2');
  });

  it('globs follow no links, and go on below the root', async () => {
    await mkdir(at('levels/one'), { recursive: true });
    await writeFile(at('levels/one/assets.gen.json'), '{"assets": {}}');
    await symlink('..', at('levels/up'));
    expect(await build({ manifests: 'levels/**/assets.gen.json' })).toBe('ok');
  });
});

import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

let service: CountedService;
let root: string;
beforeAll(async () => {
  service = await startCountedService();
  const assets = Object.fromEntries(
    ['hero', ...Array.from({ length: 14 }, (_, index) => `props/p${index}`)].map((name) => [
      name,
      { kind: 'image', prompt: name, outputs: [{ format: 'webp', width: 16 }] },
    ]),
  );
  root = await createProject({ assets }, { cache: { dir: './.cache' } });
});
afterAll(() => service.close());

const run = (...args: string[]) =>
  runCommand(root, args, { ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'key' });

describe('the line of a command', () => {
  test('options of all commands stand before the name or behind it', async () => {
    const elsewhere = path.dirname(root);
    const folder = path.basename(root);
    const [before, behind] = await Promise.all([
      runCommand(elsewhere, ['--json', '--root', folder, 'list', 'hero']),
      runCommand(elsewhere, ['list', 'hero', `--root=${folder}`, '--json']),
    ]);
    expect(before.json()).toMatchObject({ assets: [{ name: 'hero' }] });
    expect(before.stdout).toBe(behind.stdout);
  });

  test('help and version', async () => {
    const [help, one, option, version] = await Promise.all([
      run('help'),
      run('help', 'build'),
      run('build', '--help'),
      run('--version'),
    ]);
    expect(help.stdout).toContain('--version');
    expect(one.stdout).toBe(option.stdout);
    expect(one.stdout).toMatch(/^Make every output/);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const { code } of [help, one, option, version]) expect(code).toBe(0);
  });

  test.each([
    [['help', 'biuld'], 'no command "biuld"\n  → Did you mean `assetgen build`?'],
    [
      ['--rooot', 'x', 'build'],
      'unknown option --rooot before a command\n  → Did you mean --root?',
    ],
    [['--only', 'x', 'build'], 'unknown option --only before a command'],
    [['--json'], 'expected a command with --json, found none\n  → See `assetgen --help`.'],
    [['--json=1', 'build'], 'does not take an argument'],
    [['build', '--budget', '-3'], '--budget: expected a number of at least 0, found "-3"'],
    [['build', '--concurrency', '1.5'], '--concurrency: expected a whole number of at least 1'],
    [['build', '--resubmit', 'heor'], 'no asset "heor"\n  → Did you mean "hero"?'],
    [['build', '--only', ''], '--only: expected a name, found none'],
    [['build', 'hero'], 'expected no argument, found hero\n  → Did you mean --only hero?'],
    [['build', '--only', 'hero', 'heor'], 'no asset "heor"\n  → Did you mean "hero"?'],
    [['build', '--only', 'prosp/*'], 'no asset matches "prosp/*"'],
    [['ui', '--port', '99999999'], '--port: expected a whole number from 0 to 65535'],
    [['serve', '--port', '99999'], '--port: expected a whole number from 0 to 65535'],
    [['serve', '--port', '0', '--host', '192.0.2.1'], 'the host 192.0.2.1 is not on this machine'],
    [['models', '--modality', 'imag'], '--modality: expected one of image, video, 3dmodel'],
    [['merge-driver', 'no', 'no2', 'no3'], 'expected a file to merge, found none at no'],
    [['build', '--draft', '--no-drafts'], '--no-drafts: not together with mode draft'],
    [['build', '--root', 'nope'], '--root: expected a folder, found nothing at '],
    [['list', '--root', 'assets.gen.json'], '--root: expected a folder, found a file at '],
    [['build', '--out', 'x'], "Unknown option '--out'\n  → See `assetgen build --help`."],
    [['make', 'x', '--out', 'x.png'], "Unknown option '--out'\n  → Did you mean --output?"],
    [['completion', 'tcsh'], 'expected bash, zsh, fish, found "tcsh"'],
  ])('%j is bad usage', async (args, message) => {
    const ran = await run(...args);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toContain('a bug in assetgen');
    expect(ran.code).toBe(2);
    expect(readdirSync(root)).not.toContain('no2');
  });

  test('what the disk refuses is no bug', async () => {
    const file = path.join(root, 'assets.gen.json/plan.json');
    const ran = await run('plan', '--out', file);
    expect(ran.stderr).toContain(`ASSETGEN_DISK ${file}: a file is where a folder is needed`);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
  });

  test('plan --out makes the folder of its file, as report --out does', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'plan-')), 'new/plan.json');
    expect(await run('plan', '--out', file)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(file)).toBe(true);
  });

  test('--no-drafts fails where a draft would stand in; --draft has them all the same', async () => {
    const assets = {
      hero: { kind: 'image', prompt: 'x', outputs: [{ format: 'webp', width: 16 }] },
    };
    const folder = await createProject({ assets }, { drafts: 'error' });
    for (const args of [['build'], ['build', '--no-drafts']]) {
      const refused = await runCommand(folder, args);
      expect(refused, refused.stdout).toMatchObject({ code: 2 });
      expect(refused.stderr).toContain('ASSETGEN_DRAFTS hero: new; no service is set');
    }
    const drafted = await runCommand(folder, ['build', '--draft']);
    expect(drafted, drafted.stderr).toMatchObject({ code: 0 });
  });

  test('14 at once are made without a warning of Node; a part is planned without the rest', async () => {
    const built = await run('build', '--only', 'props/*', '--concurrency', '14');
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).not.toContain('Warning');
    const planned = await run('plan', '--only', 'props/p1*', 'props/p2');
    expect(planned.stdout).toBe('6 assets: 0 to make, 6 up to date\n');
    const rest = await run('plan', '--json');
    const todo = rest.json<{ assets: { name: string; action: string }[] }>().assets;
    expect(todo.filter(({ action }) => action !== 'none').map(({ name }) => name)).toEqual([
      'hero',
    ]);
  });
});

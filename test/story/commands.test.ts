import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

test('models and portrait: a service that leaves out what it may', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    '/openapi/v1/models': {
      data: [
        { id: 'a/v', modality: 'video', capabilities: { durations_seconds: [], max_n: null } },
        {
          id: 'a/i',
          modality: 'image',
          capabilities: { aspect_ratios: null, resolutions: ['1K'] },
        },
      ],
    },
    '/api/checkHumanImage': { statusCode: -1, result: false },
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(answers[request.url ?? ''])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const root = await createProject({ assets: {} });
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).toFile(
    path.join(root, 'a.png'),
  );
  const env = { ASSETGEN_API_URL: `http://127.0.0.1:${port}`, ASSETGEN_API_KEY: 'secret-key' };
  const models = await runCommand(root, ['models'], env);
  expect(models.stdout.split('\n').slice(1, 3)).toEqual(['a/v    video', 'a/i    image     1K']);
  const portrait = await runCommand(root, ['portrait', 'a.png'], env);
  expect(portrait.stderr).toBe('a.png: unknown: the service does not say why\n');
  server.closeAllConnections();
  server.close();
});

describe('commands that ask, look and clean', () => {
  let service: CountedService;
  let root: string;
  let env: Record<string, string>;
  const run = (...args: string[]) => runCommand(root, args, env);

  beforeAll(async () => {
    service = await startCountedService({ points: 50, portraitRate: 1 });
    root = await createProject({
      assets: {
        // A comment that stays.
        hero: { kind: 'image', prompt: 'a hill', variants: 2, outputs: ['png'] },
      },
    });
    env = {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: await mkdtemp(path.join(tmpdir(), 'cache-')),
    };
    expect((await run('build')).code).toBe(0);
  });
  afterAll(() => service.close());

  test("balance and models: the service's own answers, as a table or as JSON", async () => {
    expect((await run('balance', '--json')).json()).toMatchObject({ total_points: 42 });
    expect((await run('balance')).stdout).toMatch(/^42 points\n/);
    const models = (await run('models', '--json')).json<{ models: { id: string }[] }>();
    expect(models.models.map((model) => model.id)).toContain('assetgen/image-2');
    const table = (await run('models', '--modality', 'image')).stdout.split('\n');
    expect(table[0]).toMatch(/^MODEL +MODALITY +CAPABILITIES AND MODES$/);
    expect(table[1]).toMatch(/^assetgen\/image-2 +image +1K 2K; /);
    expect(table[2]).toMatch(/^ +text-to-image, image-to-image$/);
    expect(table[3]).toMatch(/^ +at most \d+ at once$/);
    expect(table[4]).toBe('');
    const every = (await run('models')).stdout.split('\n');
    expect(every.filter((line) => line.length > 80)).toEqual([]);
  });

  test("status: a job's state without its signed URL; exit 1 for a UUID that is not known", async () => {
    const lock = JSON.parse(await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8'));
    const uuid: string = lock.assets.hero.variants[0].uuid;
    const status = await run('status', uuid, '--json');
    expect(status.json()).toMatchObject({
      uuid,
      kind: 'image',
      status: 'completed',
      progress: 100,
      ready: true,
      message: null,
      file: null,
    });
    expect(status.json<{ url: string }>().url).toMatch(/^http:.*\?\[signed\]$/);
    expect((await run('status', uuid)).stdout).toContain(
      `image ${uuid}: completed, 100 %; its result is ready\n  result: http://`,
    );
    const named = await run('status', 'hero', '--json', '--urls', '--download', 'rescued');
    const { asset, jobs } = named.json<{ asset: string; jobs: { url: string; file: string }[] }>();
    expect(asset).toBe('hero');
    expect(jobs).toMatchObject([{ uuid, what: 'variant 1', ready: true }, { what: 'variant 2' }]);
    expect(jobs[0]?.url).not.toContain('[signed]');
    expect((await sharp(jobs[0]?.file).metadata()).width).toBeGreaterThan(0);
    const twice = await run('status', uuid, '--download', 'rescued');
    expect(twice).toMatchObject({ code: 2 });
    expect(twice.stderr).toContain('exists already');
    expect((await run('status', 'heor')).stderr).toContain('Did you mean "hero"?');
    const unknown = await run('status', UUID, '--json');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.json()).toMatchObject({ kind: null, status: 'unknown' });
  });

  test('portrait: yes, no, or not known', async () => {
    const field = { width: 64, height: 64, channels: 3, background: '#3a7d44' } as const;
    await sharp({ create: field }).png().toFile(path.join(root, 'field.png'));
    expect((await run('portrait', 'field.png', '--json')).json()).toMatchObject({
      file: 'field.png',
      portrait: false,
    });
    // The check's own limit is reached: that is no answer.
    const unknown = await run('portrait', 'field.png', '--json');
    expect(unknown.json()).toMatchObject({ portrait: null });
    expect(unknown.code).toBe(1);
    expect((await run('portrait', 'nothing.png')).code).toBe(2);
  });

  test('types, verify and prune: the disk alone', async () => {
    service.reset();
    expect((await run('types', '--json')).json()).toEqual({
      file: 'assets.gen.d.ts',
      changed: false,
    });
    expect((await run('verify', '--json')).json()).toMatchObject({ corrupt: [] });
    const prune = await run('prune', '--days', '0', '--json');
    expect(prune.json()).toMatchObject({ deleted: 0, projects: [root], unreadable: [] });
    expect((await run('build', '--frozen')).code).toBe(0);
    expect(service.requests).toEqual([]);
  });

  test('a manifest that is a module is found; doctor tells what TypeScript leaves out', async () => {
    const module = `export default { assets: { a: { kind: 'image', prompt: 'x' } } };\n`;
    for (const [file, told] of [
      ['assets.gen.mjs', false],
      ['assets.gen.mts', false],
      ['assets.gen.ts', true],
    ] as const) {
      const other = await createProject({ assets: {} }, { service: 'local' });
      renameSync(path.join(other, 'assets.gen.json'), path.join(other, file));
      writeFileSync(path.join(other, file), module);
      const plan = await runCommand(other, ['plan', '--json']);
      expect(plan.json<{ assets: { name: string }[] }>().assets[0]?.name).toBe('a');
      const { checks } = (await runCommand(other, ['doctor', '--json'])).json<{
        checks: { name: string }[];
      }>();
      expect(checks.some(({ name }) => name === 'types')).toBe(told);
    }
  });

  test('doctor: names what it looked at, and never the key', async () => {
    const doctor = await run('doctor', '--json');
    const { ok, checks } = doctor.json<{
      ok: boolean;
      checks: { name: string; level: string }[];
    }>();
    expect(ok).toBe(true);
    const names = [
      'node',
      'cache',
      'disk of cache',
      'project',
      'key',
      'reachable',
      'points',
      'models',
    ];
    expect(checks.map((check) => check.name)).toEqual(expect.arrayContaining(names));
    const without = await runCommand(root, ['doctor'], { ...env, ASSETGEN_API_KEY: undefined });
    expect(without.code).toBe(1);
    expect(without.stdout).toContain('Set ASSETGEN_API_KEY.');
    expect(doctor.stdout + without.stdout).not.toContain('secret-key');
  });

  test('doctor: each mistake and each difference by itself, what cures several once', async () => {
    const broken = await createProject(
      { assets: { a: { kind: 'modle' }, b: { kind: 'image', promt: 'x', prompt: 'y' } } },
      { service: 'local' },
    );
    const mistakes = await runCommand(broken, ['doctor']);
    expect(mistakes.code).toBe(1);
    expect(mistakes.stdout).toMatch(
      /✗ project +assets\.gen\.json:\d+:\d+ assets\.a\.kind: expected/,
    );
    expect(mistakes.stdout).toMatch(
      /✗ project +assets\.gen\.json:\d+:\d+ assets\.b\.promt: unknown/,
    );
    expect(mistakes.stdout.match(/→ Correct the manifest/g)).toHaveLength(1);
    expect(mistakes.stdout).toContain('\n2 failures. ');

    const asset = { kind: 'image', prompt: 'x' };
    const names = Array.from({ length: 30 }, (_each, index) => `lamp${index}`);
    const fresh = await createProject(
      { assets: Object.fromEntries(names.map((name) => [name, asset])) },
      { service: 'local' },
    );
    const differences = await runCommand(fresh, ['doctor']);
    expect(differences.code).toBe(0);
    expect(differences.stdout.match(/! project +assets\.gen\.json:/g)).toHaveLength(20);
    expect(differences.stdout).toMatch(/! project +and 11 more\n +→ `assetgen check`/);
    expect(differences.stdout.match(/→ Run `assetgen build`\./g)).toHaveLength(1);
  });

  test('without a service: what to set, wherever a build would give drafts', async () => {
    const fresh = await createProject({ assets: { a: { kind: 'image', prompt: 'x' } } });
    const remedy =
      'Set ASSETGEN_API_URL and ASSETGEN_API_KEY, or `"service": "local"` in the config.';
    const plan = await runCommand(fresh, ['plan']);
    expect(plan.stdout).toMatch(/\nNo service is set, so a build makes free drafts of them\.\n/);
    expect(plan.stdout).toContain(`\n  → ${remedy}\n`);
    expect((await runCommand(fresh, ['plan'], { CI: 'true' })).stdout).not.toContain('drafts');
    // A key alone is a mistake: a build fails, and each of them names what is missing.
    const withKey = { ASSETGEN_API_KEY: 'key' };
    const keyed = await runCommand(fresh, ['plan'], withKey);
    expect(keyed.stdout).toContain('\nNo service is set, so a build fails for them.\n');
    for (const command of ['build', 'plan', 'doctor']) {
      const ran = await runCommand(fresh, [command], withKey);
      expect(ran.stdout + ran.stderr).toContain('→ Set ASSETGEN_API_URL, or ');
    }
    for (const command of ['check', 'doctor']) {
      const ran = await runCommand(fresh, [command]);
      expect(ran.stdout + ran.stderr).toContain(`→ ${remedy} Then run \`assetgen build\`.\n`);
    }
  });

  test('a wrong name or option gets the nearest one; --help has examples', async () => {
    expect((await run('reroll', 'hroe')).stderr).toContain('Did you mean "hero"?');
    expect((await run('build', '--only', 'her')).stderr).toContain('Did you mean "hero"?');
    const option = await run('build', '--budgt', '5', '--json');
    expect(option).toMatchObject({ code: 2 });
    expect(option.json()).toMatchObject({ ok: false, errors: [{ code: 'ASSETGEN_USAGE' }] });
    expect(option.stderr).toContain('Did you mean --budget?');
    expect((await run('status')).stderr).toContain(
      'assetgen status: expected UUID|NAME, found nothing',
    );
    expect((await run('check', 'it')).stderr).toContain('expected no argument, found it');
    const commands = (await run('--help')).stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm);
    for (const [, name = ''] of commands) {
      if (name.startsWith('-')) continue;
      const help = await run(name, '--help');
      expect(help.code).toBe(0);
      expect(help.stdout).toContain(`Usage: assetgen ${name}`);
      expect(help.stdout).toContain('Examples:');
      const [options = ''] = help.stdout.split('Options:\n')[1]?.split('\nExamples:') ?? [];
      expect(options.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });
});

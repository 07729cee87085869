import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { MAIN, runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const empty = (): string => mkdtempSync(path.join(tmpdir(), 'template-'));
const examples = readdirSync(path.join(REPOSITORY, 'examples'));

test('every example is a template, told with one sentence', async () => {
  const { templates } = (await runCommand(empty(), ['init', '--template', 'list', '--json'])).json<{
    templates: { name: string; description: string }[];
  }>();
  expect(templates.map(({ name }) => name)).toEqual([...examples].sort());
  expect(templates.filter(({ description }) => description === '')).toEqual([]);
});

test.each(examples)('%s: a project of its own, whose manifest holds', async (name) => {
  const root = path.join(empty(), 'My App');
  const made = await runCommand(empty(), ['init', '--template', name, '--root', root]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/^ {2}cd ".*My App"\n {2}npm install\n {2}npm run \w+$/m);
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    name: string;
    devDependencies: Record<string, string>;
  };
  expect(manifest.name).toBe('my-app');
  expect(manifest.devDependencies).toHaveProperty('assetgen');
  const text = readFileSync(path.join(root, 'assets.gen.json'), 'utf8');
  expect(text).toContain('"./node_modules/assetgen/assets.gen.schema.json"');
  expect(readFileSync(path.join(root, '.gitignore'), 'utf8')).toContain('.assetgen/');
  const planned = await runCommand(root, ['plan', '--json']);
  expect(planned.code, planned.stderr).toBe(0);
});

test('a folder that has one of its files is left alone', async () => {
  const root = empty();
  writeFileSync(path.join(root, 'package.json'), '{}');
  const made = await runCommand(root, ['init', '--template', 'ci']);
  expect(made.code).toBe(2);
  expect(made.stderr).toContain('package.json');
  expect(made.stderr).toContain('already; nothing was written');
  expect(readdirSync(root)).toEqual(['package.json']);
});

test('a template takes every option of a new project, and refuses those of another one', async () => {
  const root = empty();
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(path.join(root, 'pnpm-lock.yaml'), '');
  const made = await runCommand(root, ['init', '--template', 'ci', '--merge-driver']);
  expect(made.stdout).toMatch(/^ {2}pnpm install\n {2}pnpm build$/m);
  expect(readFileSync(path.join(root, '.gitattributes'), 'utf8')).toContain('merge=assetgen');
  const service = ['--service', 'https://your.service.example'];
  const paid = await runCommand(empty(), ['init', '--template', 'ci', ...service]);
  expect(paid.stdout).toContain('  npx assetgen trust https://your.service.example\n');
  const other = await runCommand(empty(), ['init', '--template', 'ci', '--bundler', 'vite']);
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toContain('--template: not together with --bundler');
});

test.skipIf(process.platform === 'win32').each([
  ['a template', {}, ['--template', 'ci']],
  [
    'a project',
    { 'package.json': '{ "devDependencies": { "vite": "8" } }' },
    ['--bundler', 'vite'],
  ],
])(
  '--install of %s runs the package manager, and stdout stays one JSON value',
  async (_, files, args) => {
    const root = empty();
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
    const bin = empty();
    writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\necho "told by npm: $*"\n', { mode: 0o755 });
    const env = cleanEnv({ PATH: `${bin}${path.delimiter}${process.env['PATH']}` });
    const made = await runNode([MAIN, 'init', ...args, '--install', '--json'], { cwd: root, env });
    expect(made).toMatchObject({ code: 0, stderr: 'told by npm: install\n' });
    expect(JSON.parse(made.stdout)).toMatchObject({
      written: expect.arrayContaining(['assets.gen.json']),
    });
  },
);

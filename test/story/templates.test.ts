import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { runCommand } from '../support/command.ts';

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
  expect(made.stdout).toMatch(/^Next: `cd ".*My App" && npm install`, then `npm run \w+`/m);
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

test('a wrong name gets the nearest one', async () => {
  const made = await runCommand(empty(), ['init', '--template', 'vite-tree']);
  expect(made.code).toBe(2);
  expect(made.stderr).toContain('Did you mean "vite-three"?');
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check, getFileInfo } from 'prettier';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { runCommand } from '../support/command.ts';
import { typeCheck } from '../support/type-check.ts';

/** A project as `npm create vite` writes it, as far as it concerns types. */
function viteProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'init-'));
  const files = {
    'package.json':
      '{\n  "name": "app",\n  "type": "module",\n  "devDependencies": {\n    "prettier": "^3"\n  }\n}\n',
    'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }\n',
    'tsconfig.app.json':
      '{\n  "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": [], "noEmit": true },\n  "include": ["src"]\n}\n',
    'src/main.ts':
      "import crate from '@gen/crate';\nimport url from '@gen/backdrop.640w.webp';\nexport const urls: string[] = [crate.url, url];\n",
  };
  mkdirSync(path.join(root, 'src'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  return root;
}

/** What a type check finds: codes of TypeScript. */
async function codesOf(root: string): Promise<readonly number[]> {
  return (await typeCheck(root, 'tsconfig.app.json')).map(({ code }) => code);
}

test('after init a type check that comes before the first build passes', async () => {
  const root = viteProject();
  expect(await codesOf(root)).toEqual([2307, 2307]);
  const ran = await runCommand(root, ['init']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain(
    'Wrote assets.gen.json, .gitignore, .prettierignore and assets.gen.d.ts.\n' +
      'Added assets.gen.d.ts to tsconfig.app.json.\n',
  );
  expect(ran.stdout).toContain('Added assetgen to package.json.\n');
  expect(await codesOf(root)).toEqual([]);
  for (const name of ['assets.gen.d.ts', 'assets.gen.lock.json']) {
    const ignorePath = path.join(root, '.prettierignore');
    expect(await getFileInfo(path.join(root, name), { ignorePath })).toMatchObject({
      ignored: true,
    });
  }
  const manifest = readFileSync(path.join(root, 'assets.gen.json'), 'utf8');
  expect(await check(manifest, { filepath: 'assets.gen.json' })).toBe(true);
  // Strict package managers show a project the packages alone that it names: the command's own has the schema.
  const { $schema } = JSON.parse(manifest) as { $schema: string };
  const { files } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    files: string[];
  };
  const inPackage = path.posix.relative('./node_modules/assetgen', $schema);
  expect(files).toContain(inPackage);
  // A linter that reports directives which nothing needs has none to report.
  expect(readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8')).not.toContain('eslint');

  const again = await runCommand(root, ['init', '--json']);
  expect(again.json()).toEqual({ written: [] });
  expect((await runCommand(root, ['doctor'])).stdout).toMatch(/✓ types +TypeScript reads/);
});

test('where no tsconfig reads the types, doctor and the first build say which should', async () => {
  const root = viteProject();
  const manifest = { assets: { sky: { kind: 'image', prompt: 'a sky' } } };
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify(manifest));
  const checked = await runCommand(root, ['doctor']);
  expect(checked.stdout).toMatch(
    /! types +no tsconfig reads assets\.gen\.d\.ts\n +→ Run `assetgen init`, or add it to "include" of tsconfig\.app\.json\./,
  );
  const first = await runCommand(root, ['build', '--draft']);
  expect(first.stderr).toContain('ASSETGEN_TYPES_UNSEEN');
  expect(first.stderr).toContain('add it to "include" of tsconfig.app.json');
  const second = await runCommand(root, ['build', '--draft']);
  expect(second.stderr).not.toContain('ASSETGEN_TYPES_UNSEEN');
});

const ENTRY = '{ "assets": { "x": { "kind": "image", "prompt": "a cat" } } }';

test.each<[file: string, files: Readonly<Record<string, string>>]>([
  ['assets.gen.jsonc', { 'assets.gen.jsonc': ENTRY }],
  ['assets.gen.mts', { 'assets.gen.mts': `export default ${ENTRY};` }],
  [
    'levels/one/assets.gen.json',
    {
      'levels/one/assets.gen.json': ENTRY,
      'assetgen.config.json': '{ "manifests": "levels/*/assets.gen.json" }',
    },
  ],
])(
  'beside %s init writes no other manifest, whose assets a build would buy',
  async (file, files) => {
    const root = mkdtempSync(path.join(tmpdir(), 'init-'));
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    const ran = await runCommand(root, ['init', '--merge-driver', '--yes']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(`${file} exists already; it was not changed.\n`);
    expect((await runCommand(root, ['list', '--names'])).stdout).toBe('x\n');
  },
);

test('the first manifest is written where the config looks for one', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'init-'));
  const config = path.join(root, 'assetgen.config.json');
  writeFileSync(config, '{ "manifests": ["art/assets.gen.json", "levels/*.json"] }');
  expect((await runCommand(root, ['init'])).stdout).toContain('Wrote art/assets.gen.json,');
  const text = readFileSync(path.join(root, 'art/assets.gen.json'), 'utf8');
  expect(text).toContain('"$schema": "../node_modules/assetgen/assets.gen.schema.json"');
  writeFileSync(config, '{ "manifests": "levels/*.json" }');
  const none = await runCommand(root, ['init']);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('no file matches "manifests": levels/*.json');
});

test('make --add beside manifests that are modules fails before anything is made', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'init-'));
  writeFileSync(path.join(root, 'assets.gen.mts'), `export default ${ENTRY};`);
  const made = await runCommand(root, ['make', 'a hat', '-o', 'hat.webp', '--add']);
  expect(made.code).toBe(2);
  expect(made.stderr).toMatch(
    /^ASSETGEN_USAGE assets\.gen\.mts is a module; this command edits JSON only\n/,
  );
  expect(existsSync(path.join(root, 'hat.webp'))).toBe(false);
});

import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

const FOLDER = path.join(REPOSITORY, 'test/frameworks/jest');
const MODULES = path.join(FOLDER, 'node_modules');
// `npm run test:frameworks` installs them.
const installed = existsSync(path.join(MODULES, '@assetgen/unplugin/dist/jest.js'));

const CHECKS = `
test('imports', () => {
  expect(url).toBe('/@gen/dragon.glb');
  expect(hero).toMatchObject({ kind: 'image', width: 320, url: '/@gen/hero.320w.webp' });
  expect(hero.srcset).toBe('/@gen/hero.320w.webp 320w, /@gen/hero.640w.webp 640w');
});
`;
const IMPORTS = `import url from '@gen/dragon.glb';\nimport hero from '@gen/hero';\n`;

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'runner-')));
  await cp(path.join(FOLDER, 'assets.gen.json'), path.join(root, 'assets.gen.json'));
  await symlink(MODULES, path.join(root, 'node_modules'), 'junction');
  await writeFile(path.join(root, 'package.json'), '{ "private": true }');
});

const write = (name: string, text: string): Promise<void> => writeFile(path.join(root, name), text);
// No key, no service, no cache; as CI runs it.
const env = cleanEnv({ CI: '1', FORCE_COLOR: '0' });
const run = (...args: string[]): Promise<Ran> => runNode(args, { cwd: root, env });
const jest = path.join(MODULES, 'jest/bin/jest.js');

describe.skipIf(!installed)('Jest', () => {
  test('what a compiler makes of imports', async () => {
    await write(
      'compile.cjs',
      `const ts = require('typescript');
const compilerOptions = { module: ts.ModuleKind.CommonJS, esModuleInterop: true };
exports.process = (text) => ({ code: ts.transpileModule(text, { compilerOptions }).outputText });`,
    );
    await write(
      'jest.config.mjs',
      `import assetgen from '@assetgen/unplugin/jest';
export default await assetgen({
  transform: { '\\\\.ts$': './compile.cjs' },
  moduleNameMapper: { '^own$': '<rootDir>/own.cjs' },
});`,
    );
    await write('own.cjs', 'module.exports = 7;');
    await write(
      'a.test.ts',
      `${IMPORTS}test('own', () => expect(require('own')).toBe(7));${CHECKS}`,
    );
    const ran = await run(jest);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('2 passed');
  });

  test('modules as they are; a wrong name fails with it', async () => {
    await write(
      'jest.config.mjs',
      `import assetgen from '@assetgen/unplugin/jest';\nexport default await assetgen();`,
    );
    await write('package.json', '{ "private": true, "type": "module" }');
    await write('a.test.js', `${IMPORTS}${CHECKS}`);
    await write('b.test.js', `import url from '@gen/dargon.glb';\ntest('x', () => void url);`);
    const ran = await run('--experimental-vm-modules', jest);
    expect(ran.stderr).toContain('1 failed, 1 passed, 2 total');
    expect(ran.stderr).toContain('@gen/dargon.glb');
  });
});

describe.skipIf(!installed)('Vitest', () => {
  test('has the same URLs with and without a cache, without a warning', async () => {
    await write(
      'vitest.config.mjs',
      `import assetgen from '@assetgen/unplugin/vitest';
export default { plugins: [assetgen()], test: { globals: true } };`,
    );
    await write('a.test.js', `${IMPORTS}${CHECKS}`);
    const vitest = path.join(MODULES, 'vitest/vitest.mjs');
    const first = await run(vitest, 'run');
    expect(first.code, `${first.stdout}${first.stderr}`).toBe(0);
    expect(first.stderr).not.toMatch(/assetgen|draft/i);
    const build = path.join(MODULES, 'assetgen/dist/main.js');
    await write('assetgen.config.json', '{ "service": "local" }');
    const built = await run(build, 'build', '--mode', 'generate', '--only', 'hero');
    expect(built.code, built.stderr).toBe(0);
    const second = await run(vitest, 'run');
    expect(second.code, `${second.stdout}${second.stderr}`).toBe(0);
  });
});

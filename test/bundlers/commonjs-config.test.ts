import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TARGETS } from '../../src/init/targets.ts';
import { REPOSITORY } from '../support/app.ts';
import { runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const targets = TARGETS.filter(({ name, configs }) => configs.length > 0 && name !== 'nuxt');

test.each(targets.map(({ name, configs: [file], key, form }) => ({ name, file, key, form })))(
  'init writes a CommonJS config of $name that can be loaded',
  async ({ name, file, key, form }) => {
    const root = mkdtempSync(path.join(tmpdir(), 'commonjs-'));
    symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    writeFileSync(path.join(root, 'package.json'), '{ "private": true }');
    const text = form === 'wrap' ? '{}' : `{ ${key}: [] }`;
    writeFileSync(path.join(root, `${file}.cjs`), `module.exports = ${text};\n`);
    const made = await runCommand(root, [
      'init',
      '--framework',
      'none',
      '--bundler',
      name,
      '--yes',
    ]);
    expect(made.stdout).toContain(`Added the plugin to ${file}.cjs.`);
    const code = `console.log(typeof require('./${file}.cjs')${form === 'wrap' ? '' : `.${key}[0]`});`;
    const loaded = await runNode(['--eval', code], { cwd: root, env: cleanEnv({}) });
    expect(loaded).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^(?:function|object)\n$/),
    });
  },
);

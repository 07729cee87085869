import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createProject } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

it.skipIf(process.platform === 'win32').each([24, 28, 32])(
  'a free draft with %i open files is made, or says that there are too few, and asks nobody for points',
  async (limit) => {
    const cwd = await createProject(HERO);
    const script = `ulimit -n ${limit}; exec "${process.execPath}" "${MAIN}" build`;
    const { code, stderr } = await runProgram('sh', ['-c', script], { cwd, env: cleanEnv({}) });
    if (code !== 0) {
      expect(stderr).toMatch(/^ASSETGEN_DISK .*E[MN]FILE/m);
      expect(stderr).toContain('ulimit -n');
    }
    expect(stderr).not.toMatch(/ASSETGEN_(?:AMBIGUOUS|INTERNAL)|balance/);
  },
);

import { expect, test } from 'vitest';
import { startCommandShim } from './command-shim.ts';
import { MAIN, createProject } from './command.ts';
import { cleanEnv } from './env.ts';
import { runNode, runProgram } from './run-node.ts';
import type { Ran } from './run-node.ts';

/** Without what a clock says. */
function timeless(ran: Ran): Ran {
  return { ...ran, stdout: ran.stdout.replaceAll(/\d+\.\d+ s$/gm, 'some s') };
}

test.each([
  [['--version']],
  [['no-such-command']],
  [['build', '--only', '']],
  [['build', '--only', 'a "b" c', '--json']],
  [['config', '--json']],
])('a script that calls the command with %j sees what it says itself', async (args) => {
  const cwd = await createProject({ assets: {} });
  const options = { cwd, env: cleanEnv({ ASSETGEN_API_KEY: 'of\na script' }) };
  const alone = await runNode([MAIN, ...args], options);
  const shim = await startCommandShim();
  try {
    expect(timeless(await runProgram(shim.file, args, options))).toEqual(timeless(alone));
  } finally {
    shim.close();
  }
});

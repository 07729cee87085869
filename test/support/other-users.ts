import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './command.ts';
import { cleanEnv } from './env.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** True where this process is root, and others may read the repository. */
export const canRunAs: boolean =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--reuid=12345', '--clear-groups', process.execPath, MAIN, '--help'])
    .status === 0;

/** Runs the built command as another user: without a home, and of no group but the one given. */
export function runAs(
  uid: number,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { gid = uid, umask = 0o022 }: { readonly gid?: number; readonly umask?: number } = {},
): Promise<CommandResult> {
  const script = `umask ${umask.toString(8)} && exec "$@"`;
  const command = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    process.execPath,
  ];
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', script, 'sh', ...command, MAIN, ...args],
      {
        cwd,
        env: cleanEnv({ HOME: undefined, XDG_CACHE_HOME: undefined, ...env }),
        encoding: 'utf8',
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T });
      },
    );
  });
}

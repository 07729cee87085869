import { spawn } from 'node:child_process';
import { CreateError } from './create-error.ts';
import type { PackageManager } from './package-manager.ts';

/**
 * Runs a package manager in a folder, with its output at the terminal.
 *
 * @param stdout where its results go: a file descriptor, such as 2 where stdout is for JSON
 * @throws CreateError where it is not there, or fails
 */
export function runManager(
  manager: PackageManager,
  args: readonly string[],
  cwd: string,
  stdout: 'inherit' | number = 'inherit',
): Promise<void> {
  // Windows finds the managers' .cmd files by a shell only; nothing of the line is a person's text.
  const shell = process.platform === 'win32';
  const child = spawn(manager, [...args], {
    cwd,
    stdio: ['inherit', stdout, 'inherit'],
    shell,
  });
  return new Promise((resolve, reject) => {
    child.once('error', () => {
      reject(new CreateError(`${manager} could not be started`, `Is ${manager} installed?`));
    });
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new CreateError(`\`${manager} ${args.join(' ')}\` ended with ${code}`));
    });
  });
}

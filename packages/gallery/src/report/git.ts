import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEADLINE_MS = 20_000;

/** What git prints for a question. Nothing of the repository's own configuration is run for it. */
export async function git(root: string, args: readonly string[]): Promise<string> {
  const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  const options = { cwd: root, timeout: DEADLINE_MS, maxBuffer: 256 * 1024 * 1024 };
  return (await run('git', [...quiet, '--no-optional-locks', ...args], options)).stdout;
}

import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const DEADLINE_MS = 5000;

/** Who decides: the name that git signs commits with, else that of the machine's user. */
export async function reviewerName(root: string): Promise<string> {
  try {
    const options = { cwd: root, timeout: DEADLINE_MS };
    const { stdout } = await promisify(execFile)('git', ['config', 'user.name'], options);
    if (stdout.trim() !== '') return stdout.trim();
  } catch {
    // No git, or no name set.
  }
  try {
    return userInfo().username;
  } catch {
    // A container may run a user without a name.
    return 'someone';
  }
}

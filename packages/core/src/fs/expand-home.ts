import os from 'node:os';
import path from 'node:path';

/** `~` and `~/…` as a shell has them: the values of a config, and of the settings of a CI, never saw one. */
export function expandHome(folder: string): string {
  if (!/^~(?:[/\\]|$)/.test(folder)) return folder;
  try {
    return path.join(os.homedir(), folder.slice(1));
  } catch {
    // A user of a container may have none.
    return folder;
  }
}

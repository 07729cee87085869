import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY: string = fileURLToPath(new URL('../..', import.meta.url)).replace(
  /\/$/,
  '',
);

/**
 * A project in a fresh folder that has what the repository has installed. The test runner removes
 * it at the end of the run.
 */
export async function makeApp(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'app-')));
  await symlink(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'), 'junction');
  await writeFiles(root, files);
  return root;
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

import { mkdir, mkdtemp, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
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
  await linkModules(root);
  await writeFiles(root, files);
  return root;
}

/**
 * Gives a project what the repository has installed, package by package, in a folder of its own: Vite keeps there
 * what it makes of dependencies, and two dev servers that share it take each other's files away.
 */
export async function linkModules(root: string): Promise<void> {
  const from = join(REPOSITORY, 'node_modules');
  const to = join(root, 'node_modules');
  await mkdir(to);
  const names = (await readdir(from)).filter((name) => name === '.bin' || !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name), 'junction')));
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

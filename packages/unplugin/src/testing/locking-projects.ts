import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnsureResult, OpenProject } from '@assetgen/core';

/** As the lock is written: who watches it sees the old one or the new one, never a half. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text);
  await rename(`${path}.tmp`, path);
}

/** The same projects with a lock that every run writes, as one does that makes something. */
export function lockingProjects(open: OpenProject): OpenProject {
  return (options) => {
    const project = open(options);
    const lock = join(options.root, 'assets.gen.lock.json');
    let running: Promise<EnsureResult> | null = null;

    async function run(): Promise<EnsureResult> {
      const result = await project.ensure();
      const text = JSON.stringify(result.view.files.map((file) => file.sha256));
      await writeWhole(lock, text);
      return { ...result, lockDigest: createHash('sha256').update(text).digest('hex') };
    }

    return {
      ...project,
      ensure: () => (running ??= run()),
      watched: () => [...project.watched(), lock],
      invalidate() {
        running = null;
        project.invalidate();
      },
    };
  };
}

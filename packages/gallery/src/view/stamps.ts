import { stat } from 'node:fs/promises';
import path from 'node:path';
import { FAILURES_NAME, REVIEWS_NAME } from '@assetgen/core';
import type { ProjectTools } from '@assetgen/core';

/** Sees by size and time that files of a project changed since it was looked at. */
export interface Stamps {
  /** Notes the files around a look at the project. */
  around<T>(look: () => Promise<T>): Promise<T>;
  /** Whether one changed since the last look began; false before the first. */
  changed(): Promise<boolean>;
}

export function createStamps(project: ProjectTools): Stamps {
  /** Of each watched file, by its path, from before the project was looked at. */
  let stamps: ReadonlyMap<string, string> | null = null;

  async function read(): Promise<ReadonlyMap<string, string>> {
    // A build that fails in a terminal may change nothing else.
    const beside = [REVIEWS_NAME, FAILURES_NAME, '.assetgen/drafts/lock.json'];
    const files = [...project.watched(), ...beside.map((file) => path.join(project.root, file))];
    const found = files.map((file) =>
      stat(file).then(
        ({ size, mtimeMs }) => [file, `${size}-${mtimeMs}`] as const,
        () => [file, ''] as const,
      ),
    );
    return new Map(await Promise.all(found));
  }

  return {
    async around(look) {
      const before = await read();
      stamps = before;
      try {
        return await look();
      } finally {
        // Only now is it known which files there are; of those known before, the older stamp counts.
        stamps = new Map([...(await read()), ...before]);
      }
    },
    async changed() {
      if (stamps === null) return false;
      const [known, now] = [stamps, await read()];
      return [...now].some(([file, stamp]) => known.get(file) !== stamp);
    },
  };
}

import { readFile } from 'node:fs/promises';
import { linkGuard } from '../fs/link-guard.ts';
import type { SourceTask, StepsFiles } from '../process/run-steps.ts';
import { openBlobStore } from '../store/cas/blob-store.ts';
import { digestOf } from '../store/cas/digest.ts';

/** The files of a task: its source is verified as it is read, its outputs become blobs. */
export function stepsFiles({ file, digest, storeDir, root }: SourceTask): StepsFiles {
  const store = openBlobStore(storeDir, linkGuard(root));
  return {
    async read() {
      const bytes = await readFile(file).catch(() => null);
      return bytes !== null && digestOf(bytes) === digest ? bytes : null;
    },
    put: (bytes) => store.putBytes(bytes),
  };
}

import { linkGuard } from '../fs/link-guard.ts';
import { readBytes } from '../fs/read-text.ts';
import type { SourceTask, StepsFiles } from '../process/run-steps.ts';
import { openBlobStore } from '../store/cas/blob-store.ts';
import { digestOf } from '../store/cas/digest.ts';

/** Far above any result of a service, and what one buffer can hold on every Node. */
const BLOB = { most: 2 ** 32 - 2, follow: false };

/** The files of a task: its source is verified as it is read, its outputs become blobs. */
export function stepsFiles({ file, digest, storeDir, root }: SourceTask): StepsFiles {
  const store = openBlobStore(storeDir, linkGuard(root));
  return {
    async read() {
      const source = await readBytes(file, BLOB).catch(() => null);
      return source !== null && digestOf(source) === digest ? source : null;
    },
    // It can be made again, and is verified when it is read: the disk is not waited for.
    put: (bytes) => store.putBytes(bytes, { sync: false }),
  };
}

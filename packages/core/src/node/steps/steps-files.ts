import { linkGuard } from '../../fs/link-guard.ts';
import { whenFilesAreFree } from '../../fs/open-patiently.ts';
import { readBytes, readBytesNow } from '../../fs/read-text.ts';
import type { SourceTask, StepsFiles } from '../../process/run-steps.ts';
import { openBlobStore } from '../../store/cas/blob-store.ts';
import { digestOf } from '../../store/cas/digest.ts';

/** Far above any result of a service, and what one buffer can hold on every Node. */
const BLOB = { most: 2 ** 32 - 2, follow: false };

/** A smaller source is read at once: each turn through the thread pool, where pictures are made, takes longer. Unit: bytes. */
const SMALL_BYTES = 1_048_576;

/** The files of a task: its source is verified as it is read, its outputs become blobs. */
export function stepsFiles({ file, digest, bytes, storeDir, root }: SourceTask): StepsFiles {
  const store = openBlobStore(storeDir, linkGuard(root));
  return {
    async read() {
      const source = await (
        bytes <= SMALL_BYTES
          ? whenFilesAreFree(async () => readBytesNow(file, BLOB))
          : readBytes(file, BLOB)
      ).catch(() => null);
      return source !== null && digestOf(source) === digest ? source : null;
    },
    // It can be made again, and is verified when it is read: the disk is not waited for.
    put: (bytes) => store.putBytes(bytes, { sync: false }),
  };
}

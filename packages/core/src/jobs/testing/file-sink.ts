import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../../brands.ts';
import type { BlobSink } from '../../ports.ts';

/** A store for tests of the job engine: files by digest, nothing else. */
export function fileSink(folder: string): BlobSink {
  return {
    async put(source, options = {}) {
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, `${randomBytes(8).toString('hex')}.tmp`);
      const handle = await open(temporary, 'wx');
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        try {
          for await (const chunk of source) {
            options.signal?.throwIfAborted();
            hash.update(chunk);
            bytes += chunk.length;
            await handle.write(chunk);
          }
        } finally {
          await handle.close();
        }
        await options.verify?.(temporary, bytes);
        const digest = `sha256-${hash.digest('hex')}` as Digest;
        await rename(temporary, join(folder, digest));
        return { digest, bytes };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}

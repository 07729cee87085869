import { AssetgenError } from '@assetgen/client';
import { open, type FileHandle } from 'node:fs/promises';
import { parseEntry } from './entry.ts';
import type { Log, LoggedEntry } from './log.ts';

const NEWLINE = 0x0a;
/** Read at once for a single entry. Unit: bytes. */
const CHUNK = 4096;

/**
 * A log in a file that several processes append to. One append is one write in append mode, which
 * local file systems keep whole, followed by fdatasync. It starts with a line break, so that a line
 * that a killed process tore ends there and is skipped by every reader.
 */
export async function openFileLog(file: string, from: number): Promise<Log> {
  const handle = await open(file, 'a+');
  let position = from;
  return {
    async append(entries) {
      const lines = entries.map((entry) => JSON.stringify(entry)).join('\n');
      const bytes = Buffer.from(`\n${lines}\n`);
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten !== bytes.length) {
        throw new AssetgenError(
          'ASSETGEN_SERVICE_STATE',
          `The ledger took ${bytesWritten} of ${bytes.length} bytes.`,
          { hint: 'Free some space on the disk of the data folder.' },
        );
      }
      await handle.datasync();
    },
    async read() {
      const { size } = await handle.stat();
      if (size < position) {
        throw new AssetgenError(
          'ASSETGEN_SERVICE_STATE',
          `The ledger is ${size} bytes long; ${position} bytes of it were read before.`,
          { hint: 'The data folder was changed under the service. Restart the service.' },
        );
      }
      const { entries, read } = await readLines(handle, position, size);
      position += read;
      return entries;
    },
    at: async (offset) => parseEntry(await lineAt(handle, offset)),
    get position() {
      return position;
    },
    close: () => handle.close(),
  };
}

/** Whole lines only: one that another process is still writing is read the next time. */
async function readLines(
  handle: FileHandle,
  start: number,
  end: number,
): Promise<{ entries: LoggedEntry[]; read: number }> {
  const bytes = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  const whole = bytes.subarray(0, filled).lastIndexOf(NEWLINE) + 1;
  const entries: LoggedEntry[] = [];
  for (let from = 0; from < whole;) {
    const to = bytes.indexOf(NEWLINE, from);
    const entry = to > from ? parseEntry(bytes.toString('utf8', from, to)) : undefined;
    if (entry !== undefined) entries.push({ entry, offset: start + from });
    from = to + 1;
  }
  return { entries, read: whole };
}

async function lineAt(handle: FileHandle, offset: number): Promise<string> {
  const parts: Buffer[] = [];
  for (let at = offset; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    parts.push(buffer.subarray(0, end === -1 ? bytesRead : end));
    if (end !== -1 || bytesRead === 0) return Buffer.concat(parts).toString('utf8');
    at += bytesRead;
  }
}

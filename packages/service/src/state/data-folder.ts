import { AssetgenError } from '@assetgen/client';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ifExists, writeAtomic } from './write-atomic.ts';
import { openFileLog } from './file-log.ts';
import type { Files } from './files.ts';
import { folderFiles } from './folder-files.ts';
import type { Log } from './log.ts';
import { folderRecords, type Records } from './records.ts';

/** Made files that are kept in a folder; the others are made again. Unit: bytes. */
const FOLDER_LIMIT = 2_147_483_648;
const SECRET_BYTES = 32;
/** How often a secret that is shorter is read again, and after which time. */
const SECRET_TRIES = 20;
const SECRET_PAUSE_MS = 50;

/** The folder in which a service keeps its state. */
export interface DataFolder {
  /** Made from the log; without them the log is read from its start. */
  readonly records: Records;
  /** The write-ahead log. `from`: where to read on, of an earlier checkpoint. */
  openLog(from: number): Promise<Log>;
  readonly files: Files;
  /** One a folder: URLs stay good after a restart and in every process. */
  readonly secret: Uint8Array;
}

export const ledgerFile = (folder: string): string => join(folder, 'ledger.ndjson');

/** Throws ASSETGEN_SERVICE_STATE where the folder cannot be read or written. */
export async function openDataFolder(data: string): Promise<DataFolder> {
  const folder = resolve(data);
  try {
    await mkdir(folder, { recursive: true });
    return {
      records: folderRecords(join(folder, 'records')),
      openLog: (from) => openFileLog(ledgerFile(folder), from),
      files: folderFiles(folder, FOLDER_LIMIT),
      secret: await readSecret(join(folder, 'secret')),
    };
  } catch (error) {
    throw new AssetgenError(
      'ASSETGEN_SERVICE_STATE',
      `The data folder ${folder} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'Name a folder that can be written.', cause: error },
    );
  }
}

/** Of several processes that open a new folder at once, the first decides. */
async function readSecret(file: string): Promise<Uint8Array> {
  for (let tries = 0; ; tries += 1) {
    const known = await ifExists(readFile(file));
    if (known?.length === SECRET_BYTES) return known;
    if (known === undefined) await writeNew(file, randomBytes(SECRET_BYTES));
    // Another process writes it at this moment, or was stopped while it did.
    else if (tries < SECRET_TRIES) await delay(SECRET_PAUSE_MS);
    else {
      // Others may find it half written too: all of them take one from a file that the first of them made.
      const agreed = await readSecret(`${file}.again`);
      await writeAtomic(file, agreed, { durable: true });
      return agreed;
    }
  }
}

/** Does nothing where a file stands. */
async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

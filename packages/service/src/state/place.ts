import { AssetgenError } from '@assetgen/client';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAtomic } from './atomic-file.ts';
import { openFileLog } from './file-log.ts';
import type { Files } from './files.ts';
import { folderAdapter } from './folder-adapter.ts';
import { folderFiles } from './folder-files.ts';
import type { Log } from './log.ts';
import { storedFiles } from './stored-files.ts';
import { storedLog } from './stored-log.ts';
import { openKeyv, openTextStore, type TextStore } from './text-store.ts';

/** Made files that are kept in a folder; the others are made again. Unit: bytes. */
const FOLDER_LIMIT = 2_147_483_648;

/**
 * Where a service keeps its state. The records are a Keyv everywhere; what a database of keys does
 * badly, appending and large values, is plain files where the place is a folder.
 */
export interface Place {
  readonly records: TextStore;
  /** `from`: where to read on, of an earlier checkpoint. */
  openLog(from: number): Promise<Log>;
  readonly files: Files;
  /** One a place: URLs stay good after a restart and in every process. */
  readonly secret: Uint8Array;
}

export const ledgerFile = (folder: string): string => join(folder, 'ledger.ndjson');

/** Keyv on files, with the ledger as its write-ahead log. Throws ASSETGEN_SERVICE_STATE. */
export async function openFolderPlace(data: string): Promise<Place> {
  const folder = resolve(data);
  try {
    await mkdir(folder, { recursive: true });
    return {
      records: await openKeyv(folderAdapter(join(folder, 'records'))),
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

/** A database that Keyv reaches; one process at a time. Throws ASSETGEN_SERVICE_STATE. */
export async function openUrlPlace(url: string): Promise<Place> {
  return openStoredPlace(await openTextStore(url));
}

export async function openStoredPlace(records: TextStore): Promise<Place> {
  const known = await records.get('secret');
  const secret = known ?? randomBytes(32).toString('hex');
  if (known === undefined) await records.set('secret', secret);
  return {
    records,
    openLog: (from) => storedLog(records, from),
    files: storedFiles(records),
    secret: Buffer.from(secret, 'hex'),
  };
}

/** Of several processes that open a new folder at once, the first decides. */
async function readSecret(file: string): Promise<Uint8Array> {
  const known = await readFile(file).catch(() => undefined);
  if (known?.length === 32) return known;
  await writeAtomic(file, randomBytes(32), { durable: true, fresh: true });
  return readFile(file);
}

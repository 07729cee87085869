import { AssetgenError } from '@assetgen/client';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Balance } from '../points/balance.ts';
import { writeAtomic } from './atomic-file.ts';
import { openFileLog } from './file-log.ts';
import type { Files } from './files.ts';
import { folderFiles } from './folder-files.ts';
import { ledgerArchive, ledgerFile, readCheckpoint } from './ledger-folder.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { memoryLog } from './log.ts';
import { memoryFiles } from './memory-files.ts';
import { storedFiles } from './stored-files.ts';
import { readStoredCheckpoint, storedArchive, storedLog } from './stored-log.ts';
import { openTextStore, schemeOf, type TextStore } from './text-store.ts';

/** Made files that are kept in memory, and in a folder; the others are made again. Unit: bytes. */
const MEMORY_LIMIT = 268_435_456;
const FOLDER_LIMIT = 2_147_483_648;

export interface State {
  readonly ledger: Ledger;
  readonly files: Files;
  /** Signs download URLs. */
  readonly secret: Uint8Array;
}

export interface StateOptions {
  /** A folder or a Keyv URL; undefined keeps everything in memory. */
  readonly data: string | undefined;
  readonly grant: () => Balance;
  readonly now: () => number;
}

/**
 * Opens the state; with a folder, reads a checkpoint and a secret, whatever the folder holds.
 * Throws ASSETGEN_SERVICE_STATE when the folder cannot be used.
 */
export async function openState({ data, grant, now }: StateOptions): Promise<State> {
  if (data === undefined) {
    return {
      ledger: openLedger({ log: memoryLog(), grant, now }),
      files: memoryFiles(MEMORY_LIMIT),
      secret: randomBytes(32),
    };
  }
  if (schemeOf(data) !== undefined) {
    return openStoredState(await openTextStore(data), { grant, now });
  }
  const folder = resolve(data);
  try {
    await mkdir(folder, { recursive: true });
    const secret = await readSecret(join(folder, 'secret'));
    const start = await readCheckpoint(folder);
    const log = await openFileLog(ledgerFile(folder), start?.position ?? 0);
    const archive = ledgerArchive(folder, start);
    return {
      ledger: openLedger({ log, grant, now, start, archive }),
      files: folderFiles(folder, FOLDER_LIMIT),
      secret,
    };
  } catch (error) {
    throw new AssetgenError(
      'ASSETGEN_SERVICE_STATE',
      `The data folder ${folder} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'Name a folder that can be written.', cause: error },
    );
  }
}

/** The state in a database that Keyv reaches; one process at a time. */
export async function openStoredState(
  store: TextStore,
  { grant, now }: Pick<StateOptions, 'grant' | 'now'>,
): Promise<State> {
  const known = await store.get('secret');
  const secret = known ?? randomBytes(32).toString('hex');
  if (known === undefined) await store.set('secret', secret);
  const start = await readStoredCheckpoint(store);
  const log = storedLog(store, start?.position ?? 0);
  const archive = storedArchive(store, start);
  return {
    ledger: openLedger({ log, grant, now, start, archive }),
    files: storedFiles(store),
    secret: Buffer.from(secret, 'hex'),
  };
}

/** One secret a folder: URLs stay good after a restart and in every process. */
async function readSecret(file: string): Promise<Uint8Array> {
  const known = await readFile(file).catch(() => undefined);
  if (known?.length === 32) return known;
  await writeAtomic(file, randomBytes(32), { durable: true, fresh: true });
  return readFile(file);
}

import { randomBytes } from 'node:crypto';
import type { Balance } from '../points/balance.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import type { Files } from './files.ts';
import { ledgerArchive, readCheckpoint } from './ledger-archive.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { memoryLog } from './log.ts';
import { memoryFiles } from './memory-files.ts';

/** Made files that are kept in memory; the others are made again. Unit: bytes. */
const MEMORY_LIMIT = 268_435_456;

export interface State {
  readonly ledger: Ledger;
  readonly files: Files;
  /** Signs download URLs. */
  readonly secret: Uint8Array;
}

export interface StateOptions {
  /** A folder; undefined keeps everything in memory. */
  readonly data: string | undefined;
  readonly grant: () => Balance;
  readonly now: () => number;
}

/**
 * Opens the state: reads a checkpoint and a secret, however much there is.
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
  return openStateIn(await openDataFolder(data), { grant, now });
}

/** The state in a folder: its log and the records beside it. */
export async function openStateIn(
  { records, openLog, files, secret }: DataFolder,
  options: Pick<StateOptions, 'grant' | 'now'> & { readonly checkpointEvery?: number },
): Promise<State> {
  const start = await readCheckpoint(records);
  const log = await openLog(start?.position ?? 0);
  const archive = ledgerArchive(records, log, start);
  return { ledger: openLedger({ ...options, log, start, archive }), files, secret };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFileLog } from '../state/file-log.ts';
import { ledgerArchive, ledgerFile, readCheckpoint } from '../state/ledger-folder.ts';
import { openLedger, type Ledger } from '../state/ledger.ts';
import type { CreateEntry } from '../state/entries.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assetgen-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A ledger as a process opens it; left open, it is what a killed process leaves behind. */
export async function openFolderLedger(
  folder: string,
  options: { points?: number; checkpointEvery?: number } = {},
): Promise<Ledger> {
  const start = await readCheckpoint(folder);
  const log = await openFileLog(ledgerFile(folder), start?.position ?? 0);
  onTestFinished(() => log.close().catch(() => undefined));
  return openLedger({
    log,
    archive: ledgerArchive(folder, start),
    start,
    now: () => 1000,
    grant: () => ({
      monthly: 0,
      annual: 0,
      permanent: options.points ?? 1000,
      monthlyEnds: null,
      annualEnds: null,
    }),
    ...(options.checkpointEvery !== undefined && { checkpointEvery: options.checkpointEvery }),
  });
}

export function createEntry(uuids: string[], points: number): CreateEntry {
  return {
    t: 'create',
    id: `create-${uuids.join()}`,
    at: 1000,
    points,
    uuids,
    source: 'picture',
    spec: { kind: 'picture', prompt: 'p', width: 8, height: 8, references: [] },
  };
}

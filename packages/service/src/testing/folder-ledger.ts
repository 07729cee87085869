import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { EMPTY_BALANCE } from '../points/balance.ts';
import type { CreateEntry } from '../state/entry.ts';
import type { Ledger } from '../state/ledger.ts';
import { openStateIn } from '../state/open-state.ts';
import { openDataFolder } from '../state/data-folder.ts';

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
  const opened = await openDataFolder(folder);
  const { ledger } = await openStateIn(
    {
      ...opened,
      async openLog(from) {
        const log = await opened.openLog(from);
        onTestFinished(() => log.close().catch(() => undefined));
        return log;
      },
    },
    {
      now: () => 1000,
      grant: () => ({ ...EMPTY_BALANCE, permanent: options.points ?? 1000 }),
      ...(options.checkpointEvery !== undefined && { checkpointEvery: options.checkpointEvery }),
    },
  );
  return ledger;
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

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fingerprint } from '../../brands.ts';
import { fileJournal } from './journal.ts';
import type { JournalState } from '../../plan/journal-state.ts';

/** What the journal holds of a recipe, without an engine: a plan asks this and sends nothing. */
export async function inspectJournal(
  folders: readonly string[],
  fingerprint: Fingerprint,
  ordinal: number,
): Promise<JournalState> {
  const id = `${fingerprint}-${ordinal}`;
  // A plan asks for every asset that is new: most were never submitted, and a read is cheap.
  const stands = (folder: string): boolean =>
    statSync(join(folder, `${id}.jsonl`), { throwIfNoEntry: false }) !== undefined;
  if (!folders.some(stands)) return { status: 'none' };
  const state = await fileJournal(folders).read(id);
  switch (state.status) {
    case 'idle':
      return { status: 'none' };
    case 'in-doubt':
      return {
        status: 'ambiguous',
        asset: state.asset,
        ids: state.ids,
        ...(state.damaged === undefined ? {} : { damaged: state.damaged }),
      };
    case 'accepted': {
      const { uuids, points } = state.acceptance;
      return { status: 'accepted', uuids, points };
    }
  }
}

import type { Fingerprint } from '../../brands.ts';
import { noneStands, standingIn } from '../../fs/standing-in.ts';
import type { JournalState } from '../../plan/journal-state.ts';

/** A purchase, as the journal names it. */
export interface JournalledPurchase {
  readonly recipe: Fingerprint;
  readonly ordinal: number;
}

/**
 * What the journal holds of purchases, without an engine: a plan asks this and sends nothing.
 *
 * @param folders of the journal's copies
 * @returns in the order of the purchases
 */
export async function inspectJournals(
  folders: readonly string[],
  purchases: readonly JournalledPurchase[],
): Promise<readonly JournalState[]> {
  // A plan asks for every asset that is new: most were never submitted.
  const stands = folders
    .map((folder) => standingIn(folder, purchases.length))
    .filter((isIn) => isIn !== noneStands);
  if (stands.length === 0) return purchases.map(() => NONE);
  const states: JournalState[] = [];
  for (const { recipe, ordinal } of purchases) {
    const id = `${recipe}-${ordinal}`;
    const isThere = stands.some((isIn) => isIn(`${id}.jsonl`));
    states.push(isThere ? await inspectJournal(folders, id) : NONE);
  }
  return states;
}

const NONE: JournalState = { status: 'none' };

/** What reads a journal is loaded only where one stands. */
async function inspectJournal(folders: readonly string[], id: string): Promise<JournalState> {
  const { fileJournal } = await import('./journal.ts');
  const state = await fileJournal(folders).read(id);
  switch (state.status) {
    case 'idle':
      return NONE;
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

import { describeAsset } from '../../view/detail.ts';
import type { AssetMessage, AssetSummary, ProjectMessage } from '../../shared/messages.ts';
import type { TimedThumbnails } from '../draw-in-time.ts';
import type { Looked } from '../look.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Report } from '../types.ts';
import { summaryLine } from '../words.ts';
import { copiedAsset } from './copied-asset.ts';
import type { CopiedContents } from './copied-contents.ts';
import { gatherContents } from './copied-contents.ts';

/** All that a copy of the gallery says, and the bytes that it shows. */
export interface CopiedMessages {
  readonly project: ProjectMessage;
  readonly assets: readonly AssetMessage[];
  readonly contents: CopiedContents;
}

const NO_GIT = {
  revisions: [],
  missing: 'From the lock, and this project’s purchases. A copy does not hold git’s history.',
};

/**
 * What the handler would say of each asset of a report.
 * @param at when the copy is made, ISO 8601
 */
export async function copiedMessages(
  looked: Looked,
  report: Report,
  { thumbnails, at, signal }: { thumbnails: TimedThumbnails; at: string; signal: AbortSignal },
): Promise<CopiedMessages> {
  const { inspection, places, message } = looked;
  const contents = gatherContents(places, thumbnails);
  const plans = new Map(inspection.plan.assets.map((plan) => [plan.asset.name, plan]));
  const described = await sideBySide(report.cards, async (card) => {
    signal.throwIfAborted();
    const plan = plans.get(card.name);
    if (plan === undefined) return [];
    const input = { inspection, places, failures: new Map() };
    const asset = await describeAsset(input, plan, null, NO_GIT);
    return [await copiedAsset(asset, card, looked, contents)];
  });
  const assets: readonly AssetMessage[] = described.flat();
  const removed = report.cards.filter(({ change }) => change === 'removed');
  // Their pages are gone; Markdown shows them by these.
  for (const { before } of removed) {
    if (before?.picture != null) contents.putThumbnail(before.picture.hex, before.picture.webp);
  }
  const since = report.since?.revision ?? null;
  const copy = { at, summary: summaryLine(report), since, removed: removed.map((c) => c.name) };
  const frame = { ...message, readOnly: COPIED, noService: null, run: null, copy };
  return { project: { ...frame, assets: assets.map(summaryIn) }, assets, contents };
}

/** As a copy says it at its top, in other words. */
const COPIED = { why: 'This is a copy: nothing can be changed here.', hint: '' };

/** What the grid needs of an asset: the rest is in a file of its own. */
function summaryIn(asset: AssetMessage): AssetSummary {
  const { name, kind, manifest, state, reason, prompt, preview, standIn, review, frozen } = asset;
  const { spent, price, variantCount, outputs, bytes, change, before } = asset;
  const told = { name, kind, manifest, state, reason, prompt, preview, standIn, review, frozen };
  const figures = { spent, price, variantCount, outputs, bytes };
  const compared = { ...(change && { change }), ...(before !== undefined && { before }) };
  return { ...told, ...figures, ...compared };
}

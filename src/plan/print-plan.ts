import type { PlanAction, PointsRange, ProjectSettings } from '@assetgen/core';
import { isKeySet, noServiceHint } from '@assetgen/core/warm';
import type { CommandContext } from '../command.ts';
import { plural, printPoints } from '../render/numbers.ts';
import { seePage } from '../render/see-page.ts';
import { paint } from '../render/style.ts';
import { printTable } from '../render/table.ts';
import { shortReason } from './short-reason.ts';

/** What is told of a plan, as `--json` prints it. */
export interface ToldAssets {
  readonly assets: readonly {
    readonly name: string;
    readonly action: PlanAction;
    readonly reason: string;
    readonly points: PointsRange;
  }[];
  readonly points: PointsRange;
  /** At the service; missing: not known, or it does not matter. Unit: points. */
  readonly balance?: number;
  /** What a person should know before it is paid. */
  readonly note?: string;
}

/** With what only a person is told. */
export interface Told extends ToldAssets {
  readonly settings: ProjectSettings;
  /** Entries of the lock that no manifest asks for any more. */
  readonly obsolete: readonly string[];
}

/** Prints a plan for a person: what is to be made, what that costs, and what stands in its way. */
export function printPlan(
  context: CommandContext,
  { assets, points, balance, note, settings, obsolete }: Told,
): void {
  const pending = assets.filter(({ action }) => action !== 'none');
  const isFree = settings.service === 'local';
  const rows = pending.map(({ name, action, reason, points: cost }) => [
    name,
    action,
    cost.max === 0 ? '' : isFree ? 'free' : printPoints(cost),
    shortReason(name, reason),
  ]);
  for (const each of obsolete) {
    rows.push([each, 'obsolete', '', 'in no manifest; the next build removes it']);
  }
  if (rows.length > 0) {
    for (const line of printTable(['ASSET', 'ACTION', 'POINTS', 'WHY'], rows)) context.out(line);
  }
  const current = assets.length - pending.length;
  const sum = isFree ? 'free' : `${printPoints(points)} points`;
  const total = pending.length === 0 ? '' : `; ${sum}`;
  context.out(
    `${plural(assets.length, 'asset')}: ${pending.length} to make, ${current} up to date${total}`,
  );
  const isDraft = settings.service === 'none' && settings.mode !== 'frozen';
  if (isDraft && pending.some(({ action }) => action === 'generate')) {
    const what = settings.mode === 'generate' && isKeySet() ? 'fails for' : 'makes free drafts of';
    const text = `No service is set, so a build ${what} them.`;
    context.out(paint('yellow', text, process.stdout));
    context.out(`  → ${noServiceHint()}`);
    for (const line of seePage('guides/which-service', '', process.stdout)) context.out(line);
  }
  if (note !== undefined) {
    context.out(paint('yellow', note, process.stdout));
    for (const line of seePage('reference/processing', 'videos', process.stdout)) {
      context.out(line);
    }
  }
  if (balance !== undefined) {
    const short = points.min > balance ? ': not enough for this plan' : '';
    context.out(`${plural(balance, 'point')} at the service${short}`);
  }
}

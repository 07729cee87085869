import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPlanKeeper, savePlan } from '@assetgen/core';
import type { Plan } from '@assetgen/core';
import type { CommandContext } from '../command.ts';
import { openQuietly } from '../open.ts';
import { ffmpegNote, needsOfFfmpeg } from './ffmpeg-note.ts';
import type { Told, ToldAssets } from './print-plan.ts';

type Made = Plan & { readonly balance: number | null };

/** A plan that was made just now. */
export interface NewlyTold extends Told {
  /** JSON of what `--json` prints. */
  readonly text: string;
}

/**
 * Plans, and gives what is told of it.
 *
 * @param only names or patterns of assets; empty: all
 * @param out file for the plan; null: none is written
 */
export async function makePlan(
  context: CommandContext,
  only: readonly string[],
  out: string | null,
): Promise<NewlyTold> {
  // Of a part, or for a build, a plan is made each time.
  const isKept = only.length === 0 && out === null;
  const { made, settings, told, text, pending } = await openQuietly(context, async (project) => {
    const keeper = isKept ? await openPlanKeeper(project) : null;
    const plan = await project.plan(only);
    const planned = tellPlan(plan);
    const found = {
      made: plan,
      settings: await project.settings(),
      told: planned,
      text: JSON.stringify(planned),
      pending: plan.assets.filter(({ action }) => action !== 'none'),
    };
    // Whether there is an ffmpeg is no matter of files.
    if (needsOfFfmpeg(found.pending, found.settings).length === 0) {
      await keeper?.keep(plan, found.text);
    }
    return found;
  });
  if (out !== null) {
    await writeFile(path.resolve(out), `${JSON.stringify(savePlan(made), null, 2)}\n`);
  }
  const note = await ffmpegNote(pending, settings);
  await rememberShown(context, made);
  const { obsolete } = made;
  if (note === null) return { ...told, text, settings, obsolete };
  return { ...told, note, text: JSON.stringify({ ...told, note }), settings, obsolete };
}

function tellPlan({ assets, points, balance }: Made): ToldAssets {
  const told = assets.map(({ asset, action, reason, points: cost }) => ({
    name: asset.name,
    action,
    reason,
    points: cost,
  }));
  return { assets: told, points, ...(balance === null ? {} : { balance }) };
}

/** Told to a program, it was shown to nobody. */
async function rememberShown(context: CommandContext, { points }: Made): Promise<void> {
  const { max } = points;
  if (max === null || max === 0 || context.ask === null) return;
  await openQuietly(context, (project) => project.planShown(max));
}

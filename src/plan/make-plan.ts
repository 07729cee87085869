import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPlanKeeper, savePlan } from '@assetgen/core';
import type { Plan } from '@assetgen/core';
import type { CommandContext } from '../command.ts';
import { openQuietly } from '../open.ts';
import { ffmpegNote, needsOfFfmpeg } from './ffmpeg-note.ts';
import type { Told, ToldAssets } from './print-plan.ts';

type Made = Plan & { readonly balance: number | null };

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
): Promise<Told> {
  // Of a part, or for a build, a plan is made each time.
  const isKept = only.length === 0 && out === null;
  const { made, settings, told } = await openQuietly(context, async (project) => {
    const keeper = isKept ? await openPlanKeeper(project) : null;
    const plan = await project.plan(only);
    const found = { made: plan, settings: await project.settings(), told: tellPlan(plan) };
    // Whether there is an ffmpeg is no matter of files.
    if (needsOfFfmpeg(pendingOf(plan), found.settings).length === 0) {
      await keeper?.keep(plan, JSON.stringify(found.told));
    }
    return found;
  });
  if (out !== null) {
    await writeFile(path.resolve(out), `${JSON.stringify(savePlan(made), null, 2)}\n`);
  }
  const note = await ffmpegNote(pendingOf(made), settings);
  await rememberShown(context, made);
  const { obsolete } = made;
  return { ...told, ...(note === null ? {} : { note }), settings, obsolete };
}

function pendingOf({ assets }: Plan): Plan['assets'] {
  return assets.filter(({ action }) => action !== 'none');
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

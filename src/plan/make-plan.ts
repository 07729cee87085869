import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plan } from '@assetgen/core';
import type { PlanKeeper, Planner } from '@assetgen/core/planner';
import type { CommandContext } from '../command.ts';
import { ffmpegNote, needsOfFfmpeg } from './ffmpeg-note.ts';
import type { Told, ToldAssets } from './print-plan.ts';

type Made = Plan & { readonly balance: number | null };

/** A plan that was made just now. */
export interface NewlyTold extends Told {
  /** JSON of what `--json` prints. */
  readonly text: string;
}

/**
 * Plans, and gives what is told of it. The planner is loaded only when a plan has to be made.
 *
 * @param only names or patterns of assets; empty: all
 * @param out file for the plan; null: none is written
 */
export async function makePlan(
  context: CommandContext,
  only: readonly string[],
  out: string | null,
): Promise<NewlyTold> {
  const { openPlanKeeper, openPlanner } = await import('@assetgen/core/planner');
  const { root } = context;
  const project = openPlanner({ root, options: {}, command: 'build' });
  try {
    // Of a part, or for a build, a plan is made each time.
    const isKept = only.length === 0 && out === null;
    return await planWith(
      project,
      isKept ? await openPlanKeeper(project) : null,
      context,
      only,
      out,
    );
  } finally {
    await project.close();
  }
}

async function planWith(
  project: Planner,
  keeper: PlanKeeper | null,
  context: CommandContext,
  only: readonly string[],
  out: string | null,
): Promise<NewlyTold> {
  const made = await project.plan(only);
  const settings = await project.settings();
  const told = tellPlan(made);
  const text = JSON.stringify(told);
  // Whether there is an ffmpeg is no matter of files.
  const isTold = needsOfFfmpeg(made.assets, settings).length > 0;
  if (!isTold) await keeper?.keep(made, text);
  if (out !== null) await save(made, path.resolve(out));
  const note = isTold ? await ffmpegNote(made.assets, settings) : null;
  const { obsolete, points } = made;
  // Told to a program, it was shown to nobody.
  if (points.max !== null && points.max > 0 && context.ask !== null) {
    await project.planShown(points.max);
  }
  if (note === null) return { ...told, text, settings, obsolete };
  return { ...told, note, text: JSON.stringify({ ...told, note }), settings, obsolete };
}

/** For `assetgen build --plan`. */
async function save(plan: Plan, file: string): Promise<void> {
  const { diskError, savePlan } = await import('@assetgen/core');
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(savePlan(plan), null, 2)}\n`);
  } catch (error) {
    throw diskError(error, file, 'name another file');
  }
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

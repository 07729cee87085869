import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { noServiceHint, savePlan } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { listOption } from '../list-option.ts';
import { openQuietly } from '../open.ts';
import { ffmpegNote } from '../plan/ffmpeg-note.ts';
import { printTable } from '../render/table.ts';
import { seePage } from '../render/see-page.ts';
import { paint } from '../render/style.ts';
import { printPoints, plural } from '../render/numbers.ts';

export const plan: Command = {
  summary: 'Show what a build would do and cost, with the reason for each asset',
  usage: '',
  positionals: [0, 0],
  options: {
    only: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: "Only this asset or a pattern such as 'props/*', with dependencies (repeatable)",
    },
    out: { type: 'string', value: 'FILE', help: 'Save the plan, for `assetgen build --plan FILE`' },
  },
  examples: [
    'assetgen plan',
    "assetgen plan --only 'props/*'",
    'assetgen plan --json',
    'assetgen plan --out plan.json && assetgen build --plan plan.json',
  ],
  async run(context) {
    const only = listOption(context.options, 'only');
    if (only.length > 0 && context.options['out'] !== undefined) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        '--out saves the whole plan: not together with --only',
      );
    }
    const { made, settings } = await openQuietly(context, async (project) => ({
      settings: await project.settings(),
      made: await project.plan(only),
    }));
    const { out } = context.options;
    if (typeof out === 'string') {
      await writeFile(path.resolve(out), `${JSON.stringify(savePlan(made), null, 2)}\n`);
    }
    const pending = made.assets.filter((each) => each.action !== 'none');
    const note = await ffmpegNote(pending, settings);
    if (context.json) {
      const assets = made.assets.map(({ asset, action, reason, points }) => ({
        name: asset.name,
        action,
        reason,
        points,
      }));
      const { points, balance } = made;
      const rest = { ...(balance === null ? {} : { balance }), ...(note === null ? {} : { note }) };
      context.out(JSON.stringify({ assets, points, ...rest }));
      return EXIT.done;
    }
    const isFree = settings.service === 'local';
    const rows = pending.map(({ asset, action, reason, points }) => [
      asset.name,
      action,
      points.max === 0 ? '' : isFree ? 'free' : printPoints(points),
      reason,
    ]);
    for (const each of made.obsolete) {
      rows.push([each, 'obsolete', '', 'in no manifest; the next build removes it']);
    }
    if (rows.length > 0) {
      for (const line of printTable(['ASSET', 'ACTION', 'POINTS', 'WHY'], rows)) context.out(line);
    }
    const current = made.assets.length - pending.length;
    const sum = isFree ? 'free' : `${printPoints(made.points)} points`;
    const total = pending.length === 0 ? '' : `; ${sum}`;
    context.out(
      `${plural(made.assets.length, 'asset')}: ${pending.length} to make, ${current} up to date${total}`,
    );
    const isDraft = settings.service === 'none' && settings.mode !== 'frozen';
    if (isDraft && pending.some(({ action }) => action === 'generate')) {
      const text = 'No service is set, so a build makes free drafts of them.';
      context.out(paint('yellow', text, process.stdout));
      context.out(`  → ${noServiceHint()}`);
      for (const line of seePage('guides/which-service', '', process.stdout)) context.out(line);
    }
    // Told to a program, it was shown to nobody.
    if (made.points.max !== null && made.points.max > 0 && context.ask !== null) {
      await openQuietly(context, (project) => project.planShown(made.points.max ?? 0));
    }
    if (note !== null) {
      context.out(paint('yellow', note, process.stdout));
      for (const line of seePage('reference/processing', 'videos', process.stdout)) {
        context.out(line);
      }
    }
    if (made.balance !== null) {
      const short = made.points.min > made.balance ? ': not enough for this plan' : '';
      context.out(`${plural(made.balance, 'point')} at the service${short}`);
    }
    if (typeof out === 'string')
      context.out(`Saved. Run it with \`assetgen build --plan ${out}\`.`);
    return EXIT.done;
  },
};

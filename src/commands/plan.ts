import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { withProject } from '../open.ts';
import { printPoints, plural } from '../render/numbers.ts';

export const plan: Command = {
  summary: 'Show what a build would do and cost, and why each asset is not up to date',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen plan', 'assetgen plan --json'],
  async run(context) {
    const made = await withProject(
      context,
      {},
      () => undefined,
      (project) => project.plan(),
    );
    if (context.json) {
      const assets = made.assets.map(({ asset, action, reason, points }) => ({
        name: asset.name,
        action,
        reason,
        points,
      }));
      context.out(JSON.stringify({ assets, points: made.points }));
      return EXIT.done;
    }
    const pending = made.assets.filter((each) => each.action !== 'none');
    const name = Math.max(4, ...pending.map((each) => each.asset.name.length));
    for (const { asset, action, reason, points } of pending) {
      const price =
        action === 'process' || action === 'download' ? '' : `  ${printPoints(points)} points`;
      context.out(`${asset.name.padEnd(name)}  ${action.padEnd(8)}${price}  ${reason}`);
    }
    for (const each of made.obsolete)
      context.out(`${each.padEnd(name)}  obsolete  no manifest has it; the next build drops it`);
    const current = made.assets.length - pending.length;
    const total = pending.length === 0 ? '' : `; ${printPoints(made.points)} points`;
    context.out(
      `${plural(made.assets.length, 'asset')}: ${pending.length} to make, ${current} up to date${total}`,
    );
    return EXIT.done;
  },
};

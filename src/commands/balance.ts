import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';

export const balance: Command = {
  summary: 'Show how many points are left at the service',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen balance', 'assetgen balance --json'],
  async run(context) {
    const { points, isFree } = await openQuietly(context, async (project) => {
      const client = await (await project.runtime()).client();
      return {
        points: await client.queryPointsInfo({ signal: context.signal }),
        isFree: (await project.settings()).service === 'local',
      };
    });
    if (context.json) {
      context.out(JSON.stringify(points));
      return EXIT.done;
    }
    if (isFree) {
      context.out('The embedded service is free: it asks for no points.');
      return EXIT.done;
    }
    context.out(`${points.total_points} points`);
    const rows = [
      ['permanent', points.permanent_points],
      ['of the annual plan', points.year_points],
      ['of the monthly plan', points.monthly_bonus_points],
    ] as const;
    for (const [what, count] of rows) {
      if (count !== 0) context.out(`  ${String(count).padStart(10)}  ${what}`);
    }
    if (points.expiration_day !== null) {
      context.out(`  points of a plan expire on ${points.expiration_day}`);
    }
    return EXIT.done;
  },
};

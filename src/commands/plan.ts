import { AssetgenError } from '@assetgen/client/errors';
import { readToldPlan } from '@assetgen/core/warm';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { holdNewSpace } from '../hold-heap.ts';
import { namesOption } from '../names-option.ts';
import { printPlan } from '../plan/print-plan.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { ToldAssets } from '../plan/print-plan.ts';

export const plan: Command = {
  summary: 'Show what a build would do and cost, with the reason for each asset',
  usage: '',
  positionals: [0, 0],
  options: {
    only: {
      type: 'string',
      value: 'NAME…',
      offer: 'assets',
      multiple: true,
      help: "Only these assets, by name or a pattern such as 'props/*', with dependencies",
    },
    out: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: 'Save the plan, for `assetgen build --plan FILE`',
    },
  },
  examples: [
    'assetgen plan',
    "assetgen plan --only 'props/*'",
    'assetgen plan --json',
    'assetgen plan --out plan.json && assetgen build --plan plan.json',
  ],
  async run(context) {
    const only = namesOption(context.options, 'only');
    if (only.length > 0 && context.options['out'] !== undefined) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        '--out saves the whole plan: not together with --only',
      );
    }
    const { out } = context.options;
    const kept = only.length > 0 || out !== undefined ? null : readToldPlan(context.root);
    if (kept !== null) {
      if (context.json) context.out(kept.text);
      else printPlan(context, { ...kept, ...(JSON.parse(kept.text) as ToldAssets) });
      return EXIT.done;
    }
    holdNewSpace();
    const made = await makePlan(context, only, typeof out === 'string' ? out : null);
    if (context.json) {
      context.out(made.text);
      return EXIT.done;
    }
    printPlan(context, made);
    if (typeof out === 'string')
      context.out(`Saved. Run it with \`assetgen build --plan ${out}\`.`);
    return EXIT.done;
  },
};

import type { TierPush } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { withProject } from '../open.ts';
import { plural, printBytes } from '../render/numbers.ts';
import { createProgress } from '../render/progress/create-progress.ts';

export const push: Command = {
  summary:
    "Upload the lock's results from this machine's cache to the shared cache; skip results already there",
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: [
    'assetgen push',
    'ASSETGEN_REMOTE_CACHE=s3://team-assets/game assetgen push',
    'assetgen push --json',
  ],
  async run(context) {
    const progress = createProgress(context.screen, context.verbose);
    let tiers: readonly TierPush[];
    try {
      const onEvent = progress.onEvent.bind(progress);
      tiers = await withProject(context, {}, onEvent, (project) => project.push(context.signal));
    } finally {
      progress.close();
    }
    const whole = tiers.every(({ failed, missing }) => failed + missing === 0);
    if (context.json) context.out(JSON.stringify({ ok: whole, tiers }));
    else for (const tier of tiers) tell(tier, context);
    return whole ? EXIT.done : EXIT.failed;
  },
};

function tell(tier: TierPush, { out, err }: Parameters<Command['run']>[0]): void {
  const { label, entries, blobs, bytes, present, missing, failed, problem } = tier;
  const written = `${plural(blobs, 'blob')} and ${entries === 1 ? '1 entry' : `${entries} entries`} written`;
  out(`${label}: ${written}, ${printBytes(bytes)}; ${present} there already`);
  if (missing > 0) {
    err(
      `${label}: ${plural(missing, 'result')} of the lock ${missing === 1 ? 'is' : 'are'} not in this machine's cache: run \`assetgen build\` first`,
    );
  }
  if (failed > 0) err(`ASSETGEN_REMOTE ${label}: ${failed} not written: ${problem ?? 'unknown'}`);
}

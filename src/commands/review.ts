import { AssetgenError } from '@assetgen/client/errors';
import { selectNames } from '@assetgen/core';
import type { ReviewState } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { plural } from '../render/numbers.ts';

const STATES: Readonly<Record<string, ReviewState | null>> = {
  approve: 'approved',
  reject: 'rejected',
  'needs-work': 'needs-work',
  clear: null,
};

export const review: Command = {
  summary: 'Approve assets as they are, reject them or ask for work; kept beside the manifest',
  usage: `${Object.keys(STATES).join('|')} NAME…`,
  positionals: [2, Infinity],
  offers: [Object.keys(STATES), 'assets'],
  options: {
    note: { type: 'string', value: 'TEXT', help: 'A reason, kept with the decision' },
  },
  examples: [
    'assetgen review approve props/dragon',
    'assetgen review reject hero --note "the sky is too dark"',
    "assetgen review approve 'props/*'",
  ],
  async run(context) {
    const [verb = '', ...names] = context.positionals;
    const state = STATES[verb];
    if (state === undefined) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        `assetgen review: expected ${Object.keys(STATES).join(', ')}, found ${JSON.stringify(verb)}`,
      );
    }
    const { note } = context.options;
    const changed = await openQuietly(context, async (project) => {
      const { manifest } = await project.inspect();
      const decision = { state, ...(typeof note === 'string' ? { note } : {}) };
      return project.review([...selectNames(manifest, names)], decision);
    });
    if (context.json) context.out(JSON.stringify(changed));
    else {
      const what = state === null ? 'no decision any more' : state.replace('-', ' ');
      context.out(`${changed.file}: ${plural(changed.assets.length, 'asset')}: ${what}.`);
      context.out('Commit the file: `assetgen check --approved` reads it in CI.');
    }
    return EXIT.done;
  },
};

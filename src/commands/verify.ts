import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { plural, printBytes } from '../render/numbers.ts';

export const verify: Command = {
  summary: 'Rehash the whole cache; corrupt blobs are moved aside and fetched again when needed',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen verify', 'assetgen verify --json'],
  async run(context) {
    const found = await openQuietly(context, (project) => project.verify(context.signal));
    if (context.json) context.out(JSON.stringify(found));
    else {
      for (const digest of found.corrupt) context.err(`${digest}: corrupt, moved aside`);
      const bad = found.corrupt.length === 0 ? 'all good' : `${found.corrupt.length} bad`;
      context.out(`${plural(found.blobs, 'blob')}, ${printBytes(found.bytes)}: ${bad}`);
    }
    return EXIT.done;
  },
};

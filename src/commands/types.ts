import path from 'node:path';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';

export const types: Command = {
  summary: 'Write the types of every import (assets.gen.d.ts); no network',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen types'],
  async run(context) {
    const { file, changed } = await openQuietly(context, (project) => project.types());
    const name = path.relative(context.root, file);
    if (context.json) context.out(JSON.stringify({ file: name, changed }));
    else context.out(changed ? `Wrote ${name}.` : `${name} is up to date.`);
    return EXIT.done;
  },
};

import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';

export const pick: Command = {
  summary: 'Use another variant of an asset; it costs nothing if it was bought already',
  usage: 'NAME N',
  positionals: [2, 2],
  offers: ['assets', []],
  options: {},
  examples: ['assetgen pick props/dragon 2'],
  async run(context) {
    const [name = '', text = ''] = context.positionals;
    if (!/^\d+$/.test(text)) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        `expected the number of a variant, found ${JSON.stringify(text)}`,
      );
    }
    const changed = await openQuietly(context, (project) => project.pick(name, Number(text)));
    if (context.json) {
      context.out(JSON.stringify({ ...changed.fields, asset: changed.asset, file: changed.file }));
      return EXIT.done;
    }
    if (changed.change === null) {
      context.out(`${changed.asset} uses variant ${text} already.`);
      return EXIT.done;
    }
    context.out(
      `${fileLink(path.resolve(context.root, changed.file), changed.file)}: ${name} uses variant ${text} now.`,
    );
    context.out('Next: `assetgen build` makes its outputs from it.');
    return EXIT.done;
  },
};

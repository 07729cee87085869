import path from 'node:path';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';

export const reroll: Command = {
  summary: 'Generate an asset again: raises its "revision", and the next build buys',
  usage: 'NAME',
  positionals: [1, 1],
  offers: ['assets'],
  options: {},
  examples: ['assetgen reroll props/dragon', 'assetgen reroll hero && assetgen build --only hero'],
  async run(context) {
    const name = context.positionals[0] ?? '';
    const { changed, isLocal } = await openQuietly(context, async (project) => ({
      changed: await project.reroll(name),
      isLocal: (await project.config()).service.type === 'local',
    }));
    if (context.json) {
      context.out(JSON.stringify({ ...changed.fields, asset: changed.asset, file: changed.file }));
      return EXIT.done;
    }
    context.out(
      `${fileLink(path.resolve(context.root, changed.file), changed.file)}: ${name} now has revision ${changed.fields['revision']}.`,
    );
    context.out(
      isLocal
        ? 'Next: `assetgen build` makes another one; the embedded service is free.'
        : 'Next: `assetgen plan` shows the price; `assetgen build` buys it again.',
    );
    return EXIT.done;
  },
};

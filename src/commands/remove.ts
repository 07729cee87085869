import path from 'node:path';
import { changeWithTypes } from '../change-with-types.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';

export const remove: Command = {
  summary: 'Remove an asset from the manifest; the command prints how to undo it',
  usage: 'NAME',
  positionals: [1, 1],
  offers: ['assets'],
  options: {},
  examples: ['assetgen remove props/lamp'],
  async run(context) {
    const [name = ''] = context.positionals;
    const removed = await openQuietly(context, (project) =>
      changeWithTypes(project, () => project.remove(name)),
    );
    if (context.json) {
      context.out(JSON.stringify(removed));
      return EXIT.done;
    }
    const entry = JSON.stringify(removed.entry).replaceAll("'", `'\\''`);
    context.out(
      `${fileLink(path.resolve(context.root, removed.file), removed.file)}: removed ${name}.`,
    );
    context.out('The next build deletes its files. Paid results stay in the cache until you run');
    context.out('`assetgen prune`; until then, adding the asset again costs nothing.');
    context.out(`Undo: assetgen add ${name} --entry '${entry}'`);
    return EXIT.done;
  },
};

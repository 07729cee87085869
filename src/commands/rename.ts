import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';

export const rename: Command = {
  summary: 'Rename an asset in manifests, lock, files and decisions; buys nothing',
  usage: 'NAME NEW-NAME',
  positionals: [2, 2],
  offers: ['assets', []],
  options: {},
  examples: ['assetgen rename props/red-lamp props/desk-lamp'],
  async run(context) {
    const [from = '', to = ''] = context.positionals;
    const { renamed, prefix } = await openQuietly(context, async (project) => {
      const change = await project.rename(from, to);
      await project.types();
      return { renamed: change, prefix: (await project.settings()).prefix };
    });
    if (context.json) {
      context.out(JSON.stringify(renamed));
      return EXIT.done;
    }
    context.out(`${renamed.files.join(', ')}: ${from} is ${to} now. Its lock and files followed.`);
    context.out(`Change your imports of '${prefix}/${from}' to '${prefix}/${to}'.`);
    context.out('Undo: assetgen undo');
    return EXIT.done;
  },
};

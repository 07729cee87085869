import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';

export const remove: Command = {
  summary: 'Take an asset out of the manifest; `assetgen add` puts it back',
  usage: 'NAME',
  positionals: [1, 1],
  options: {},
  examples: ['assetgen remove props/lamp'],
  async run(context) {
    const [name = ''] = context.positionals;
    const removed = await openQuietly(context, async (project) => {
      const change = await project.remove(name);
      await project.types();
      return change;
    });
    if (context.json) {
      context.out(JSON.stringify(removed));
      return EXIT.done;
    }
    const entry = JSON.stringify(removed.entry).replaceAll("'", `'\\''`);
    context.out(`${removed.file}: removed ${name}.`);
    context.out('Its files go with the next build. What was paid for stays in the cache until');
    context.out('`assetgen prune` cleans it: putting the asset back costs nothing before that.');
    context.out(`Take it back: assetgen add ${name} --entry '${entry}'`);
    return EXIT.done;
  },
};

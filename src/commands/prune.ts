import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { numberOption } from '../number-option.ts';
import { openQuietly } from '../open.ts';
import { plural, printBytes } from '../render/numbers.ts';
import { sizeOption } from '../size-option.ts';

export const prune: Command = {
  summary: 'Delete blobs that no project uses from the cache; keep blobs in doubt',
  usage: '',
  positionals: [0, 0],
  options: {
    days: {
      type: 'string',
      value: 'N',
      help: 'Keep blobs used in the last N days (default: 30)',
    },
    'max-size': {
      type: 'string',
      value: 'SIZE',
      help: 'Delete unused blobs, oldest first, down to this size: 500MB, 20GB',
    },
    gone: {
      type: 'boolean',
      help: 'Also delete blobs used only by projects that no longer exist',
    },
    converted: {
      type: 'boolean',
      help: 'Also delete conversions, which may cost points to get again',
    },
    'dry-run': { type: 'boolean', help: 'Show what would be deleted, but delete nothing' },
  },
  examples: [
    'assetgen prune',
    'assetgen prune --dry-run --days 7',
    'assetgen prune --max-size 20GB',
  ],
  async run(context) {
    const days = numberOption(context.options, 'days', 0);
    const maxBytes = sizeOption(context.options, 'max-size');
    const dryRun = context.options['dry-run'] === true;
    const report = await openQuietly(context, (project) =>
      project.prune({
        ...(days === undefined ? {} : { days }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
        costly: context.options['converted'] === true,
        gone: context.options['gone'] === true,
        dryRun,
      }),
    );
    if (context.json) {
      context.out(JSON.stringify(report));
      return EXIT.done;
    }
    for (const root of report.unreadable) {
      context.err(`${root}: its lock cannot be read, so its blobs are kept`);
    }
    for (const root of report.gone)
      context.err(`${root}: no longer exists; blobs used only by it are deleted`);
    const verb = dryRun ? 'would go' : 'deleted';
    context.out(
      `${plural(report.deleted, 'blob')} ${verb}, ${printBytes(report.bytes)}; ${report.kept} kept, for ${plural(report.projects.length, 'project')}`,
    );
    return EXIT.done;
  },
};

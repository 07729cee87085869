import { changeText } from '@assetgen/core';
import type { LoggedChange, TakeBack } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { numberOption } from '../number-option.ts';
import { openQuietly } from '../open.ts';
import { printTable } from '../render/table.ts';

export const undo: Command = {
  summary: 'Undo the newest change of a command or the gallery; buys nothing',
  usage: '',
  positionals: [0, 0],
  options: {
    change: { type: 'string', value: 'N', help: 'Undo this change instead of the newest' },
    list: { type: 'boolean', help: 'Only list the changes, the newest first' },
    redo: { type: 'boolean', help: 'Restore the change that was undone last' },
  },
  examples: ['assetgen undo', 'assetgen undo --list', 'assetgen undo --redo'],
  async run(context) {
    if (context.options['list'] === true) return list(context);
    const { id, file, text, type } = await openQuietly(context, async (project) => {
      const wanted = wantedOf(context);
      const { change, by } = await project.undo(wanted);
      await project.types();
      const files = [...new Set(change.files.map((each) => each.file))].join(', ');
      return { id: by, file: files, text: changeText(change), type: wanted.type };
    });
    if (context.json) {
      context.out(JSON.stringify({ change: id, type, file, text }));
      return EXIT.done;
    }
    context.out(`${file}: ${type === 'undo' ? 'taken back' : 'done again'}: ${text}.`);
    context.out(
      type === 'undo'
        ? 'Purchases stay in the cache. `assetgen undo --redo` restores the change.'
        : 'Next: `assetgen plan` shows what a build would do and cost.',
    );
    return EXIT.done;
  },
};

function wantedOf({ options }: CommandContext): TakeBack {
  if (options['redo'] === true) return { type: 'redo' };
  const id = numberOption(options, 'change', { min: 1, whole: true });
  return { type: 'undo', ...(id === undefined ? {} : { id }) };
}

async function list(context: CommandContext): Promise<typeof EXIT.done> {
  const changes = await openQuietly(context, (project) => project.changes());
  // The undo is shown beside the change that it took back.
  const shown = changes.filter(({ undoes }) => undoes === null).reverse();
  if (context.json) {
    const rows = shown.map((each) => ({ ...rowOf(each), isUndone: each.isUndone }));
    context.out(JSON.stringify(rows));
  } else if (shown.length === 0) context.out('No changes yet.');
  else {
    const cells = shown.map((each) => {
      const { id, at, text } = rowOf(each);
      const time = at.slice(0, 16).replace('T', ' ');
      return [String(id), time, each.isUndone ? `${text} (taken back)` : text];
    });
    for (const line of printTable(['', 'UTC', 'change'], cells)) context.out(line);
  }
  return EXIT.done;
}

function rowOf(change: LoggedChange) {
  const { id, at, what, assets } = change;
  return { id, at, what, assets, text: changeText(change) };
}

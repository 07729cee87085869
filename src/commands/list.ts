import type { Inspection } from '@assetgen/core';
import { promptOf, selectNames } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { printTable } from '../render/table.ts';

/** What an asset is now. */
type State = 'ready' | 'draft' | 'missing' | 'stale';

export const list: Command = {
  summary: 'List the assets with their state and files; no network',
  usage: '[NAME…]',
  positionals: [0, Number.POSITIVE_INFINITY],
  offers: ['assets'],
  options: {
    names: { type: 'boolean', help: 'Print only the names, one per line' },
  },
  examples: ['assetgen list', "assetgen list 'props/*'", 'assetgen list --names'],
  async run(context) {
    const inspection = await openQuietly(context, (project) => project.inspect());
    const wanted = selectNames(inspection.manifest, context.positionals);
    const rows = inspection.plan.assets
      .filter(({ asset }) => wanted.has(asset.name))
      .map(({ asset, action, reason }) => ({
        name: asset.name,
        kind: asset.kind,
        state: stateOf(asset.name, action, inspection),
        reason: action === 'none' ? null : reason,
        prompt: promptOf(asset),
        files: asset.outputs.map((output) => output.name),
        manifest: `${asset.position.file}:${asset.position.line}`,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (context.json) context.out(JSON.stringify({ assets: rows }));
    else if (context.options['names'] === true) for (const { name } of rows) context.out(name);
    else {
      const cells = rows.map(({ name, kind, state, files }) => [name, kind, state, short(files)]);
      for (const line of printTable(['ASSET', 'KIND', 'STATE', 'FILES'], cells)) context.out(line);
    }
    return EXIT.done;
  },
};

function stateOf(name: string, action: string, { lock, drafts }: Inspection): State {
  if (action === 'none') return 'ready';
  if (Object.hasOwn(drafts, name)) return 'draft';
  return Object.hasOwn(lock.assets, name) ? 'stale' : 'missing';
}

/** The first two names: a row is a line. */
function short(files: readonly string[]): string {
  const more = files.length > 2 ? `, … ${files.length} in all` : '';
  return files.slice(0, 2).join(', ') + more;
}

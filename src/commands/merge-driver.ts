import { readFile, writeFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import { mergeLocks, mergeTypes } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

export const mergeDriver: Command = {
  summary:
    'Merge two sides of assets.gen.lock.json or assets.gen.d.ts, asset by asset; git runs it',
  usage: 'BASE OURS THEIRS',
  positionals: [3, 3],
  offers: ['files'],
  options: {},
  examples: [
    'assetgen init --merge-driver',
    'git config merge.assetgen.driver "npx assetgen merge-driver %O %A %B"',
  ],
  async run(context) {
    const [base = '', ours = '', theirs = ''] = context.positionals;
    const [before, left, right] = await Promise.all([base, ours, theirs].map(readSide));
    const sides = { base: before ?? '', ours: left ?? '', theirs: right ?? '' };
    const isLock = /^\s*\{/.test(sides.ours) || /^\s*\{/.test(sides.theirs);
    const merged = isLock ? mergeLocks(sides) : mergeTypes(sides);
    await writeFile(ours, merged.text);
    if (context.json) context.out(JSON.stringify({ conflicts: merged.conflicts }));
    for (const name of merged.conflicts) {
      context.err(
        `${name}: both sides changed it; keep one of the two, then run \`assetgen build\`.`,
      );
    }
    // Git takes any other status than 0 for a conflict.
    return merged.conflicts.length === 0 ? EXIT.done : EXIT.failed;
  },
};

/**
 * Git hands over files that are there; an empty one where a side has none.
 * @throws AssetgenError `ASSETGEN_USAGE` where none can be read: nothing is written then
 */
function readSide(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AssetgenError('ASSETGEN_USAGE', `expected a file to merge, found none at ${file}`, {
      hint: 'Git runs this command; `assetgen init --merge-driver` sets it up.',
      cause,
    });
  });
}

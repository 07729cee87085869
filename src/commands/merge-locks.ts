import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard, mergeManyLocks, writeAtomic } from '@assetgen/core';
import type { LockConflict, NamedLock } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { plural } from '../render/numbers.ts';

const LOCK = 'assets.gen.lock.json';

export const mergeLocks: Command = {
  summary: 'Merge the locks of machines that built a shard each into the lock of this project',
  usage: 'FILE...',
  positionals: [1, Number.POSITIVE_INFINITY],
  offers: ['files'],
  options: {
    base: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: "Lock that all shards started from (default: the lock of git's last commit)",
    },
    prefer: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: 'If two locks have different purchases for one asset, use this lock',
    },
  },
  examples: [
    'assetgen merge-locks shard-1/assets.gen.lock.json shard-2/assets.gen.lock.json',
    'assetgen merge-locks shard-*/assets.gen.lock.json',
  ],
  async run(context) {
    const target = path.join(context.root, LOCK);
    const own = { name: LOCK, text: await readFile(target, 'utf8').catch(missing) };
    const base = await baseLock(context);
    const locks = [own, ...(await Promise.all(context.positionals.map(read)))];
    const given = context.options['prefer'];
    const prefer = typeof given === 'string' ? given : null;
    if (prefer !== null && !locks.some(({ name }) => name === prefer)) {
      throw new AssetgenError('ASSETGEN_USAGE', `--prefer: ${prefer} is not one of the files`);
    }
    const { text, assets, conflicts } = mergeManyLocks(base, locks, prefer);
    if (text !== null && text !== own.text) {
      await writeAtomic(target, text, linkGuard(context.root));
    }
    if (context.json) {
      context.out(
        JSON.stringify({ ok: text !== null, assets, locks: context.positionals.length, conflicts }),
      );
    } else if (text !== null) {
      context.out(
        `${plural(assets, 'asset')} of ${plural(context.positionals.length, 'lock')} in ${LOCK}`,
      );
    }
    for (const conflict of conflicts) context.err(describe(conflict));
    if (text !== null) return EXIT.done;
    context.err(
      `${LOCK} was not changed. Both purchases are paid, and both results stay in the cache.`,
    );
    context.err('→ Choose the lock that wins with --prefer FILE, and merge again.');
    return EXIT.failed;
  },
};

/** The earlier entry shows which of two is the new one. */
async function baseLock({ root, options }: CommandContext): Promise<NamedLock> {
  const given = options['base'];
  if (typeof given === 'string') return read(given);
  const shown = await promisify(execFile)('git', ['show', `HEAD:./${LOCK}`], {
    cwd: root,
    maxBuffer: 1024 * 1024 * 1024,
  }).catch(() => ({ stdout: '' }));
  return { name: `${LOCK} of the last commit`, text: shown.stdout };
}

async function read(file: string): Promise<NamedLock> {
  const text = await readFile(path.resolve(file), 'utf8').catch((cause: unknown) => {
    throw new AssetgenError('ASSETGEN_USAGE', `merge-locks: no file ${file}`, { cause });
  });
  return { name: file, text };
}

function missing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}

function describe({ asset, sides }: LockConflict): string {
  const each = sides.map(({ lock, uuids }) =>
    uuids.length === 0 ? `${lock} has none` : `${lock} has ${uuids.join(', ')}`,
  );
  return `${asset}: ${each.join('; ')}`;
}

import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { KeyRing } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { printTable } from '../render/table.ts';

export const keys: Command = {
  summary: 'Make and show the keys that sign entries of the shared cache',
  usage: 'new|show|list',
  positionals: [1, 1],
  offers: [['new', 'show', 'list']],
  options: {
    out: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: 'new: file for the private key, for another machine or for CI',
    },
    name: { type: 'string', value: 'TEXT', help: 'new: a name for the key, for people to read' },
  },
  examples: [
    'assetgen keys new --name ann',
    'assetgen keys new --name ci --out ~/ci-signing-key',
    'assetgen keys show',
  ],
  async run(context) {
    const [action = ''] = context.positionals;
    switch (action) {
      case 'new':
        return makeKey(context);
      case 'show':
        return showKey(context);
      case 'list':
        return listKeys(context);
      default:
        throw new AssetgenError('ASSETGEN_USAGE', `assetgen keys: expected new, show or list`, {
          hint: 'See `assetgen keys --help`.',
        });
    }
  },
};

async function makeKey(context: CommandContext): Promise<ExitCode> {
  const { out: file, name } = context.options as { out?: string; name?: string };
  const made = await openQuietly(context, (project) =>
    project.newKey({
      ...(file === undefined ? {} : { file: path.resolve(file) }),
      ...(name === undefined ? {} : { name }),
    }),
  );
  if (context.json) {
    context.out(JSON.stringify(made));
    return EXIT.done;
  }
  context.out(withName(made.publicKey, made.name));
  context.err(`The private key is in ${made.file}. Keep it secret, and outside any project.`);
  context.err(
    'Add the public key to the config of everyone who should trust it: "cache": { "trustedKeys": ["…"] }',
  );
  return EXIT.done;
}

async function showKey(context: CommandContext): Promise<ExitCode> {
  const { own } = await openQuietly(context, (project) => project.keys());
  if (context.json) context.out(JSON.stringify(own));
  else if (own === null) context.err('No signing key here. `assetgen keys new` makes one.');
  else {
    context.out(withName(own.publicKey, own.name));
    context.err(`The private key is in ${own.origin}.`);
  }
  return own === null ? EXIT.failed : EXIT.done;
}

async function listKeys(context: CommandContext): Promise<ExitCode> {
  const rows = rowsOf(await openQuietly(context, (project) => project.keys()));
  if (context.json) context.out(JSON.stringify(rows));
  else if (rows.length === 0) {
    context.err('No keys: "cache.trustedKeys" names none, and there is no signing key here.');
  } else {
    const table = rows.map(({ publicKey, name, trusted, own }) => [
      publicKey,
      name,
      own
        ? trusted
          ? 'trusted, signs here'
          : 'signs here; the config does not trust it'
        : 'trusted',
    ]);
    for (const line of printTable(['KEY', 'NAME', ''], table)) context.out(line);
  }
  return EXIT.done;
}

function rowsOf({ own, trusted }: KeyRing) {
  const rows = trusted.map((key) => ({
    ...key,
    trusted: true,
    own: key.publicKey === own?.publicKey,
  }));
  if (own === null || rows.some((row) => row.own)) return rows;
  return [...rows, { publicKey: own.publicKey, name: own.name, trusted: false, own: true }];
}

function withName(publicKey: string, name: string): string {
  return name === '' ? publicKey : `${publicKey} ${name}`;
}

import { AssetgenError } from '@assetgen/client/errors';
import { changeTrust, originOf, readTrusted } from '@assetgen/core';
import type { SecretPlace } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { printTable } from '../render/table.ts';

export const trust: Command = {
  summary:
    'Choose the hosts that may receive your key and the credentials of a shared cache; without URL, list them',
  usage: '[URL]',
  positionals: [0, 1],
  options: {
    remove: { type: 'boolean', help: 'Stop trusting the URL' },
  },
  examples: [
    'assetgen trust',
    'assetgen trust https://your.service.example',
    'assetgen trust https://your.service.example --remove',
  ],
  async run(context) {
    const [url] = context.positionals;
    const isRemoved = context.options['remove'] === true;
    if (url !== undefined) return change(url, !isRemoved, context);
    if (isRemoved) throw new AssetgenError('ASSETGEN_USAGE', 'trust --remove: expected a URL');
    return show(context);
  },
};

async function change(url: string, trusted: boolean, context: CommandContext): Promise<ExitCode> {
  const origin = originOf(url);
  if (origin === null) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      'trust: expected a URL such as https://your.service.example, found another text',
      {
        hint: 'A bucket is trusted by its endpoint, a database by redis://host or postgres://host.',
      },
    );
  }
  const { changed, file } = await changeTrust(context.root, origin, trusted);
  if (context.json) context.out(JSON.stringify({ origin, trusted, changed, file }));
  else if (!changed)
    context.out(`${origin} ${trusted ? 'is trusted already' : 'was not trusted'}.`);
  else if (trusted) {
    context.out(`assetgen may now send your key to ${origin}, in all your projects.`);
    context.err(`Saved in ${file}. \`assetgen trust ${origin} --remove\` undoes it.`);
  } else context.out(`${origin} is no longer trusted.`);
  return EXIT.done;
}

const BY: Readonly<Record<string, string>> = {
  loopback: 'yes: this machine',
  environment: 'yes: the environment names it',
  user: 'yes: `assetgen trust`',
};

async function show(context: CommandContext): Promise<ExitCode> {
  const places = await openQuietly(context, (project) => project.places());
  const trusted = await readTrusted(context.root);
  if (context.json) {
    context.out(JSON.stringify({ places, trusted }));
    return EXIT.done;
  }
  const others = trusted.filter((origin) => !places.some((place) => place.origin === origin));
  const rows = [
    ...places.map((place) => [place.origin, useOf(place), BY[place.trustedBy ?? ''] ?? 'NO']),
    ...others.map((origin) => [origin, 'other projects', BY['user'] ?? '']),
  ];
  if (rows.length === 0) context.err('This project sends no secrets, and you trust no host.');
  else for (const line of printTable(['PLACE', 'FOR', 'TRUSTED'], rows)) context.out(line);
  for (const { origin, trustedBy } of places) {
    if (trustedBy === null) context.err(`→ If it is yours: assetgen trust ${origin}`);
  }
  return EXIT.done;
}

function useOf({ what }: SecretPlace): string {
  return what === 'service' ? 'the service' : 'the shared cache';
}

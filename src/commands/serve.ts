import { randomUUID } from 'node:crypto';
import { AssetgenError } from '@assetgen/client/errors';
import type { Deviation, ModerationWords, ServiceOptions } from '@assetgen/service';
import type { Command, CommandContext } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { listOption } from '../list-option.ts';
import { listenError } from '../listen-error.ts';
import { numberOption, portOption } from '../number-option.ts';
import { link } from '../render/link.ts';

export const serve: Command = {
  summary: 'Serve the local generation service over HTTP: the whole interface, offline and free',
  usage: '',
  positionals: [0, 0],
  options: {
    port: { type: 'string', value: 'N', help: 'Port (default: 8787; 0 for any free one)' },
    host: { type: 'string', value: 'HOST', help: 'Address to listen on (default: 127.0.0.1)' },
    key: {
      type: 'string',
      value: 'KEY',
      help: 'API key to accept (default: any; if other machines can connect, a new one)',
    },
    open: {
      type: 'boolean',
      help: 'Accept any host name, and any key from other machines',
    },
    points: { type: 'string', value: 'N', help: 'Points to start with (default: 100000)' },
    rate: {
      type: 'string',
      value: 'N',
      help: 'Requests per minute (default: practically unlimited)',
    },
    'job-seconds': {
      type: 'string',
      value: 'N',
      help: 'Shortest duration of a job in seconds (default: 0)',
    },
    data: {
      type: 'string',
      value: 'DIR',
      offer: 'folders',
      help: 'Folder for jobs and ledger (default: in memory)',
    },
    faults: {
      type: 'string',
      value: 'LIST',
      help: 'Faults to inject, such as createNormalPicture:503@1',
    },
    deviate: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'Deviate from the interface (repeatable, or comma-separated); `list` shows every name',
    },
    styles: {
      type: 'string',
      value: 'LIST',
      help: 'Style tags of chibi figures (default: chibi,toy,clay,plush,pixel)',
    },
    moderation: {
      type: 'string',
      value: 'LIST',
      help: 'Words to refuse, such as sword,4:gun; 3 or 4 is the limitType (default: a short list)',
    },
    forbid: {
      type: 'string',
      value: 'LIST',
      help: 'Operations, mesh qualities or models that the account may not use',
    },
    'url-seconds': {
      type: 'string',
      value: 'N',
      help: 'Lifetime of a result URL in seconds (default: 3600)',
    },
  },
  examples: [
    'assetgen serve',
    'assetgen serve --port 8787 --key secret --points 500 --data ./service',
    'assetgen serve --deviate list',
    'assetgen serve --deviate answers-in-gzip --deviate result-failed-at-first',
    'assetgen serve --styles anime,voxel --forbid extra_high --url-seconds 30',
  ],
  async run(context) {
    const { createService, parseFaults } = await import('@assetgen/service');
    const deviate = listOption(context.options, 'deviate');
    if (deviate.includes('list')) return listDeviations(context);
    if (context.options['deviate'] !== undefined && deviate.length === 0) {
      throw new AssetgenError('ASSETGEN_USAGE', '--deviate: expected a name, found none', {
        hint: LIST_HINT,
      });
    }
    const points = numberOption(context.options, 'points', 0);
    const rate = numberOption(context.options, 'rate', 1);
    const jobSeconds = numberOption(context.options, 'job-seconds', 0);
    const urlSeconds = numberOption(context.options, 'url-seconds', 1);
    const isOpen = context.options['open'] === true;
    const { data, host, faults, styles, moderation, forbid } = context.options;
    const given = context.options['key'];
    if (given === '') {
      throw new AssetgenError('ASSETGEN_USAGE', '--key: expected a key, found an empty text');
    }
    const made = needsKey(host) && !isOpen ? randomUUID() : undefined;
    const key = typeof given === 'string' ? given : made;
    const options: ServiceOptions = {
      ...(key === undefined ? {} : { key }),
      open: isOpen,
      ...(typeof data === 'string' ? { data } : {}),
      ...(typeof faults === 'string' ? { faults: parseFaults(faults) } : {}),
      ...(deviate.length === 0 ? {} : { deviations: await deviationsOf(deviate) }),
      ...(points === undefined ? {} : { points }),
      ...(rate === undefined ? {} : { rate }),
      ...(jobSeconds === undefined ? {} : { jobSeconds }),
      ...(urlSeconds === undefined ? {} : { urlSeconds }),
      ...(styles === undefined ? {} : { styles: listOption(context.options, 'styles') }),
      ...(moderation === undefined
        ? {}
        : { moderation: moderationOf(listOption(context.options, 'moderation')) }),
      ...(forbid === undefined ? {} : { forbidden: listOption(context.options, 'forbid') }),
    };
    const service = createService(options);
    const port = portOption(context.options) ?? 8787;
    try {
      const { url } = await service
        .listen({ port, ...(typeof host === 'string' ? { host } : {}) })
        .catch((error: unknown) => {
          throw listenError(error, port, typeof host === 'string' ? host : undefined);
        });
      const played = options.deviations?.map(({ name }) => name);
      const isMade = key !== undefined && key === made;
      const told = { url, deviations: played, ...(isMade ? { key } : {}) };
      if (context.json) context.out(JSON.stringify(told));
      else {
        context.out(`Local generation service at ${link(url, url)}`);
        context.out(`  export ASSETGEN_API_URL=${url}`);
        context.out(
          `  export ASSETGEN_API_KEY=${key === undefined ? 'any' : isMade ? key : '<your --key>'}`,
        );
        for (const { name, what } of options.deviations ?? []) {
          context.out(`  deviates: ${name}. ${what}`);
        }
        context.err('Press Ctrl-C to stop.');
      }
      await new Promise<void>((resolve) => {
        if (context.signal.aborted) resolve();
        context.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      return EXIT.done;
    } finally {
      await service.close();
    }
  },
};

const LIST_HINT = 'See `assetgen serve --deviate list`.';

/** Whether other machines can reach an address. */
function needsKey(host: unknown): boolean {
  return typeof host === 'string' && !/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** The words of moderation by their `limitType`: `4:gun`; a bare word is of 3. */
function moderationOf(words: readonly string[]): ModerationWords {
  const of = (type: '3' | '4'): string[] =>
    words.flatMap((word) => {
      const [, told = '3', bare = ''] = /^(?:([34]):)?(.*)$/s.exec(word) ?? [];
      return told === type && bare.trim() !== '' ? [bare.trim()] : [];
    });
  return { 3: of('3'), 4: of('4') };
}

async function deviationsOf(names: readonly string[]): Promise<readonly Deviation[]> {
  const { DEVIATIONS } = await import('@assetgen/service/deviations');
  const { nearest } = await import('@assetgen/core');
  return names.map((name) => {
    const found = DEVIATIONS.find((each) => each.name === name);
    if (found !== undefined) return found;
    const near = nearest(
      name,
      DEVIATIONS.map((each) => each.name),
    );
    throw new AssetgenError('ASSETGEN_USAGE', `--deviate: no deviation "${name}"`, {
      hint: near === null ? LIST_HINT : `Did you mean ${near}? ${LIST_HINT}`,
    });
  });
}

async function listDeviations(context: CommandContext): Promise<ExitCode> {
  const { DEVIATIONS, DEVIATION_OUTCOMES } = await import('@assetgen/service/deviations');
  if (context.json) {
    const rows = DEVIATIONS.map(({ name, what, of, outcome }) => ({ name, what, of, outcome }));
    context.out(JSON.stringify(rows));
  } else {
    for (const { name, what, outcome } of DEVIATIONS) {
      context.out(`${name}\n  ${what}\n  ${DEVIATION_OUTCOMES[outcome]}`);
    }
  }
  return EXIT.done;
}

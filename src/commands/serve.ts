import { AssetgenError } from '@assetgen/client/errors';
import type { ServiceOptions } from '@assetgen/service';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { numberOption } from '../number-option.ts';

export const serve: Command = {
  summary: 'Serve the local generation service over HTTP: the whole interface, offline and free',
  usage: '',
  positionals: [0, 0],
  options: {
    port: { type: 'string', value: 'N', help: 'Port (default: 8787; 0 for any free one)' },
    host: { type: 'string', value: 'HOST', help: 'Address to listen on (default: 127.0.0.1)' },
    key: { type: 'string', value: 'KEY', help: 'The API key that is accepted (default: any)' },
    points: { type: 'string', value: 'N', help: 'Points to start with (default: 100000)' },
    rate: {
      type: 'string',
      value: 'N',
      help: 'Requests a minute (default: no limit that matters)',
    },
    'job-seconds': {
      type: 'string',
      value: 'N',
      help: 'How long a job takes at least (default: 0)',
    },
    data: {
      type: 'string',
      value: 'DIR',
      help: 'Folder that keeps jobs and ledger (default: in memory)',
    },
    faults: {
      type: 'string',
      value: 'LIST',
      help: 'Faults to inject, such as createNormalPicture:503@1',
    },
  },
  examples: [
    'assetgen serve',
    'assetgen serve --port 8787 --key secret --points 500 --data ./service',
  ],
  async run(context) {
    const { createService, parseFaults } = await import('@assetgen/service');
    const points = numberOption(context.options, 'points', 0);
    const rate = numberOption(context.options, 'rate', 1);
    const jobSeconds = numberOption(context.options, 'job-seconds', 0);
    const { key, data, host, faults } = context.options;
    const options: ServiceOptions = {
      ...(typeof key === 'string' ? { key } : {}),
      ...(typeof data === 'string' ? { data } : {}),
      ...(typeof faults === 'string' ? { faults: parseFaults(faults) } : {}),
      ...(points === undefined ? {} : { points }),
      ...(rate === undefined ? {} : { rate }),
      ...(jobSeconds === undefined ? {} : { jobSeconds }),
    };
    const service = createService(options);
    const port = numberOption(context.options, 'port', 0) ?? 8787;
    try {
      const { url } = await service
        .listen({ port, ...(typeof host === 'string' ? { host } : {}) })
        .catch((error: unknown) => {
          throw cannotListen(error, port);
        });
      if (context.json) context.out(JSON.stringify({ url }));
      else {
        context.out(`Local generation service at ${url}`);
        context.out(`  export ASSETGEN_API_URL=${url}`);
        context.out(
          `  export ASSETGEN_API_KEY=${typeof key === 'string' ? '<your --key>' : 'any'}`,
        );
        context.err('Ctrl-C ends it.');
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

function cannotListen(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return error;
  return new AssetgenError('ASSETGEN_USAGE', `port ${port} is taken`, {
    hint: 'Give another with --port, or 0 for any free one.',
    cause: error,
  });
}

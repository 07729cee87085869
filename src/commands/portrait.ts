import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { withClient } from '../open.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

export const portrait: Command = {
  summary: 'Ask the service whether an image shows a person, as chibi assets need; free',
  usage: 'FILE',
  positionals: [1, 1],
  offers: ['files'],
  options: {},
  examples: ['assetgen portrait ./ann.png', 'assetgen portrait ./ann.png --json'],
  async run(context) {
    const given = context.positionals[0] ?? '';
    const file = path.resolve(given);
    const type = TYPES[path.extname(file).toLowerCase()];
    if (type === undefined) {
      throw new AssetgenError('ASSETGEN_USAGE', `expected a JPG, JPEG or PNG, found ${given}`);
    }
    if ((await stat(file).catch(() => null))?.isFile() !== true) {
      throw new AssetgenError('ASSETGEN_USAGE', `no file ${given}`);
    }
    const image = { path: file, type, name: path.basename(file) };
    const check = await withClient(context, (client) =>
      client.checkHumanImage({ image }, { signal: context.signal }),
    );
    // -1 is "not known" (its own rate limit, for one), never "no".
    const found = check.statusCode === 0 ? check.result : null;
    if (context.json) {
      context.out(JSON.stringify({ file: given, portrait: found, message: check.message }));
    } else if (found === null) {
      context.err(`${given}: unknown: ${check.message || 'the service does not say why'}`);
    } else {
      context.out(`${given}: ${found ? 'shows a person' : 'shows no person'}`);
    }
    return found === null ? EXIT.failed : EXIT.done;
  },
};

import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

const MANIFEST = `{
  "$schema": "./node_modules/@assetgen/core/assets.gen.schema.json",
  "assets": {
    "crate": {
      "kind": "model",
      "prompt": "a wooden crate with iron corners",
      "quality": "standard",
      "faces": 100000
    },
    "backdrop": {
      "kind": "image",
      "prompt": "a quiet valley at dawn",
      "aspectRatio": "16:9",
      "outputs": [{ "format": "webp", "width": 640 }]
    }
  }
}
`;

export const init: Command = {
  summary: 'Write a starter manifest and the ignore line',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen init'],
  async run(context) {
    const manifest = path.join(context.root, 'assets.gen.json');
    const written: string[] = [];
    const exists = await writeFile(manifest, MANIFEST, { flag: 'wx' }).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return true;
        throw error;
      },
    );
    if (!exists) written.push('assets.gen.json');
    if (await ignore(path.join(context.root, '.gitignore'))) written.push('.gitignore');
    if (context.json) {
      context.out(JSON.stringify({ written }));
    } else {
      if (exists) context.out('assets.gen.json is there already; it stays as it is.');
      if (written.length > 0) context.out(`Wrote ${written.join(' and ')}.`);
      context.out('Next: `assetgen plan` shows what a build would do, `assetgen build` does it.');
    }
    return EXIT.done;
  },
};

async function ignore(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (/^\/?\.assetgen\/?$/m.test(text)) return false;
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}.assetgen/\n`);
  return true;
}

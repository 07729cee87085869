import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { listTemplates, writeTemplate } from '../init/template.ts';
import { printTable } from '../render/table.ts';

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

/** What this command makes or adds to, from the root. */
const WRITTEN = ['assets.gen.json', '.gitignore', '.gitattributes'];

export const init: Command = {
  summary: 'Write a starter manifest and the ignore line',
  usage: '',
  positionals: [0, 0],
  options: {
    template: {
      type: 'string',
      value: 'NAME',
      help: 'A whole small project instead; --template list names them',
    },
    'merge-driver': {
      type: 'boolean',
      help: "Let git merge the lock asset by asset: .gitattributes, and this clone's config",
    },
  },
  examples: [
    'assetgen init',
    'assetgen init --template list',
    'assetgen init --template vite-three --root my-app',
    'assetgen init --merge-driver',
  ],
  async run(context) {
    const { template } = context.options;
    if (typeof template === 'string') return startFrom(template, context);
    const manifest = path.join(context.root, 'assets.gen.json');
    const guard = linkGuard(context.root);
    for (const file of WRITTEN) guard(path.join(context.root, file));
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
    const wantsDriver = context.options['merge-driver'] === true;
    if (wantsDriver) {
      if (await addAttributes(path.join(context.root, '.gitattributes'))) {
        written.push('.gitattributes');
      }
      await configureGit(context.root);
    }
    if (context.json) {
      context.out(JSON.stringify({ written }));
    } else {
      if (exists) context.out('assets.gen.json is there already; it stays as it is.');
      if (written.length > 0) context.out(`Wrote ${written.join(' and ')}.`);
      if (wantsDriver) {
        context.out(
          'Git merges the lock by `assetgen merge-driver` in this clone; others run this too.',
        );
      } else context.out('`assetgen init --merge-driver` lets git merge the lock asset by asset.');
      context.out('Next: `assetgen plan` shows what a build would do, `assetgen build` does it.');
    }
    return EXIT.done;
  },
};

async function startFrom(name: string, context: CommandContext): Promise<ExitCode> {
  if (name === 'list') {
    const templates = await listTemplates();
    if (context.json) context.out(JSON.stringify({ templates }));
    else {
      const rows = templates.map((each) => [each.name, each.description]);
      for (const line of printTable(['TEMPLATE', 'WHAT IT IS'], rows)) context.out(line);
    }
    return EXIT.done;
  }
  const written = await writeTemplate(name, context.root);
  if (context.json) context.out(JSON.stringify({ written }));
  else {
    context.out(`Wrote ${written.length} files to ${context.root}.`);
    const scripts = await scriptsOf(context.root);
    const folder = path.relative(process.cwd(), context.root);
    const quoted = folder.includes(' ') ? JSON.stringify(folder) : folder;
    const into = folder === '' ? '' : `cd ${quoted} && `;
    context.out(`Next: \`${into}npm install\`, then ${scripts.join(', ')}.`);
  }
  return EXIT.done;
}

/** How the scripts of a template are run. */
async function scriptsOf(root: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
  return Object.keys(scripts).map((script) => `\`npm run ${script}\``);
}

const ATTRIBUTES = ['assets.gen.lock.json merge=assetgen', 'assets.gen.d.ts merge=assetgen'];

/** Without the driver's config git merges these files as any text. */
async function addAttributes(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const missing = ATTRIBUTES.filter((line) => !text.split(/\r?\n/).includes(line));
  if (missing.length === 0) return false;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(file, `${start}${missing.join('\n')}\n`);
  return true;
}

async function configureGit(root: string): Promise<void> {
  const settings = [
    ['merge.assetgen.name', 'assetgen: the lock, asset by asset'],
    ['merge.assetgen.driver', 'npx assetgen merge-driver %O %A %B'],
  ] as const;
  for (const [key, value] of settings) {
    await promisify(execFile)('git', ['config', key, value], { cwd: root }).catch(
      (cause: unknown) => {
        throw new AssetgenError('ASSETGEN_USAGE', 'git could not be configured here', {
          hint: 'Is the folder part of a git repository?',
          cause,
        });
      },
    );
  }
}

async function ignore(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (/^\/?\.assetgen\/?$/m.test(text)) return false;
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}.assetgen/\n`);
  return true;
}

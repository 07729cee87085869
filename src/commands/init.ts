import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { includeTypes, linkGuard } from '@assetgen/core';
import type { IncludedTypes } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { addLines, ignoreLines } from '../init/ignore-lines.ts';
import { listTemplates, writeTemplate } from '../init/template.ts';
import { openQuietly } from '../open.ts';
import { printTable } from '../render/table.ts';

const MANIFEST = `{
  "$schema": "./node_modules/assetgen/assets.gen.schema.json",
  "assets": {
    "crate": {
      "kind": "model",
      "prompt": "a wooden crate with iron corners",
      "quality": "standard",
      "faces": 100000,
      "outputs": [{ "format": "glb", "preset": "web" }]
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
const WRITTEN = ['assets.gen.json', '.gitignore', '.prettierignore', '.gitattributes'];

export const init: Command = {
  summary: 'Write a starter manifest, its types and the ignore lines; let TypeScript see the types',
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
    const done = await addTo(context.root, context.options['merge-driver'] === true, context);
    if (context.json) {
      const { written, included } = done;
      context.out(JSON.stringify({ written: [...written, ...included.added] }));
    } else print(done, context);
    return EXIT.done;
  },
};

/** What was done in a project. Paths from its root. */
interface Done {
  /** Whether a manifest was there already. */
  readonly exists: boolean;
  readonly written: readonly string[];
  readonly included: IncludedTypes;
  readonly hasDriver: boolean;
}

async function addTo(root: string, hasDriver: boolean, context: CommandContext): Promise<Done> {
  const guard = linkGuard(root);
  for (const file of WRITTEN) guard(path.join(root, file));
  const exists = await writeManifest(path.join(root, 'assets.gen.json'));
  const attributes =
    hasDriver && (await addLines(path.join(root, '.gitattributes'), ATTRIBUTES, guard));
  const ignored = await ignoreLines(root);
  if (hasDriver) await configureGit(root);
  // At once: a type check that comes before the first build needs them.
  const types = await openQuietly(context, (project) => project.types());
  const { added, left } = await includeTypes(root);
  const below = (file: string): string => path.relative(root, file);
  return {
    exists,
    written: [
      ...(exists ? [] : ['assets.gen.json']),
      ...ignored,
      ...(attributes ? ['.gitattributes'] : []),
      ...(types.changed ? [below(types.file)] : []),
    ],
    included: { added: added.map(below), left: left.map(below) },
    hasDriver,
  };
}

function print({ exists, written, included, hasDriver }: Done, { out }: CommandContext): void {
  if (exists) out('assets.gen.json is there already; it stays as it is.');
  if (written.length > 0) out(`Wrote ${listed(written)}.`);
  if (included.added.length > 0) out(`Added assets.gen.d.ts to ${listed(included.added)}.`);
  for (const file of included.left) {
    out(`${file} does not read assets.gen.d.ts, and is not ours to edit.`);
    out('  → Write /// <reference path="…/assets.gen.d.ts" /> into a .d.ts file that it reads.');
  }
  out(
    hasDriver
      ? 'Git merges the lock by `assetgen merge-driver` in this clone; others run this too.'
      : '`assetgen init --merge-driver` lets git merge the lock asset by asset.',
  );
  out('Next: `assetgen plan` shows what a build would do, `assetgen build` does it.');
}

/** `a, b and c` */
function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** Says whether a manifest is there already. */
function writeManifest(file: string): Promise<boolean> {
  return writeFile(file, MANIFEST, { flag: 'wx' }).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return true;
      throw error;
    },
  );
}

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

/** Without the driver's config git merges these files as any text. */
const ATTRIBUTES = ['assets.gen.lock.json merge=assetgen', 'assets.gen.d.ts merge=assetgen'];

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

import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { findManifests, includeTypes, linkGuard, newManifest } from '@assetgen/core';
import type { IncludedTypes, PathGuard } from '@assetgen/core';
import {
  CreateError,
  canAsk,
  createProject,
  detectPackageManager,
  listTemplates,
  refusePlugNPlay,
  runManager,
  terminalQuestions,
} from 'create-assetgen';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { addLines, ignoreLines } from '../init/ignore-lines.ts';
import { readPackageFile } from '../init/add-packages.ts';
import { makeChoices } from '../init/choices.ts';
import { FRAMEWORKS, PLAIN } from '../init/frameworks.ts';
import { listed } from '../init/listed.ts';
import { setUpBuild } from '../init/set-up-build.ts';
import { TARGETS } from '../init/targets.ts';
import { nextSteps, toldSetUp } from '../init/told-set-up.ts';
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

const WITHOUT_KTX2 = MANIFEST.replace(
  '"preset": "web" }',
  '"preset": "web", "textures": { "format": "webp" } }',
);

/** What this command makes or adds to, from the root. */
const WRITTEN = ['assets.gen.json', '.gitignore', '.prettierignore', '.gitattributes'];

export const init: Command = {
  summary: 'Add assetgen to a project: manifest, plugin, service, types, ignore lines',
  usage: '',
  positionals: [0, 0],
  options: {
    framework: {
      type: 'string',
      value: 'NAME',
      offer: [...FRAMEWORKS, PLAIN].map(({ name }) => name),
      help: 'react, r3f, vue, svelte, three, next, … or none (default: by package.json)',
    },
    bundler: {
      type: 'string',
      value: 'NAME',
      offer: [...TARGETS.map(({ name }) => name), 'none'],
      help: 'vite, webpack, rspack, rollup, esbuild, … or none (default: what is found)',
    },
    service: {
      type: 'string',
      value: 'CHOICE',
      offer: ['local', 'none'],
      help: 'local (free, offline), none, or the URL of a service (default: none)',
    },
    install: { type: 'boolean', help: 'Run the package manager at the end' },
    yes: { type: 'boolean', short: 'y', help: 'Ask nothing, use the defaults' },
    packages: {
      type: 'string',
      value: 'DIR',
      offer: 'folders',
      help: 'Install assetgen from tarballs in this folder',
    },
    template: {
      type: 'string',
      value: 'NAME',
      help: 'Start from a small complete project; `--template list` shows them',
    },
    'merge-driver': {
      type: 'boolean',
      help: "Let git merge the lock asset by asset: .gitattributes, and this clone's config",
    },
  },
  examples: [
    'assetgen init',
    'assetgen init --bundler vite --service local',
    'assetgen init --template list',
    'assetgen init --template vite-three --root my-app',
    'assetgen init --merge-driver',
  ],
  makesRoot: true,
  async run(context) {
    const { template } = context.options;
    try {
      if (typeof template === 'string') return await startFrom(template, context);
      return await addToProject(context);
    } catch (error) {
      if (!(error instanceof CreateError)) throw error;
      const { code, message, hint } = error;
      throw new AssetgenError(code, message, hint === null ? {} : { hint });
    }
  },
};

async function addToProject(context: CommandContext): Promise<ExitCode> {
  const { root, options, json } = context;
  refusePlugNPlay(root);
  const isAsking = options['yes'] !== true && !json && canAsk();
  const ask = isAsking ? terminalQuestions() : null;
  const known = await readPackageFile(root);
  const names = new Set(await readdir(root).catch(() => []));
  const choices = await makeChoices(options, known?.json ?? {}, ask, names);
  const guard = linkGuard(root);
  const first = choices.framework.isWithoutKtx2 === true ? WITHOUT_KTX2 : MANIFEST;
  const done = await addTo(root, first, options['merge-driver'] === true, context, guard);
  const setUp = await setUpBuild(root, choices, options['packages'], guard);
  const { written, included } = done;
  const all = [...written, ...setUp.written, ...included.added];
  const manager = detectPackageManager(root);
  let isMissing = setUp.packages.length > 0;
  const isInstalling = isMissing && options['install'] === true;
  if (json) {
    if (isInstalling) await runManager(manager, ['install'], root, 2);
    context.out(JSON.stringify({ written: [...new Set(all)] }));
    return EXIT.done;
  }
  print(done, context);
  if (choices.target === null && ask === null && options['bundler'] === undefined) {
    context.out('No bundler that takes the plugin was found; `--bundler NAME` names one.');
    context.out('  → Without a plugin, `assetgen build` writes the files.');
  }
  for (const line of toldSetUp(setUp, choices)) context.out(line);
  try {
    const isWanted =
      isInstalling ||
      (isMissing && (await ask?.confirm(`Run \`${manager} install\` now?`, true)) === true);
    if (isWanted) {
      await runManager(manager, ['install'], root);
      isMissing = false;
    }
  } finally {
    // Also for a person who left the question, and after an installation that failed: all is written.
    for (const line of await nextSteps(root, choices, setUp, isMissing)) context.out(line);
    if (!done.exists) {
      context.out('In your code:');
      for (const line of choices.framework.imports) context.out(`  ${line}`);
    }
  }
  return EXIT.done;
}

/** What was done in a project. Paths from its root. */
interface Done {
  readonly manifest: string;
  /** Whether it was there already. */
  readonly exists: boolean;
  readonly written: readonly string[];
  readonly included: IncludedTypes;
  readonly hasDriver: boolean;
}

async function addTo(
  root: string,
  first: string,
  hasDriver: boolean,
  context: CommandContext,
  guard: PathGuard,
): Promise<Done> {
  const { manifests } = await openQuietly(context, (project) => project.config());
  await mkdir(root, { recursive: true });
  for (const file of WRITTEN) guard(path.join(root, file));
  const { manifest, exists } = await writeManifest(root, manifests, first);
  const ignored = await ignoreLines(root);
  const attributes = hasDriver && (await setUpDriver(root, guard));
  // At once: a type check that comes before the first build needs them.
  const types = await openQuietly(context, (project) => project.types());
  const { added, left } = await includeTypes(root);
  const below = (file: string): string => path.relative(root, file);
  return {
    manifest,
    exists,
    written: [
      ...(exists ? [] : [manifest]),
      ...ignored,
      ...(attributes ? ['.gitattributes'] : []),
      ...(types.changed ? [below(types.file)] : []),
    ],
    included: { added: added.map(below), left: left.map(below) },
    hasDriver,
  };
}

const MERGED_BY_DRIVER =
  'Git merges the lock by `assetgen merge-driver` in this clone; run `assetgen init --merge-driver` in every other clone too.';

function print(done: Done, { out }: CommandContext): void {
  const { manifest, exists, written, included, hasDriver } = done;
  if (exists) out(`${manifest} exists already; it was not changed.`);
  if (written.length > 0) out(`Wrote ${listed(written)}.`);
  if (included.added.length > 0) out(`Added assets.gen.d.ts to ${listed(included.added)}.`);
  for (const file of included.left) {
    out(`${file} does not include assets.gen.d.ts, and assetgen may not edit it.`);
    out('  → Write /// <reference path="…/assets.gen.d.ts" /> into a .d.ts file that it includes.');
  }
  out(
    hasDriver
      ? MERGED_BY_DRIVER
      : '`assetgen init --merge-driver` lets git merge the lock asset by asset.',
  );
}

/** Writes the first manifest of a project that has none. */
async function writeManifest(
  root: string,
  patterns: readonly string[],
  text: string,
): Promise<Pick<Done, 'manifest' | 'exists'>> {
  const [found] = await findManifests(root, patterns);
  if (found !== undefined) return { manifest: found, exists: true };
  const manifest = newManifest(patterns);
  if (manifest === null) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `no file matches "manifests": ${patterns.join(', ')}`,
      {
        hint: 'Write a manifest there, and run this command again.',
      },
    );
  }
  linkGuard(root)(path.join(root, manifest));
  const file = path.join(root, manifest);
  await mkdir(path.dirname(file), { recursive: true });
  const above = path.relative(path.dirname(file), root).split(path.sep).join('/') || '.';
  await writeFile(file, text.replace('./', `${above}/`), { flag: 'wx' });
  return { manifest, exists: false };
}

async function startFrom(name: string, context: CommandContext): Promise<ExitCode> {
  if (name === 'list') {
    const templates = await listTemplates();
    if (context.json) context.out(JSON.stringify({ templates }));
    else {
      const rows = templates.map((each) => [each.name, each.description]);
      for (const line of printTable(['TEMPLATE', 'CONTENT'], rows)) context.out(line);
    }
    return EXIT.done;
  }
  const { root, options, json, out } = context;
  const text = (option: string): string | undefined => {
    const value = options[option];
    return typeof value === 'string' ? value : undefined;
  };
  for (const each of ['framework', 'bundler']) {
    if (text(each) !== undefined) {
      throw new AssetgenError('ASSETGEN_USAGE', `--template: not together with --${each}`, {
        hint: 'A template has a bundler of its own: `assetgen init --template list`.',
      });
    }
  }
  refusePlugNPlay(root);
  const written = await createProject(
    {
      folder: root,
      template: name,
      service: text('service'),
      packages: text('packages'),
      manager: detectPackageManager(root),
      install: options['install'] === true,
    },
    {
      ask: null,
      cwd: process.cwd(),
      out: json ? () => undefined : out,
      run: (...args) => runManager(...args, json ? 2 : 'inherit'),
    },
  );
  const hasDriver = options['merge-driver'] === true;
  const isNew = hasDriver && (await setUpDriver(root, linkGuard(root)));
  if (json) {
    out(JSON.stringify({ written: [...written, ...(isNew ? ['.gitattributes'] : [])] }));
  } else if (hasDriver) out(MERGED_BY_DRIVER);
  return EXIT.done;
}

/** Without the driver's config git merges these files as any text. */
const ATTRIBUTES = ['assets.gen.lock.json merge=assetgen', 'assets.gen.d.ts merge=assetgen'];

/** Says whether `.gitattributes` was written. */
async function setUpDriver(root: string, guard: PathGuard): Promise<boolean> {
  const isNew = await addLines(path.join(root, '.gitattributes'), ATTRIBUTES, guard);
  await configureGit(root);
  return isNew;
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

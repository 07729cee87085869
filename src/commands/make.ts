import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import {
  assertEditable,
  assertFree,
  copyWritable,
  defaultCacheDir,
  diskError,
  expandHome,
  findManifests,
  pointsText,
  renderPoster,
  renderThumbnail,
} from '@assetgen/core';
import type { AssetgenOptions, BuildReport, OutputFile, ProjectTools } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { PRESETS, madeEntry } from '../make/made-entry.ts';
import type { MadeEntry } from '../make/made-entry.ts';
import { terminalPicture } from '../make/terminal-picture.ts';
import { YES_OPTION, confirmation } from '../confirmation.ts';
import { numberOption } from '../number-option.ts';
import { openQuietly, withProject } from '../open.ts';
import { openWithSystem } from '../open-with-system.ts';
import { fileLink } from '../render/link.ts';
import { printErrors } from '../render/errors.ts';
import { printBytes, printSeconds } from '../render/numbers.ts';
import { createProgress } from '../render/progress/create-progress.ts';

export const make: Command = {
  summary: 'Make one file from a prompt, without a project; the same prompt is paid once',
  usage: 'PROMPT -o FILE',
  positionals: [1, 1],
  options: {
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      offer: 'files',
      help: 'File to write; its extension sets the format: .glb, .png, .webp, .mp4, …',
    },
    preset: {
      type: 'string',
      value: 'NAME',
      offer: PRESETS,
      help: 'Size of a .glb: web, mobile, hero or none (default: web)',
    },
    budget: { type: 'string', value: 'N', help: 'Points that this may cost' },
    yes: YES_OPTION,
    force: { type: 'boolean', help: 'Overwrite an existing file' },
    add: { type: 'boolean', help: "Declare it in this project's manifest too" },
    open: { type: 'boolean', help: "Open the file with the system's default program" },
  },
  examples: [
    'assetgen make "a small red dragon" -o dragon.glb',
    'assetgen make "misty mountains at dawn" -o hero.webp --budget 50',
    'assetgen make "a brass desk lamp" -o lamp.glb --preset mobile --add',
  ],
  async run(context) {
    const made = wanted(context);
    const { force, open, add } = context.options;
    const root = await madeRoot(made, context.root);
    if (force !== true) await refuseToOverwrite(made.file, root);
    if (add === true) await refuseTaken(made.name, context);
    await makePlace(made.file);
    const { report, output } = await build(made, root, context);
    if (output === null) return fail(report, context);
    await copyWritable(output.path, made.file);
    if (add === true) await openQuietly(context, (project) => declare(project, made));
    if (context.json) context.out(JSON.stringify(summary(made, report, output)));
    else await print(made, report, output, context);
    if (open === true) openWithSystem(made.file);
    return EXIT.done;
  },
};

function fail(report: BuildReport, { json, verbose, out, err }: CommandContext): ExitCode {
  const errors = report.errors.map((error) =>
    error.code === 'ASSETGEN_FROZEN' ? { ...error, hint: FROZEN_HINT } : error,
  );
  if (json) out(JSON.stringify({ ok: false, errors }));
  for (const text of printErrors(errors, verbose)) err(text);
  return exitCodeOf(errors.map(({ code }) => code));
}

/** The lock of what is made here is not the user's: there is nothing to commit. */
const FROZEN_HINT =
  'ASSETGEN_MODE is "frozen", so nothing is created. Run the command without it, or declare the asset in assets.gen.json.';

async function declare(project: ProjectTools, { name, entry }: MadeEntry): Promise<void> {
  await project.add(name, entry);
  await project.types();
}

function wanted({ positionals, options }: CommandContext): MadeEntry {
  const [prompt = ''] = positionals;
  const { output, preset } = options;
  if (typeof output !== 'string') {
    throw new AssetgenError('ASSETGEN_USAGE', 'expected -o FILE, found none', {
      hint: `assetgen make ${JSON.stringify(prompt)} -o dragon.glb`,
    });
  }
  return madeEntry(
    prompt,
    output,
    preset === undefined ? undefined : String(preset),
    process.cwd(),
  );
}

/** Absolute path of the user's cache. */
function cacheBase(root: string): Promise<string> | string {
  const named = process.env['ASSETGEN_CACHE_DIR']?.trim() ?? '';
  const own = path.join(root, '.assetgen/cache');
  return named === '' ? defaultCacheDir(own) : path.resolve(root, expandHome(named));
}

/**
 * A project in the user's cache for what is made, with a lock and a journal of its own: the same
 * sentence finds what was bought, whatever came in between.
 */
async function madeRoot({ name, entry }: MadeEntry, root: string): Promise<string> {
  // A drawing of the embedded service does not answer a request to a paid one.
  const recipe = JSON.stringify([isServiceNamed() ? 'remote' : 'local', entry]);
  const key = createHash('sha256').update(recipe).digest('hex').slice(0, 24);
  const folder = path.join(await cacheBase(root), 'made', key);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'assets.gen.json'),
    JSON.stringify({ assets: { [name]: entry } }),
  );
  return folder;
}

/** Before anything is paid for. A file that was made here before may be replaced. */
async function refuseToOverwrite(file: string, root: string): Promise<void> {
  const there = await stat(file).catch(() => null);
  if (there === null) return;
  const lock = await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8').catch(() => '');
  const digest = there.isFile()
    ? createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
    : 'none';
  if (lock.includes(digest)) return;
  throw new AssetgenError('ASSETGEN_USAGE', `${file} exists already; nothing was made`, {
    hint: 'Choose another name, or use --force to overwrite it.',
  });
}

/** Before anything is paid for: a manifest takes the asset. */
async function refuseTaken(name: string, context: CommandContext): Promise<void> {
  const [{ manifest }, { manifests }] = await openQuietly(context, async (project) => [
    await project.inspect(),
    await project.config(),
  ]);
  assertFree(manifest, name);
  assertEditable(await findManifests(context.root, manifests));
}

/** Before anything is paid for: the folder of the file, which can be written. */
async function makePlace(file: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw diskError(error, folder, 'name another file');
  }
}

async function build(
  { name }: MadeEntry,
  root: string,
  context: CommandContext,
): Promise<{ readonly report: BuildReport; readonly output: OutputFile | null }> {
  const budget = numberOption(context.options, 'budget', 0);
  const progress = createProgress(context.screen, context.verbose);
  const options: AssetgenOptions = {
    mode: isFrozen() ? 'frozen' : 'generate',
    cache: { dir: await cacheBase(context.root) },
    ...(isServiceNamed() ? {} : { service: 'local' }),
    ...(budget === undefined ? {} : { budget }),
  };
  const { signal } = context;
  const { report, view } = await withProject(
    { ...context, root },
    options,
    progress.onEvent,
    (project) => project.ensure({ signal, ...confirmation(context, 'This command') }),
  ).finally(() => progress.close());
  return { report, output: view.files.find(({ asset }) => asset === name) ?? null };
}

/** Whether somebody forbade creates. `CI` alone does not: who writes this command means it. */
function isFrozen(): boolean {
  return process.env['ASSETGEN_MODE']?.trim() === 'frozen';
}

/** Whether the environment names a service. No project is asked: it could name another one. */
function isServiceNamed(): boolean {
  const { ASSETGEN_API_URL = '', ASSETGEN_BASE_URL = '' } = process.env;
  return ASSETGEN_API_URL.trim() !== '' || ASSETGEN_BASE_URL.trim() !== '';
}

function summary({ name, file, entry }: MadeEntry, { points }: BuildReport, output: OutputFile) {
  return { ok: true, file, asset: name, entry, bytes: output.bytes, points };
}

async function print(
  made: MadeEntry,
  report: BuildReport,
  output: OutputFile,
  context: CommandContext,
): Promise<void> {
  const { out } = context;
  const shown = path.relative(process.cwd(), made.file) || made.file;
  out(
    `${fileLink(made.file, shown)}: ${printBytes(output.bytes)}, ${cost(report)}, ${printSeconds(report.durationMs)}`,
  );
  const picture = process.stdout.isTTY ? await thumbnail(made).catch(() => null) : null;
  if (picture !== null) process.stdout.write(picture);
  if (context.options['add'] === true) {
    out(`Added ${made.name} to the manifest; \`assetgen remove ${made.name}\` undoes it.`);
    return;
  }
  out('To use it in a project, declare it in assets.gen.json (or run with --add):');
  const entry = JSON.stringify(made.entry, null, 1).replaceAll(/\n */g, ' ');
  out(`  ${JSON.stringify(made.name)}: ${entry}`);
}

function cost({ points, generated, free }: BuildReport): string {
  const text = pointsText(points, free);
  if (free) return `${text}, by the embedded service`;
  return generated === 0 ? `bought earlier, ${text}` : text;
}

/** For a terminal that shows pictures; null for others, and for what no picture can be made of. */
async function thumbnail({ file, entry }: MadeEntry): Promise<string | null> {
  if (terminalPicture(new Uint8Array(), process.env) === null) return null;
  const bytes = await readFile(file);
  const [{ format }] = entry.outputs;
  if (entry.kind === 'video')
    return shown(await renderPoster(bytes, { format: 'png', width: 480 }));
  if (format === 'glb') return shown(await renderThumbnail(bytes, { width: 320 }));
  return format === 'png' ? shown(bytes) : null;
}

const shown = (png: Uint8Array): string | null => terminalPicture(png, process.env);

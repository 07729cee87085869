import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import type {
  AssetgenOptions,
  BuildReport,
  DraftRule,
  EnsureOptions,
  Mode,
  SavedPlan,
} from '@assetgen/core';
import { openProject, pointsText } from '@assetgen/core/warm';
import type { Command, CommandContext } from '../command.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { namesOption } from '../names-option.ts';
import { numberOption } from '../number-option.ts';
import { printError } from '../render/error.ts';
import { plural, printSeconds } from '../render/numbers.ts';
import { createProgress } from '../render/progress/create-progress.ts';
import { YES_OPTION, confirmation } from '../confirmation.ts';
import { seePage } from '../render/see-page.ts';
import { paint } from '../render/style.ts';
import { printErrors } from '../render/errors.ts';
import { freeNewSpace, holdHeap, holdNewSpace, optimiseLater, preferSize } from '../hold-heap.ts';

/** Assets to make from which on a build keeps its memory small. */
const MANY = 1_000;
/** Assets to make from which on it does so at the cost of the processor's time. */
const VERY_MANY = 4_000;
const MODES: readonly Mode[] = ['draft', 'generate', 'frozen'];

export const build: Command = {
  summary: 'Make every output exist; pay for each missing asset once',
  usage: '',
  positionals: [0, 0],
  options: {
    mode: {
      type: 'string',
      value: 'MODE',
      offer: MODES,
      help: 'draft, generate or frozen (default: generate; frozen where CI is set)',
    },
    frozen: { type: 'boolean', help: 'The same as --mode frozen: create nothing, change no lock' },
    draft: {
      type: 'boolean',
      help: 'The same as --mode draft: free drafts of missing assets',
    },
    'no-drafts': {
      type: 'boolean',
      help: 'Fail instead of using drafts, like `"drafts": "error"` in the config',
    },
    budget: { type: 'string', value: 'N', help: 'Points that this build may spend' },
    only: {
      type: 'string',
      value: 'NAME…',
      offer: 'assets',
      multiple: true,
      help: "Only these assets, by name or a pattern such as 'props/*', with dependencies",
    },
    plan: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: 'Do exactly what `assetgen plan --out FILE` saved, or fail if it is stale',
    },
    shard: {
      type: 'string',
      value: 'I/N',
      help: 'Only part I of N; assets that share a purchase stay together',
    },
    concurrency: { type: 'string', value: 'N', help: 'Assets processed at once (default: 8)' },
    resubmit: {
      type: 'string',
      value: 'NAME…',
      offer: 'assets',
      multiple: true,
      help: 'Submit these again although an earlier submission may have been paid',
    },
    yes: YES_OPTION,
  },
  examples: [
    'assetgen build',
    'assetgen build --frozen',
    'assetgen plan --out plan.json && assetgen build --plan plan.json',
    'assetgen build --shard 1/4',
    "assetgen build --budget 100 --only hero 'props/*'",
  ],
  async run(context) {
    const mode = modeOf(context);
    const drafts = draftsOf(context);
    const budget = numberOption(context.options, 'budget', 0);
    const concurrency = numberOption(context.options, 'concurrency', { min: 1, whole: true });
    const only = namesOption(context.options, 'only');
    const plan = await savedPlan(context, mode, only);
    const shard = shardOf(context);
    const options: AssetgenOptions = {
      ...(mode === undefined ? {} : { mode }),
      ...(drafts === undefined ? {} : { drafts }),
      ...(budget === undefined ? {} : { budget }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    const resubmit = namesOption(context.options, 'resubmit');
    const part: EnsureOptions = {
      ...(only.length === 0 ? {} : { only }),
      ...(plan === null ? {} : { plan }),
      ...(shard === null ? {} : { shard }),
      ...(resubmit.length === 0 ? {} : { resubmit }),
      ...confirmation(context, 'This build'),
    };
    const progress = createProgress(context.screen, context.verbose);
    const made: string[] = [];
    const standIns: string[] = [];
    let isBuying = false;
    // How many assets there are to make is known when they are planned.
    holdNewSpace();
    const project = openProject({
      root: context.root,
      options,
      command: 'build',
      onEvent(event) {
        context.hear(event);
        if (event.type === 'planned') {
          if (event.pending >= VERY_MANY) preferSize();
          else freeNewSpace();
          if (event.pending >= MANY) holdHeap();
        }
        if (event.type === 'in-flight' && !event.free && !isBuying) {
          isBuying = true;
          optimiseLater();
        }
        if (event.type === 'asset-done') made.push(event.asset);
        if (event.type === 'warning' && event.code === 'ASSETGEN_STAND_IN') {
          standIns.push(event.asset ?? '');
        }
        progress.onEvent(event);
      },
    });
    const report = await project
      .ensure({ ...part, signal: context.signal })
      .then((result) => result.report)
      .finally(() => project.close())
      .catch((error: unknown) => {
        if (!context.json || !isAssetgenError(error)) throw error;
        context.err(printError(error, context.verbose));
        return emptyReport(mode ?? 'generate', error);
      })
      .finally(() => progress.close());
    if (context.json) context.out(JSON.stringify(report));
    else print(context, report, made, standIns);
    return exitCodeOf(report.errors.map((error) => error.code));
  },
};

function modeOf({ options }: CommandContext): Mode | undefined {
  const given = [
    ...(options['mode'] === undefined ? [] : [String(options['mode'])]),
    ...(options['frozen'] === true ? ['frozen'] : []),
    ...(options['draft'] === true ? ['draft'] : []),
  ];
  const mode = MODES.find((each) => each === given[0]);
  if (given.length > 0 && (mode === undefined || given.some((each) => each !== mode))) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--mode: expected one of draft, generate or frozen, found ${given.join(' and ')}`,
    );
  }
  return mode;
}

/** The command's option for drafts wins over a config that forbids them in builds. */
function draftsOf({ options }: CommandContext): DraftRule | undefined {
  const isDraft = options['draft'] === true || options['mode'] === 'draft';
  if (options['no-drafts'] !== true) return isDraft ? 'warn' : undefined;
  if (!isDraft) return 'error';
  throw new AssetgenError('ASSETGEN_USAGE', '--no-drafts: not together with mode draft');
}

async function savedPlan(
  { options }: CommandContext,
  mode: Mode | undefined,
  only: readonly string[],
): Promise<SavedPlan | null> {
  const file = options['plan'];
  if (typeof file !== 'string') return null;
  if (only.length > 0 || options['shard'] !== undefined || (mode ?? 'generate') !== 'generate') {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      '--plan runs the whole plan in mode generate: not together with --only, --shard or a mode',
    );
  }
  const text = await readFile(path.resolve(file), 'utf8').catch((cause: unknown) => {
    throw new AssetgenError('ASSETGEN_USAGE', `--plan: no file ${file}`, { cause });
  });
  // Loaded here: where nothing has to be done, nothing of it is needed.
  const { parseSavedPlan } = await import('@assetgen/core');
  const plan = parseSavedPlan(parseJson(text));
  if (plan === null) {
    throw new AssetgenError('ASSETGEN_USAGE', `--plan: ${file} is not a plan`, {
      hint: 'Make one with `assetgen plan --out FILE`.',
    });
  }
  return plan;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shardOf({ options }: CommandContext): { index: number; count: number } | null {
  const text = options['shard'];
  if (text === undefined) return null;
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(String(text)) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--shard: expected I/N with I from 1 to N, found ${JSON.stringify(text)}`,
    );
  }
  return shard;
}

/** The report of a build that could not begin. */
function emptyReport(mode: Mode, error: AssetgenError): BuildReport {
  const { code, message } = error;
  return {
    ok: false,
    mode,
    assets: 0,
    outputs: 0,
    generated: 0,
    converted: 0,
    downloaded: 0,
    cached: 0,
    drafted: 0,
    failed: 0,
    points: 0,
    knownPoints: 0,
    free: false,
    durationMs: 0,
    errors: [{ code, asset: null, message, hint: error.hint ?? null }],
  };
}

/** @param standIns assets that are one */
function print(
  context: CommandContext,
  report: BuildReport,
  made: readonly string[],
  standIns: readonly string[],
): void {
  if (report.errors.length > 0) {
    for (const text of printErrors(report.errors, context.verbose)) context.err(text);
  }
  const { generated, downloaded, drafted, cached } = report;
  // Something was done for these too: a new size, or a file from the shared cache.
  const taken = Math.max(0, Math.min(cached, made.length - generated - downloaded - drafted));
  const idle = generated + downloaded + taken === 0 ? 'up to date' : 'unchanged';
  const parts = [
    ...part(generated, 'generated'),
    ...part(downloaded, 'downloaded'),
    ...part(taken, 'from the cache'),
    ...part(cached - taken, idle),
    ...part(drafted, 'drafted'),
    ...part(report.converted, 'converted'),
    ...part(report.failed, 'failed'),
  ];
  const points = pointsText(report.points, report.free, report.knownPoints);
  const files = plural(report.outputs, 'file');
  const time = printSeconds(report.durationMs);
  const assets = plural(report.assets, 'asset');
  context.out(`${assets}: ${parts.join(', ') || 'none made'}; ${files}, ${points}, ${time}`);
  // If the points ran out, the list of assets made with them matters.
  if (report.errors.some(({ code }) => code === 'ASSETGEN_BUDGET' || code === 'ASSETGEN_POINTS')) {
    const failed = new Set(report.errors.flatMap(({ asset }) => (asset === null ? [] : [asset])));
    context.err(`Made: ${made.filter((name) => !failed.has(name)).join(', ') || 'nothing'}.`);
    context.err(`Not made: ${[...failed].join(', ')}.`);
  }
  if (drafted > 0) {
    const text = `${plural(drafted, 'draft')} used: free placeholders, not the generated assets.`;
    context.out(paint('yellow', text, process.stdout));
    for (const line of seePage('background/drafts', '', process.stdout)) context.out(line);
  }
  if (standIns.length > 0) {
    const text = `${plural(standIns.length, 'stand-in')} for words that the embedded service does not know: ${standIns.join(', ')}.`;
    context.out(paint('yellow', text, process.stdout));
    for (const line of seePage('background/local-service', 'models', process.stdout))
      context.out(line);
  }
}

function part(count: number, word: string): string[] {
  return count === 0 ? [] : [`${count} ${word}`];
}

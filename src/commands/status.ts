import path from 'node:path';
import { redactUrl } from '@assetgen/client';
import type { Client } from '@assetgen/client';
import { texturesText } from '@assetgen/core';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { plural, printBytes } from '../render/numbers.ts';
import { oneLine } from '../render/style.ts';
import { downloadResult } from '../status/download-result.ts';
import { jobStatus, resultUrl } from '../status/job-status.ts';
import type { JobStatus } from '../status/job-status.ts';
import { knownJobs } from '../status/known-jobs.ts';
import type { KnownJob } from '../status/known-jobs.ts';
import { columnsOf, wrapText } from '../render/wrap.ts';

/** What is told of a job. Addresses are redacted unless they were asked for. */
interface Told extends Omit<JobStatus, 'url'> {
  readonly what: string;
  /** Whether a result can be downloaded. */
  readonly ready: boolean;
  readonly url: string | null;
  /** What the service said when it failed, as the lock has it. */
  readonly reason: string | null;
  /** Why the embedded service drew something else; null where it did not. */
  readonly standIn: string | null;
  /** `scaleNumber` of the conversions, by output. */
  readonly scales: Readonly<Record<string, number>>;
  /** GPU memory and draw calls of its models, by output. */
  readonly models: KnownJob['models'];
  /** Path of the downloaded file; null where none was asked for. */
  readonly file: string | null;
}

export const status: Command = {
  summary: 'Show the state, progress and result of a job, or of all jobs of an asset; free',
  usage: 'UUID|NAME',
  positionals: [1, 1],
  offers: ['assets'],
  options: {
    download: {
      type: 'string',
      value: 'FOLDER',
      offer: 'folders',
      help: 'Download available results into this folder',
    },
    urls: {
      type: 'boolean',
      help: 'Show signed URLs in full; anyone who has them can fetch the files',
    },
  },
  examples: [
    'assetgen status 6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10',
    'assetgen status props/dragon --json',
    'assetgen status UUID --download ./rescued',
  ],
  async run(context) {
    const given = context.positionals[0] ?? '';
    return openQuietly(context, async (project) => {
      const client = await (await project.runtime()).client();
      const jobs = await jobsOf(() => project.inspect(), given);
      const told: Told[] = [];
      for (const job of jobs) told.push(await tell(client, job, context));
      if (context.json) {
        const isOne = jobs.length === 1 && jobs[0]?.what === '';
        context.out(JSON.stringify(isOne ? told[0] : { asset: given, jobs: told }));
      } else {
        for (const each of told) print(each, context);
      }
      return told.some(({ kind }) => kind === null) ? EXIT.failed : EXIT.done;
    });
  },
};

/** A UUID can be asked for where there is no project, too. */
async function jobsOf(
  inspect: () => Promise<Parameters<typeof knownJobs>[0]>,
  given: string,
): Promise<readonly KnownJob[]> {
  const alone = [{ uuid: given, what: '', reason: null, standIn: null, scales: {}, models: {} }];
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(given)) return alone;
  try {
    return knownJobs(await inspect(), given);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ASSETGEN_NO_MANIFEST') return alone;
    throw error;
  }
}

async function tell(client: Client, job: KnownJob, context: CommandContext): Promise<Told> {
  const { signal, options } = context;
  const { what, reason, standIn, scales, models, uuid } = job;
  const asked = uuid === '' ? null : await jobStatus(client, uuid, signal);
  const found = asked ?? { ...NO_JOB, message: reason };
  const folder = options['download'] as string | undefined;
  const wants = asked !== null && folder !== undefined && (asked.url !== null || what === '');
  const fresh = async (): Promise<string> => resultUrl(await jobStatus(client, uuid, signal));
  const file = wants
    ? await downloadResult(client, uuid, fresh, path.resolve(folder), signal)
    : null;
  const shown = (url: string | null): string | null =>
    url === null || options['urls'] === true ? url : redactUrl(url);
  const { url, imageUrl } = found;
  return {
    ...found,
    what,
    reason,
    standIn,
    scales,
    models,
    ready: url !== null,
    url: shown(url),
    imageUrl: shown(imageUrl),
    file,
  };
}

/** Failures from before there was a UUID. */
const NO_JOB: JobStatus = {
  uuid: '',
  kind: 'job',
  status: 'failed',
  progress: null,
  message: null,
  url: null,
  imageUrl: null,
  prompts: null,
  createdAt: null,
  sourcePage: null,
};

function print(told: Told, { out, err }: CommandContext): void {
  const { uuid, kind, what, progress, ready } = told;
  const name = what === '' ? uuid : `${what}${uuid === '' ? '' : ` (${uuid})`}`;
  if (kind === null) {
    err(oneLine(`The service does not know ${name}.`));
    return;
  }
  const percent = progress === null ? '' : `, ${progress} %`;
  const state = `${told.status}${percent}${ready ? '; its result is ready' : ''}`;
  out(oneLine(`${kind} ${name}: ${state}`));
  const facts: readonly (readonly [string, string | null])[] = [
    ['prompt', told.prompts],
    ['created', told.createdAt],
    ['made by', told.sourcePage],
    ['stand-in', told.standIn],
    ['result', told.url],
    ['preview', told.imageUrl],
    ['reason', told.reason ?? (told.status === 'failed' ? told.message : null)],
    ...Object.entries(told.scales).map(
      ([output, scale]) => [`scale of ${output}`, `${scale}`] as const,
    ),
    ...Object.entries(told.models).map(
      ([output, { gpuBytes, drawCalls, textures }]) =>
        [
          output,
          [
            `${printBytes(gpuBytes)} of GPU memory, ${plural(drawCalls, 'draw call')}`,
            ...(textures.length === 0 ? [] : [texturesText(textures)]),
          ].join('; '),
        ] as const,
    ),
    ['downloaded to', told.file],
  ];
  for (const [label, value] of facts) {
    if (value === null || value === '') continue;
    for (const line of wrapText(`  ${label}: ${oneLine(value)}`, columnsOf(process.stdout), '  '))
      out(line);
  }
}

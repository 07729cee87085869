import type { Client, GenerationResult, JobProgress, ModelRetrieval } from '@assetgen/client';
import { AssetgenError } from '@assetgen/client/errors';
import { CODE_STATUS } from '@assetgen/client/wire';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { withClient } from '../open.ts';

/** What the service knows of a UUID. It holds no URL: signed ones are secrets. */
interface Status {
  readonly uuid: string;
  /** null where no query knows the UUID. */
  readonly kind: string | null;
  readonly status: string;
  /** 0 to 100; null where the service does not tell. */
  readonly progress: number | null;
  /** Whether a result can be downloaded. */
  readonly ready: boolean;
  readonly message: string | null;
}

export const status: Command = {
  summary: 'Ask the service about one job: its state, its progress, whether its result is there',
  usage: 'UUID',
  positionals: [1, 1],
  options: {},
  examples: ['assetgen status 6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10', 'assetgen status UUID --json'],
  async run(context) {
    const uuid = context.positionals[0] ?? '';
    const found = await withClient(context, (client) => ask(client, uuid, context.signal));
    if (context.json) context.out(JSON.stringify(found));
    else if (found.kind === null) context.err(`The service does not know ${uuid}.`);
    else {
      const percent = found.progress === null ? '' : `, ${found.progress} %`;
      const ready = found.ready ? '; its result is ready' : '';
      context.out(`${found.kind} ${uuid}: ${found.status}${percent}${ready}`);
    }
    return found.kind === null ? EXIT.failed : EXIT.done;
  },
};

async function ask(client: Client, uuid: string, signal: AbortSignal): Promise<Status> {
  const answers = await Promise.allSettled([
    client.retrieveModel({ uuid }, { signal }),
    client.queryGenerationResult({ uuid }, { signal }),
    client.queryJobProgress({ uuid }, { signal }),
  ]);
  const [model, result, progress] = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value : null,
  ) as [ModelRetrieval | null, GenerationResult | null, JobProgress | null];
  const percent = percentOf(progress);
  if (model !== null && MODEL_STATES[model.codeStatus] !== undefined) {
    const state = MODEL_STATES[model.codeStatus] ?? '';
    const { message, modelUrl } = model;
    return {
      uuid,
      kind: 'model',
      status: state,
      progress: percent,
      ready: modelUrl !== null,
      message,
    };
  }
  if (result?.success === true) {
    const kind = result.resultType ?? 'result';
    const ready = result.resultUrl !== null;
    return { uuid, kind, status: result.status, progress: percent, ready, message: null };
  }
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
  if (progress !== null && progress.statusType === 0) {
    const { message } = progress;
    return { uuid, kind: 'job', status: message, progress: percent, ready: false, message };
  }
  if (model !== null && model.codeStatus !== CODE_STATUS.unknownUuid) {
    throw new AssetgenError('ASSETGEN_UNEXPECTED', `unknown state ${model.codeStatus} of ${uuid}`);
  }
  const message = model?.message ?? null;
  return { uuid, kind: null, status: 'unknown', progress: null, ready: false, message };
}

const MODEL_STATES: Readonly<Record<number, string>> = {
  [CODE_STATUS.completed]: 'completed',
  [CODE_STATUS.generating]: 'generating',
  [CODE_STATUS.failed]: 'failed',
};

function percentOf(progress: JobProgress | null): number | null {
  const text = /(\d+(?:\.\d+)?)\s*%?/.exec(progress?.progress ?? '')?.[1];
  return text === undefined ? null : Number(text);
}

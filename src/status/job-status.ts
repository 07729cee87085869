import type { Client, GenerationResult, JobProgress, ModelRetrieval } from '@assetgen/client';
import { AssetgenError } from '@assetgen/client/errors';
import { CODE_STATUS } from '@assetgen/client/wire';

/** What the service knows of a UUID. Its addresses are signed: whoever has them has the files. */
export interface JobStatus {
  readonly uuid: string;
  /** null where no query knows the UUID. */
  readonly kind: string | null;
  readonly status: string;
  /** 0 to 100; null where the service does not tell. */
  readonly progress: number | null;
  readonly message: string | null;
  /** Of the result; null where there is none yet. */
  readonly url: string | null;
  /** Of a picture of a model. */
  readonly imageUrl: string | null;
  readonly prompts: string | null;
  readonly createdAt: string | null;
  readonly sourcePage: string | null;
}

/** Asks the three queries of the interface specification (section 4.2), which are free. */
export async function jobStatus(
  client: Client,
  uuid: string,
  signal: AbortSignal,
): Promise<JobStatus> {
  const answers = await Promise.allSettled([
    client.retrieveModel({ uuid }, { signal }),
    client.queryGenerationResult({ uuid }, { signal }),
    client.queryJobProgress({ uuid }, { signal }),
  ]);
  const [model, result, progress] = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value : null,
  ) as [ModelRetrieval | null, GenerationResult | null, JobProgress | null];
  const base = { ...NOTHING, uuid, progress: percentOf(progress) };
  if (model !== null && model.codeStatus !== CODE_STATUS.unknownUuid) {
    const status = MODEL_STATES[model.codeStatus] ?? notKnown(`codeStatus ${model.codeStatus}`);
    const { message, modelUrl: url, imageUrl, prompts, createdAt, sourcePage } = model;
    return {
      ...base,
      kind: 'model',
      status,
      message,
      url,
      imageUrl,
      prompts,
      createdAt,
      sourcePage,
    };
  }
  if (result?.success === true) {
    const kind = result.resultType ?? 'result';
    const isKnown = RESULT_STATES.has(result.status.toLowerCase());
    const status = isKnown ? result.status : notKnown(`state \`${result.status}\``);
    return { ...base, kind, status, url: result.resultUrl };
  }
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
  if (progress !== null && progress.statusType === 0) {
    const { message } = progress;
    return { ...base, kind: 'job', status: message, message };
  }
  return { ...base, progress: null, message: model?.message ?? null };
}

const NOTHING = {
  kind: null,
  status: 'unknown',
  message: null,
  url: null,
  imageUrl: null,
  prompts: null,
  createdAt: null,
  sourcePage: null,
} as const;

const MODEL_STATES: Readonly<Record<number, string>> = {
  [CODE_STATUS.completed]: 'completed',
  [CODE_STATUS.generating]: 'generating',
  [CODE_STATUS.failed]: 'failed',
};

const RESULT_STATES: ReadonlySet<string> = new Set(['completed', 'queued', 'processing', 'failed']);

function notKnown(state: string): string {
  return `${state}, which is not in the specification`;
}

function percentOf(progress: JobProgress | null): number | null {
  const text = /(\d+(?:\.\d+)?)\s*%?/.exec(progress?.progress ?? '')?.[1];
  return text === undefined ? null : Number(text);
}

/** The address of a result that is there. @throws AssetgenError `ASSETGEN_NO_RESULT` */
export function resultUrl({ uuid, status, url }: JobStatus): string {
  if (url !== null) return url;
  throw new AssetgenError('ASSETGEN_NO_RESULT', `${uuid}: no result yet (${status})`, {
    hint: 'Run again later; this query is free.',
  });
}

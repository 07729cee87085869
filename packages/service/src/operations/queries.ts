import { CODE_STATUS } from '@assetgen/client';
import { readJsonBody } from '../http/read-body.ts';
import { legacy, type Operation } from '../http/operation.ts';
import { checked, readFields, text } from '../http/read-fields.ts';
import { errorMessage } from '../http/invalid-request.ts';
import { json, plainUnauthorized } from '../http/replies.ts';
import { expirationDay, totalOf } from '../points/balance.ts';
import { META } from '../jobs/make-job.ts';
import { isModelJob } from './is-model-job.ts';

const UUID = { uuid: text() };

async function uuidOf(request: Request): Promise<string> {
  const body = await readJsonBody(request);
  return checked(readFields(UUID, body, { text: false, unknown: 'ignore' })).uuid.toLowerCase();
}

function retrieval(
  codeStatus: number,
  message: string,
  more: {
    readonly modelUrl?: string;
    readonly imageUrl?: string;
    readonly prompts?: string | null;
    readonly createdAt?: string;
    readonly sourcePage?: string;
  } = {},
): Response {
  const empty = {
    modelUrl: null,
    imageUrl: null,
    prompts: null,
    createdAt: null,
    sourcePage: null,
  };
  return json({ codeStatus, message, ...empty, ...more });
}

/** `POST /api/retrieveModel`. */
export const retrieveModel: Operation = {
  ...legacy('retrieveModel'),
  unauthorized: () => retrieval(CODE_STATUS.tokenInvalid, 'The token is invalid or expired.'),
  invalid: (errors) => retrieval(CODE_STATUS.unknownUuid, errorMessage(errors)),
  async run({ request, context, origin }) {
    const uuid = await uuidOf(request);
    const job = await context.ledger.job(uuid);
    if (job === undefined || !isModelJob(job)) {
      return retrieval(CODE_STATUS.unknownUuid, `The UUID ${shown(uuid)} does not exist.`);
    }
    const facts = {
      prompts: 'prompt' in job.spec && job.spec.prompt !== '' ? job.spec.prompt : null,
      createdAt: new Date(job.at).toISOString(),
      sourcePage: job.source,
    };
    const state = await context.works.state(job);
    switch (state.status) {
      case 'queued':
      case 'processing':
        return retrieval(CODE_STATUS.generating, 'Generating', facts);
      case 'failed':
        return retrieval(CODE_STATUS.failed, `Generation failed: ${state.message}`, facts);
      case 'completed':
        return retrieval(CODE_STATUS.completed, 'Completed', {
          ...facts,
          modelUrl: context.links.sign(origin, `/files/model/${uuid}.glb`),
          imageUrl: context.links.sign(origin, `/files/preview/${uuid}.png`),
        });
    }
  },
};

/** Longer text cannot be a UUID, and need not be repeated. */
const shown = (uuid: string): string => uuid.slice(0, 64);

function result(
  success: boolean,
  uuid: string,
  status: string,
  more: { readonly resultType?: string; readonly resultUrl?: string } = {},
): Response {
  const data = { uuid: shown(uuid), status, resultType: null, resultUrl: null, ...more };
  return json({ success, data });
}

/** `POST /api/queryGenerationResult`. */
export const queryGenerationResult: Operation = {
  ...legacy('queryGenerationResult'),
  // The answer has no status for a bad token, and `failed` would be a lie about the job.
  unauthorized: plainUnauthorized,
  invalid: () => result(false, '', 'failed'),
  async run({ request, context, origin }) {
    const uuid = await uuidOf(request);
    const job = await context.ledger.job(uuid);
    if (job === undefined || isModelJob(job)) return result(false, uuid, 'failed');
    const { kind } = job.spec;
    const resultType = kind === 'video' ? 'video' : 'image';
    const state = await context.works.state(job);
    if (state.status !== 'completed') return result(true, uuid, state.status, { resultType });
    const path = `/files/${kind}/${uuid}.${META[kind].extension}`;
    const resultUrl = context.links.sign(origin, path);
    return result(true, uuid, 'completed', { resultType, resultUrl });
  },
};

const progressOf = (statusType: number, message: string, progress: string | null): Response =>
  json({ statusType, message, progress });

/** `POST /api/queryJobProgress`. */
export const queryJobProgress: Operation = {
  ...legacy('queryJobProgress'),
  unauthorized: () => progressOf(-2, 'The token is invalid or expired.', null),
  invalid: (errors) => progressOf(-2, errorMessage(errors), null),
  async run({ request, context }) {
    const uuid = await uuidOf(request);
    const job = await context.ledger.job(uuid);
    if (job === undefined) return progressOf(-1, `The job ${shown(uuid)} does not exist.`, null);
    const state = await context.works.state(job);
    switch (state.status) {
      case 'queued':
        return progressOf(0, 'queued', '0%');
      case 'processing':
        return progressOf(0, 'processing', `${Math.floor(state.fraction * 100)}%`);
      case 'completed':
        return progressOf(0, 'completed', '100%');
      case 'failed':
        return progressOf(0, 'failed', null);
    }
  },
};

const NO_POINTS = {
  total_points: 0,
  monthly_bonus_points: 0,
  permanent_points: 0,
  year_points: 0,
  expiration_day: null,
};

/** `POST /api/queryPointsInfo`. */
export const queryPointsInfo: Operation = {
  ...legacy('queryPointsInfo'),
  unauthorized: () =>
    json({ statusType: -1, data: NO_POINTS, message: 'The token is invalid or expired.' }),
  invalid: (errors) => json({ statusType: -1, data: NO_POINTS, message: errorMessage(errors) }),
  async run({ context }) {
    const balance = await context.ledger.balance();
    const data = {
      total_points: totalOf(balance),
      monthly_bonus_points: balance.monthly,
      permanent_points: balance.permanent,
      year_points: balance.annual,
      expiration_day: expirationDay(balance),
    };
    return json({ statusType: 0, data, message: 'OK' });
  },
};

import { LIMITS, MODEL_FORMATS } from '@assetgen/client';
import { randomUUID } from 'node:crypto';
import { readJsonBody } from '../http/read-body.ts';
import { legacy, type Call, type Operation } from '../http/operation.ts';
import { checked, count, oneOf, readFields, text } from '../http/read-fields.ts';
import { errorMessage } from '../http/invalid-request.ts';
import { json } from '../http/replies.ts';
import { PRICES } from '../points/prices.ts';
import type { ConversionKey } from '../state/entry.ts';
import type { Job } from '../state/job.ts';
import { isModelJob } from './is-model-job.ts';

const { min, default: standard } = LIMITS.conversionSize;
const FIELDS = {
  uuid: text(),
  modelType: oneOf(MODEL_FORMATS, 'glb'),
  modelSize: count({ min }, standard),
};

interface More {
  readonly modelUrl?: string;
  readonly scaleNumber?: number | null;
  readonly modelSize?: number;
}

const reply = (statusType: -1 | 0 | 1, message: string, more: More = {}): Response =>
  json({ statusType, message, modelUrl: null, scaleNumber: null, modelSize: null, ...more });

/** `POST /api/convertToFormat`: 10 points for each new (uuid, format, size); repeats are free. */
export const convertToFormat: Operation = {
  ...legacy('convertToFormat'),
  unauthorized: () => reply(-1, 'The token is invalid or expired.'),
  invalid: (errors) => reply(-1, errorMessage(errors)),
  async run(call) {
    const { context, request } = call;
    const body = await readJsonBody(request);
    const fields = checked(readFields(FIELDS, body, { text: false, unknown: 'ignore' }));
    const { modelType: format, modelSize } = fields;
    const uuid = fields.uuid.toLowerCase();
    const job = await context.ledger.job(uuid, true);
    const state = job !== undefined && isModelJob(job) ? await context.works.state(job) : undefined;
    if (job === undefined || state?.status !== 'completed') {
      return reply(-1, `The UUID ${uuid.slice(0, 64)} has no model.`, { modelSize });
    }
    if (context.options.forbidden.has(this.name)) {
      return reply(-1, 'The account has no permission for conversions.', { modelSize });
    }
    return convert(call, job, `${format}@${modelSize}`, modelSize);
  },
};

async function convert(
  { context, origin, doomed }: Call,
  job: Job,
  conversion: ConversionKey,
  modelSize: number,
): Promise<Response> {
  const { ledger, works, options, links } = context;
  const failed = (message: string): Response =>
    reply(-1, `The conversion failed: ${message}`, { modelSize });
  const last = job.conversions[conversion]?.charges.at(-1);
  let current = job;
  if (last === undefined || works.wasTold(job, conversion)) {
    if (doomed) return failed('a fault of this service demands it.');
    const decision = await ledger.append({
      t: 'convert',
      id: randomUUID(),
      at: options.now(),
      points: options.draft ? 0 : PRICES.conversion,
      uuid: job.uuid,
      conversion,
    });
    if (decision === 'points') return reply(-1, 'Insufficient points to convert.', { modelSize });
    current = (await ledger.job(job.uuid)) ?? job;
    const state = works.conversionState(current, conversion);
    // Only a draft is there at once: section 3.1 promises the state 1 for a format that is new.
    if (!options.draft) return reply(1, 'The conversion is under way.', { modelSize });
    await state;
  }
  const state = await works.conversionState(current, conversion);
  switch (state.status) {
    case 'running':
      return reply(1, 'The conversion is under way.', { modelSize });
    case 'failed':
      works.tell(job, conversion);
      return failed(state.message);
    case 'completed': {
      const name = `${conversion}.${state.file.extension}`;
      return reply(0, 'Completed', {
        modelUrl: links.sign(origin, `/files/conversion/${job.uuid}/${name}`),
        scaleNumber: state.file.scaleNumber ?? null,
        modelSize,
      });
    }
  }
}

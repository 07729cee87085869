import { createHash } from 'node:crypto';
import { FIXED_POINTS } from '@assetgen/client/wire';
import type { Conversion } from '@assetgen/client';
import type { EnginePorts } from './engine-ports.ts';
import { fetchResult } from './fetch-result.ts';
import { JobError } from './job-errors.ts';
import { submitOnce } from './submit.ts';
import type { SubmissionAnswer } from './submit.ts';
import type { ConvertOutcome, ConvertRequest } from './types.ts';

type ConversionAnswer = SubmissionAnswer & { readonly conversion: Conversion };

/** The journal's name of a conversion: one for each (uuid, format, size). */
export function conversionId(request: ConvertRequest): string {
  const text = JSON.stringify(['convert', request.uuid, request.format, request.size]);
  return `${createHash('sha256').update(text).digest('hex')}-0`;
}

/**
 * Converts by the service. Whether a repeat of the call, which alone tells of the end, costs
 * points again is not documented: repeats are few, and end when the balance falls with the first.
 */
export async function convertOnce(
  ports: EnginePorts,
  request: ConvertRequest,
  signal: AbortSignal | undefined,
): Promise<ConvertOutcome> {
  const { asset, uuid } = request;
  const body = { uuid, modelType: request.format, modelSize: request.size };
  const submitted = await submitOnce<ConversionAnswer>(
    ports,
    {
      operationId: conversionId(request),
      asset,
      operation: 'convertToFormat',
      kind: 'convert',
      estimate: FIXED_POINTS.convertToFormat,
      resubmit: request.resubmit ?? false,
      send: async (beforeSend) => {
        const conversion = await ports.client.convertToFormat(body, {
          signal,
          abortInFlight: false,
          attempts: 1,
          beforeSend,
        });
        refuseFailed(request, conversion);
        return { uuids: [uuid], points: FIXED_POINTS.convertToFormat, conversion };
      },
      signal,
    },
    null,
  );
  const first = submitted.answer?.conversion ?? null;
  const url = first?.statusType === 0 ? first.modelUrl : null;
  const done = url ?? (await repeat(ports, request, first !== null, signal));
  const blob = await fetchResult(ports, {
    asset,
    expected: { kind: 'conversion', format: request.format },
    url: done,
    refresh: null,
    signal,
  });
  return { ...blob, points: submitted.answer === null ? 0 : FIXED_POINTS.convertToFormat };
}

function refuseFailed(request: ConvertRequest, conversion: Conversion): void {
  if (conversion.statusType === -1) {
    throw new JobError(
      'ASSETGEN_JOB_FAILED',
      request.asset,
      [request.uuid],
      `conversion of ${request.uuid} to ${request.format} failed: ${conversion.message}`,
    );
  }
}

async function repeat(
  ports: EnginePorts,
  request: ConvertRequest,
  isNew: boolean,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { asset, uuid, format, size } = request;
  const { convertRepeats, convertWaitMs } = ports.times;
  const body = { uuid, modelType: format, modelSize: size };
  for (let count = 0; count < convertRepeats; count += 1) {
    if (count > 0 || isNew) {
      const ms = convertWaitMs * 2 ** Math.max(0, isNew ? count : count - 1);
      ports.emit({ type: 'waiting', asset, reason: `conversion to ${format}`, ms });
      await ports.clock.sleep(ms, { signal });
    }
    const before = count === 0 ? await ports.balance.now() : null;
    const reservation = await ports.budget.reserve(asset, FIXED_POINTS.convertToFormat, { signal });
    let conversion: Conversion;
    try {
      conversion = await ports.client.convertToFormat(body, {
        signal,
        abortInFlight: false,
        attempts: 1,
      });
    } catch (error) {
      reservation.settle(null);
      throw error;
    }
    const after = count === 0 ? await ports.balance.now() : null;
    const charged = before !== null && after !== null && after < before;
    reservation.settle(charged ? before - after : 0);
    refuseFailed(request, conversion);
    if (conversion.statusType === 0 && conversion.modelUrl !== null) {
      return conversion.modelUrl;
    }
    if (charged) {
      throw new JobError(
        'ASSETGEN_CONVERT_CHARGED',
        asset,
        [uuid],
        `the balance fell by ${before - after} while the conversion to ${format} was asked for again; it is not asked for any more`,
        { hint: 'Other jobs may have taken them. Run again later to ask once more.' },
      );
    }
  }
  throw new JobError(
    'ASSETGEN_JOB_TIMEOUT',
    asset,
    [uuid],
    `the conversion of ${uuid} to ${format} did not end after ${convertRepeats} questions`,
    { hint: 'Run again later: it is asked for again.' },
  );
}

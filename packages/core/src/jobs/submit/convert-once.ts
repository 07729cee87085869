import { createHash } from 'node:crypto';
import { FIXED_POINTS } from '@assetgen/client/wire';
import { ServiceError } from '@assetgen/client';
import type { Conversion, ConvertToFormatRequest } from '@assetgen/client';
import type { StoredBlob } from '../../ports.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { fetchResult } from '../download/fetch-result.ts';
import { JobError } from '../job-error.ts';
import type { DownloadPool } from '../download/download-pool.ts';
import type { LazyQueue } from '../../lazy-queue.ts';
import type { Turn } from './shared-results.ts';
import { settleTogether } from './settle-together.ts';
import { sendPatiently } from './send-patiently.ts';
import type { Refused } from './send-patiently.ts';
import { submitOnce } from './submit-once.ts';
import type { Submission, SubmissionAnswer } from './submission.ts';
import type { ConvertedBlob, ConvertOutcome, ConvertRequest } from '../job-engine.ts';

/** Where requests and downloads wait for their turn; a conversion that goes on is in neither. */
export interface ConvertQueues {
  readonly submissions: LazyQueue;
  readonly downloads: DownloadPool;
}

type ConversionAnswer = SubmissionAnswer & { readonly conversion: Conversion };

/** The journal's name of a conversion: one for each (uuid, format, size). */
export function conversionId(request: ConvertRequest): string {
  const text = JSON.stringify(['convert', request.uuid, request.format, request.size]);
  return `${createHash('sha256').update(text).digest('hex')}-0`;
}

/**
 * Converts by the service; other machines of a team may be at it too. Whether a repeat of the call,
 * which alone tells of the end, costs points again is not documented: repeats are few, and end when
 * the balance falls with the first.
 */
export async function convertOnce(
  ports: EnginePorts,
  queues: ConvertQueues,
  request: ConvertRequest,
  signal: AbortSignal | undefined,
): Promise<ConvertOutcome> {
  if (request.again === true) return convertAgain(ports, queues, request, signal);
  const { asset, uuid } = request;
  const body = { uuid, modelType: request.format, modelSize: request.size };
  const { results } = ports;
  let turn: Turn | 'busy' | 'alone' | null = null;
  const submission: Submission<ConversionAnswer> = {
    operationId: conversionId(request),
    asset,
    operation: 'convertToFormat',
    kind: 'convert',
    estimate: FIXED_POINTS.convertToFormat,
    resubmit: request.resubmit ?? false,
    send: async (beforeSend) => {
      // Before the others know of it: the one that sends it is the one that asks how it goes.
      turn = (await results?.tryTurn(conversionId(request))) ?? null;
      let conversion: Conversion;
      try {
        conversion = await ports.client.convertToFormat(body, {
          signal,
          abortInFlight: false,
          attempts: 1,
          beforeSend,
        });
        refuseFailed(request, conversion);
      } catch (error) {
        if (turn !== null && typeof turn === 'object') await turn.drop();
        throw error;
      }
      return { uuids: [uuid], points: FIXED_POINTS.convertToFormat, conversion };
    },
    signal,
  };
  const submitted = await queues.submissions.add(() => submitOnce(ports, submission, null));
  const first = submitted.answer?.conversion ?? null;
  const { find } = request;
  async function settle(): Promise<ConvertedBlob> {
    const url = first?.statusType === 0 ? first.modelUrl : null;
    const asked = url === null ? await repeat(ports, request, first !== null, signal) : null;
    const done = url ?? asked?.url ?? '';
    const blob = await download(ports, queues, request, done, signal);
    return { ...blob, scaleNumber: asked?.scaleNumber ?? first?.scaleNumber ?? null };
  }
  const { acceptance } = submitted;
  const pending = {
    operationId: conversionId(request),
    asset,
    acceptance,
    isOwn: first !== null,
    turn: first === null ? null : turn,
    signal,
  };
  // A question is what may cost again: one machine asks, the others take what it got.
  const { digest, bytes, scaleNumber } =
    results === null || find === undefined
      ? await settle()
      : await settleTogether(ports, results, { ...pending, find }, settle);
  const points = first === null ? 0 : FIXED_POINTS.convertToFormat;
  return { digest, bytes, points, scaleNumber };
}

/**
 * Fetches what was converted, and paid for, before: this machine only lost the file, or never had it. There is
 * no other operation for that. The balance shows the cost: nothing if the service still has the conversion.
 */
async function convertAgain(
  ports: EnginePorts,
  queues: ConvertQueues,
  request: ConvertRequest,
  signal: AbortSignal | undefined,
): Promise<ConvertOutcome> {
  const first = await ask(ports, request, true, signal);
  const { url, points, scaleNumber } =
    first.url === null
      ? await repeat(ports, request, true, signal)
      : { url: first.url, points: 0, scaleNumber: first.scaleNumber };
  const blob = await download(ports, queues, request, url, signal);
  const sum = first.points === null || points === null ? null : first.points + points;
  return { ...blob, points: sum, scaleNumber };
}

/** Downloads before all that waits: its address lives for a while, and to ask for another may cost. */
function download(
  ports: EnginePorts,
  { downloads }: ConvertQueues,
  { asset, format }: ConvertRequest,
  url: string,
  signal: AbortSignal | undefined,
): Promise<StoredBlob> {
  const expected = { kind: 'conversion', format } as const;
  return downloads.run(
    (onSize) => fetchResult(ports, { asset, expected, url, refresh: null, signal, onSize }),
    true,
  );
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

/** What one question about a conversion found. */
interface AskedConversion {
  /** null: it goes on. */
  readonly url: string | null;
  /** What the question cost; null: not known. */
  readonly points: number | null;
  readonly scaleNumber: number | null;
}

async function repeat(
  ports: EnginePorts,
  request: ConvertRequest,
  isNew: boolean,
  signal: AbortSignal | undefined,
): Promise<AskedConversion & { readonly url: string }> {
  const { asset, uuid, format } = request;
  const { convertRepeats, convertWaitMs } = ports;
  for (let count = 0; count < convertRepeats; count += 1) {
    if (count > 0 || isNew) {
      const ms = convertWaitMs * 2 ** Math.max(0, isNew ? count : count - 1);
      ports.emit({ type: 'waiting', asset, reason: `conversion to ${format}`, ms });
      await ports.clock.sleep(ms, { signal });
    }
    const { url, points, scaleNumber } = await ask(ports, request, count === 0, signal);
    if (url !== null) return { url, points, scaleNumber };
    if (points !== null && points > 0) {
      throw new JobError(
        'ASSETGEN_CONVERT_CHARGED',
        asset,
        [uuid],
        `the balance fell by ${points} while assetgen requested the conversion to ${format} again, so it stopped`,
        {
          hint: 'Other jobs may have used these points. Run again later to request the conversion again.',
        },
      );
    }
  }
  throw new JobError(
    'ASSETGEN_JOB_TIMEOUT',
    asset,
    [uuid],
    `the conversion of ${uuid} to ${format} did not end after ${convertRepeats} polls`,
    { hint: 'Run again later to poll it again.' },
  );
}

/**
 * Asks once. `points`: what it cost, by the balance where it is `watched`; null: not known. Other
 * jobs may have charged meanwhile, so it is never more than the price.
 */
async function ask(
  ports: EnginePorts,
  request: ConvertRequest,
  watched: boolean,
  signal: AbortSignal | undefined,
): Promise<AskedConversion> {
  const { asset, uuid, format, size } = request;
  const before = watched ? await ports.balance.now() : null;
  const reservation = await ports.budget.reserve(asset, FIXED_POINTS.convertToFormat, { signal });
  const call = { asset, operation: 'convertToFormat', kind: 'convert', signal } as const;
  const send = () => sendAgain(ports, { uuid, modelType: format, modelSize: size }, signal);
  let conversion: Conversion;
  try {
    ({ conversion } = await sendPatiently(ports, call, send));
  } catch (error) {
    reservation.settle(null);
    throw isUnanswered(error) ? unanswered(request, error) : error;
  }
  const after = watched ? await ports.balance.now() : null;
  const fell = before === null || after === null ? null : Math.max(0, before - after);
  const points = !watched ? 0 : fell === null ? null : Math.min(fell, FIXED_POINTS.convertToFormat);
  reservation.settle(points);
  refuseFailed(request, conversion);
  const url = conversion.statusType === 0 ? conversion.modelUrl : null;
  return { url, points, scaleNumber: conversion.scaleNumber };
}

async function sendAgain(
  { client }: EnginePorts,
  body: ConvertToFormatRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: 'accepted'; readonly conversion: Conversion } | Refused> {
  try {
    const call = { signal, abortInFlight: false, attempts: 1 };
    return { status: 'accepted', conversion: await client.convertToFormat(body, call) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'not-sent' && error.outcome !== 'rejected') throw error;
    return { status: 'refused', error };
  }
}

function isUnanswered(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'ASSETGEN_AMBIGUOUS';
}

/** No doubt that waits for a decision: the conversion itself was accepted, and the next run asks again. */
function unanswered({ asset, uuid, format }: ConvertRequest, error: ServiceError): JobError {
  return new JobError(
    'ASSETGEN_SERVICE',
    asset,
    [uuid],
    `the conversion to ${format} was requested again, and no answer tells its state: ${error.message}`,
    { hint: 'Run again to request it again.', cause: error },
  );
}

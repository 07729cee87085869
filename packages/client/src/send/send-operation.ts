import type { CallOptions } from './call-options.ts';
import type { Clock } from '../clock.ts';
import { interpretAnswer, interpretFailure, wordsOf } from './interpret.ts';
import type { Asked } from './interpret.ts';
import type { Operation } from '../operations/operation-types.ts';
import { LongPause } from '../pace/pauses.ts';
import { askedPause, readRateSignals } from '../pace/rate-headers.ts';
import type { Permit, RateLimiter } from '../pace/rate-limiter.ts';
import type { RequestBody } from '../requests/request-body.ts';
import type { ServiceBases } from './service-bases.ts';
import { EMBEDDED_ORIGIN } from './service-bases.ts';
import { WaitError } from '../service-errors.ts';
import { TransportFailure } from '../transport/transport.ts';
import type { Transport, TransportAnswer } from '../transport/transport.ts';

/** The private header by which a handler in this process is told `take`. */
export const TAKE_HEADER = 'x-assetgen-take';

export interface SendPorts {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly bases: ServiceBases;
  readonly key: string;
  /** Takes the key out of a text. */
  readonly hide: (text: string) => string;
  /** The longest that the limiter waits, for the error that names it. Unit: milliseconds. */
  readonly maxWaitMs: number;
  /** Whether the service is a handler in this process. */
  readonly isEmbedded: boolean;
  readonly clock: Clock;
}

/** One operation with its input, ready to go out. */
export interface Sent<Output> {
  readonly name: string;
  readonly operation: Operation<Output>;
  readonly body: RequestBody | null;
  readonly call: CallOptions;
  /** Wait for the head of the answer. Unit: milliseconds. */
  readonly answerMs: number;
}

/**
 * Sends an operation once: waits for its turn, reads its files, asks `beforeSend`, sends, reads what the answer says of
 * the rate, and the answer.
 * @throws {ServiceError} whose `outcome` says whether the service may have taken it
 */
export async function sendOperation<Output>(ports: SendPorts, sent: Sent<Output>): Promise<Output> {
  const { clock } = ports;
  const permit = await takeTurn(ports, sent);
  let answer: TransportAnswer;
  try {
    const body = (await sent.body?.read(sent.name)) ?? null;
    await sent.call.beforeSend?.();
    answer = await transmit(ports, { ...sent, body });
  } catch (error) {
    permit.failed();
    throw error;
  }
  const signals = readRateSignals(answer.header, clock.now());
  if (answer.status === 429) {
    permit.limited(askedPause(signals), wordsOf(answer.text, ports.hide));
  } else {
    permit.answered(signals);
  }
  return interpretAnswer(askedOf(ports, sent), answer, sent.operation.parse);
}

/** @throws {WaitError} the service asked for a longer pause than is waited for */
async function takeTurn<Output>(ports: SendPorts, sent: Sent<Output>): Promise<Permit> {
  const { limiter, maxWaitMs } = ports;
  const { name, operation, call } = sent;
  const lane = operation.class === 'safe' ? 'query' : 'create';
  try {
    return await limiter.acquire(lane, { signal: call.signal, priority: call.priority });
  } catch (error) {
    if (error instanceof LongPause) {
      throw new WaitError({ operation: name, maxWaitMs, ...error.pause });
    }
    const failure = new TransportFailure('before-send', error, { aborted: true });
    throw interpretFailure(askedOf(ports, sent), failure);
  }
}

async function transmit<Output>(ports: SendPorts, sent: Sent<Output>): Promise<TransportAnswer> {
  const { transport, key, isEmbedded } = ports;
  const { operation, body, call, answerMs } = sent;
  const url = urlOf(ports, operation);
  const isToldTake = isEmbedded && url.origin === EMBEDDED_ORIGIN && call.take !== undefined;
  try {
    return await transport.send({
      method: operation.method,
      url,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(isToldTake && { [TAKE_HEADER]: String(call.take) }),
      },
      body,
      fresh: operation.class !== 'safe',
      answerMs,
      onUpload: call.onUpload ?? null,
      signal: call.abortInFlight === false ? null : (call.signal ?? null),
    });
  } catch (error) {
    const failure = error instanceof TransportFailure ? error : new TransportFailure('sent', error);
    throw interpretFailure(askedOf(ports, sent), failure);
  }
}

function urlOf({ bases }: SendPorts, operation: Operation<unknown>): URL {
  return new URL(bases[operation.group] + operation.path);
}

/** What an error or an answer is read with: as of now, where it says when. */
function askedOf<Output>(ports: SendPorts, { name, operation }: Sent<Output>): Asked {
  const { origin } = urlOf(ports, operation);
  return {
    operation: name,
    class: operation.class,
    origin,
    base: ports.bases[operation.group],
    path: operation.path,
    setting: operation.group === 'v1' ? 'ASSETGEN_BASE_URL' : 'ASSETGEN_API_URL',
    key: ports.key,
    redact: ports.hide,
    now: ports.clock.now(),
  };
}

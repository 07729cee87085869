import { ServiceError } from '@assetgen/client';
import type { Client } from '@assetgen/client';
import type { JobEvent } from '../job-engine.ts';
import { JobError } from '../job-error.ts';

/**
 * Whether the query of group LEGACY tells of tasks of group V1: the specification shows no other
 * (section 4.1), and does not say that it does. Until that is known, V1 images are bought one at a
 * time, so that at most one is paid for whose result cannot be had.
 */
export interface V1Results {
  /**
   * Called before a V1 image is bought; resolves when it may be.
   * @returns what ends the attempt
   * @throws JobError `ASSETGEN_NO_QUERY`; nothing was bought
   */
  enter(asset: string, signal: AbortSignal | undefined): Promise<() => void>;
  /** A query told of a job. */
  known(): void;
  /** A query never told of this V1 task. */
  unknown(uuid: string): void;
}

export interface V1ResultsPorts {
  readonly client: Pick<Client, 'queryGenerationResult'>;
  readonly emit: (event: JobEvent) => void;
  /** True where an earlier run got the result of a V1 image. */
  readonly isProven: () => boolean;
}

/** Of no job. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
const PROBE_MS = 5_000;
/** Answers of a server that has no such operation, rather than no such job. */
const NO_ROUTE = /cannot post|no route|route not found|an HTML page|\/queryGenerationResult/i;

export function v1Results({ client, emit, isProven }: V1ResultsPorts): V1Results {
  let isKnown = false;
  /** The V1 task that no query told of. */
  let lost: string | null = null;
  let trial: Promise<void> | null = null;
  let endTrial = (): void => undefined;

  function begin(): () => void {
    const own = new Promise<void>((resolve) => {
      endTrial = resolve;
    });
    const end = endTrial;
    trial = own;
    return () => {
      if (trial === own) trial = null;
      end();
    };
  }

  return {
    async enter(asset, signal) {
      for (;;) {
        signal?.throwIfAborted();
        if (isKnown || isProven()) return () => undefined;
        if (lost !== null) throw refused(asset, `its query does not know ${lost}, a paid job`);
        if (trial === null) break;
        await trial;
      }
      const leave = begin();
      try {
        await probe(client, asset, signal);
      } catch (error) {
        leave();
        throw error;
      }
      emit({
        type: 'warning',
        asset,
        code: 'ASSETGEN_NO_QUERY',
        message: `${asset}: this is the first image of group V1. Its result comes from queryGenerationResult of group LEGACY, which may not know V1 IDs: the other images wait for its answer`,
      });
      return leave;
    },
    known() {
      isKnown = true;
      endTrial();
    },
    unknown(uuid) {
      if (!isKnown) lost = uuid;
    },
  };
}

/** Asks for a job that nobody has: a server without the operation says so, and nothing is bought. */
async function probe(
  client: V1ResultsPorts['client'],
  asset: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await client.queryGenerationResult(
      { uuid: NOBODY },
      { signal, attempts: 1, deadlineMs: PROBE_MS },
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ServiceError)) return;
    const { httpStatus, serverMessage } = error;
    const isMissing =
      httpStatus === 405 ||
      httpStatus === 501 ||
      (httpStatus === 404 && NO_ROUTE.test(serverMessage ?? ''));
    if (isMissing) throw refused(asset, `it has no queryGenerationResult (HTTP ${httpStatus})`);
  }
}

function refused(asset: string, why: string): JobError {
  return new JobError(
    'ASSETGEN_NO_QUERY',
    asset,
    [],
    `not bought: the result of a V1 image cannot be fetched from this service: ${why}`,
    {
      hint: 'Leave "model" out, so that group LEGACY makes the image; or set ASSETGEN_API_URL to the address of group LEGACY.',
    },
  );
}

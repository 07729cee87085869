import { availableParallelism } from 'node:os';
import { createHandler, type Handler } from './http/create-handler.ts';
import { BrokenBody } from './http/apply-fault.ts';
import type { RequestContext } from './http/request-context.ts';
import { rateLimit } from './http/rate-limit.ts';
import { signedLinks } from './http/signed-links.ts';
import type { Makers } from './jobs/makers.ts';
import { localMakers } from './jobs/local-makers.ts';
import { workerMakers } from './jobs/worker-makers.ts';
import { Works } from './jobs/works.ts';
import { moderator } from './moderator.ts';
import type { ResolvedOptions } from './resolve-options.ts';
import { openState } from './state/open-state.ts';

export interface OpenService {
  readonly handle: Handler;
  /** The answer in process to what `handle` rejects with. */
  broken(error: unknown): Response;
  close(): Promise<void>;
}

/** Builds the parts of a service and joins them. */
export async function openService(options: ResolvedOptions): Promise<OpenService> {
  const { draft, light, grant, jobMs, now, portraitRate, urlSeconds } = options;
  const state = await openState({ data: draft ? undefined : options.data, grant, now });
  const { makers, stop } = makersFor(options);
  const { ledger, files } = state;
  const finish = light ? 'draft' : 'full';
  const works = new Works({
    ledger,
    files,
    makers,
    finish,
    isInstant: draft,
    jobMs: draft ? 0 : jobMs,
    now,
  });
  const context: RequestContext = {
    ...state,
    options,
    works,
    makers,
    links: signedLinks({ secret: state.secret, seconds: urlSeconds, now }),
    moderate: moderator(options.moderation),
    takePortraitCheck: rateLimit(portraitRate, now),
  };
  return {
    handle: createHandler(context),
    broken(error) {
      if (error instanceof BrokenBody) return error.toResponse();
      throw error;
    },
    async close() {
      works.close();
      await stop();
      await ledger.close();
    },
  };
}

/**
 * Threads for full results. Light ones come sooner from this one, but for videos, which
 * would hold up a dev server. Sources that run without a build have no script for a thread.
 */
function makersFor({ makers, light }: ResolvedOptions): {
  readonly makers: Makers;
  stop(): Promise<void>;
} {
  const none = async (): Promise<void> => {};
  if (makers !== undefined) return { makers, stop: none };
  if (import.meta.url.endsWith('.ts')) return { makers: localMakers(), stop: none };
  if (light) {
    const pool = workerMakers(1);
    const { makeVideo } = pool;
    return { makers: { ...localMakers(), makeVideo }, stop: () => pool.close() };
  }
  const pool = workerMakers(Math.max(2, Math.min(4, availableParallelism() - 1)));
  return { makers: pool, stop: () => pool.close() };
}

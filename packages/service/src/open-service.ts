import { availableParallelism } from 'node:os';
import { createHandler, type Handler } from './http/app.ts';
import { BrokenBody } from './http/apply-fault.ts';
import type { Room } from './http/call.ts';
import { rateLimit } from './http/rate-limit.ts';
import { signedLinks } from './http/signed-url.ts';
import type { Generators } from './generators.ts';
import { localGenerators } from './jobs/local-generators.ts';
import { workerGenerators } from './jobs/worker-generators.ts';
import { Works } from './jobs/works.ts';
import { moderator } from './moderation.ts';
import type { ResolvedOptions } from './options.ts';
import { openState } from './state/open-state.ts';

export interface OpenService {
  readonly handle: Handler;
  /** The answer in process to what `handle` rejects with. */
  broken(error: unknown): Response;
  close(): Promise<void>;
}

/** Builds the parts of a service and joins them. */
export async function openService(options: ResolvedOptions): Promise<OpenService> {
  const { draft, grant, jobMs, now, portraitRate, urlSeconds } = options;
  const state = await openState({ data: draft ? undefined : options.data, grant, now });
  const { generators, stop } = generatorsFor(options);
  const { ledger, files } = state;
  const finish = draft ? 'draft' : 'full';
  const works = new Works({ ledger, files, generators, finish, jobMs: draft ? 0 : jobMs, now });
  const room: Room = {
    ...state,
    options,
    works,
    generators,
    links: signedLinks({ secret: state.secret, seconds: urlSeconds, now }),
    moderate: moderator(options.moderation),
    takePortraitCheck: rateLimit(portraitRate, now),
  };
  return {
    handle: createHandler(room),
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
 * Threads for paid results. Drafts are light and come sooner from this one, but for videos, which
 * would hold up a dev server. Sources that run without a build have no script for a thread.
 */
function generatorsFor({ generators, draft }: ResolvedOptions): {
  readonly generators: Generators;
  stop(): Promise<void>;
} {
  const none = async (): Promise<void> => {};
  if (generators !== undefined) return { generators, stop: none };
  if (import.meta.url.endsWith('.ts')) return { generators: localGenerators(), stop: none };
  if (draft) {
    const pool = workerGenerators(1);
    const { makeVideo } = pool;
    return { generators: { ...localGenerators(), makeVideo }, stop: () => pool.close() };
  }
  const pool = workerGenerators(Math.max(2, Math.min(4, availableParallelism() - 1)));
  return { generators: pool, stop: () => pool.close() };
}

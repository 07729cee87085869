import { readFileSync } from 'node:fs';
import type {
  AssetView,
  EnsureOptions,
  EnsureResult,
  Project,
  ResolvedImport,
} from '@assetgen/core';
import { createRunQueue, nodeCrypto } from '@assetgen/core/warm';
import { changedNames } from './changed-names.ts';
import { reportedAsError } from './failure.ts';

/** What looking again at a changed project brought. */
export type Refresh =
  | {
      readonly status: 'ready';
      readonly changed: ReadonlySet<string>;
      /** True when the look before this one failed. */
      readonly recovered: boolean;
    }
  | { readonly status: 'failed'; readonly error: unknown };

/** One plugin's dealings with its project: outputs are ensured once, then again when files change. */
export interface Session {
  /** The outputs. All callers share one run until the project changes. */
  ensure(): Promise<EnsureResult>;
  /** The view of the last run that did not throw. */
  latest(): AssetView | null;
  /**
   * Whether `file` is the lock as the last run read or left it: nothing new stands in it. Told by
   * its content, never by times. False after a run that threw.
   */
  isKnownLock(file: string): boolean;
  /** Resolves when the run under way has ended, well or not: until then nobody knows what lock it leaves. */
  settled(): Promise<void>;
  /**
   * What the import of `id` means. An asset that failed throws its own error rather than "unknown".
   */
  resolve(id: string): Promise<ResolvedImport | null>;
  /** The same without a promise; undefined where it has to be waited for, or fails. */
  known(id: string): ResolvedImport | null | undefined;
  /** The same in the view of the last run; null where there was none. */
  resolveNow(id: string): ResolvedImport | null;
  /** What there is to say of a public output that has no file; null where none is declared there. */
  publicFailure(path: string): Error | null;
  /** Forgets the outputs; the next `ensure` looks again. */
  invalidate(): void;
  /** Looks again and tells what is different. Calls that come before it starts share it. */
  refresh(options?: EnsureOptions): Promise<Refresh>;
}

export function createSession(project: Project, options: EnsureOptions = {}): Session {
  const queue = createRunQueue();
  /** The run that all share, and what it came to. */
  let running: { readonly promise: Promise<EnsureResult>; result: EnsureResult | null } | null =
    null;
  let latest: EnsureResult | null = null;
  let failing = false;

  function share(ensured: Promise<EnsureResult>): Promise<EnsureResult> {
    const promise = ensured.then(
      function keep(result) {
        latest = result;
        own.result = result;
        failing = false;
        return result;
      },
      function rethrow(error: unknown) {
        failing = true;
        throw error;
      },
    );
    // Whoever asks for the outputs gets the error; a run that nobody asked about must not end the process.
    promise.catch(() => undefined);
    const own: NonNullable<typeof running> = { promise, result: null };
    running = own;
    return promise;
  }

  function ensure(): Promise<EnsureResult> {
    return running?.promise ?? share(queue.run(null, () => project.ensure(options)));
  }

  async function refreshNow(runOptions: EnsureOptions): Promise<Refresh> {
    const before = latest;
    const recovered = failing;
    project.invalidate();
    try {
      const after = await share(project.ensure(runOptions));
      return {
        status: 'ready',
        changed: changedNames(before?.view ?? null, after.view),
        recovered,
      };
    } catch (error) {
      return { status: 'failed', error };
    }
  }

  return {
    ensure,
    latest: () => latest?.view ?? null,
    isKnownLock(file) {
      const digest = failing ? null : (latest?.lockDigest ?? null);
      return digest !== null && file.endsWith('.lock.json') && digestAt(file) === digest;
    },
    settled: async () => void (await running?.promise.catch(() => undefined)),
    resolve: async (id) => resolveIn(await ensure(), id),
    known(id) {
      const result = running?.result ?? null;
      if (result === null) return undefined;
      try {
        return resolveIn(result, id);
      } catch {
        return undefined;
      }
    },
    resolveNow: (id) => (latest === null ? null : resolveIn(latest, id)),
    publicFailure(path) {
      const missing = latest?.missingPublic?.find((output) => output.public === path);
      if (latest === null || missing === undefined) return null;
      const told = latest.report.errors.find(({ asset }) => asset === missing.asset);
      if (told !== undefined) return reportedAsError(told);
      return new Error(`${path} was not made: "${missing.asset}" failed`);
    },
    invalidate() {
      running = null;
      project.invalidate();
    },
    // A run under way has read the files as they were: this one comes after it.
    refresh: (runOptions = options) =>
      queue.run('refresh', () => refreshNow(runOptions), 'until-start'),
  };
}

function digestAt(file: string): string | null {
  try {
    return nodeCrypto().createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}

function resolveIn({ report, view }: EnsureResult, id: string): ResolvedImport | null {
  try {
    return view.resolve(id);
  } catch (error) {
    const name = id.slice(view.prefix.length + 1).replace(/~.*$/, '');
    const failure = report.errors.find(
      ({ asset }) => asset !== null && (name === asset || name.startsWith(`${asset}.`)),
    );
    throw failure === undefined ? error : reportedAsError(failure);
  }
}

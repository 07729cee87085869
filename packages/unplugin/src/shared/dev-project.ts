import { statSync } from 'node:fs';
import type {
  EnsureOptions,
  EnsureResult,
  OpenProject,
  Project,
  ProjectEvent,
  ProjectOptions,
  ProjectTools,
} from '@assetgen/core';
import { createRunQueue } from '@assetgen/core/warm';
import { failureOf, reportFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { createProgress } from './create-progress.ts';
import type { ProgressOutput } from './create-progress.ts';
import { summaryLine } from './summary-line.ts';
import { tellOneRun } from './one-run.ts';

/** The project of a dev server. */
export interface DevProject extends Project {
  /** Hears of assets that could not be generated behind the page. */
  onFailure(listener: (failure: Failure) => void): void;
  /**
   * The same project for the gallery: it hears what is generated behind the page, and what it asks
   * for is generated there too, so that there is one such run at once and no page waits for it.
   */
  tools(): Promise<ProjectTools | null>;
  /**
   * Hears when a run behind the page has ended: its assets are there, and the lock names them. A
   * watcher that still looks at the project for the first time may miss that.
   * @param listener is handed the lock's absolute path
   */
  onArrival(listener: (lock: string) => void): void;
}

/** Someone who is typing a prompt saves it more than once; each would be paid. Unit: milliseconds. */
const QUIET_MS = 1_500;

/**
 * In a dev server nothing waits for the service: drafts stand in at once, and what mode `generate`
 * asks for is generated behind them. Each asset that arrives changes the lock, which every bundler
 * watches: so it takes the place of its draft as after any other change.
 *
 * A failed asset is not requested again before a manifest, an input file or the config changes.
 *
 * @param quietMs how long nothing may change before an edit is generated
 */
export function openDevProject(
  open: OpenProject,
  options: ProjectOptions,
  output: ProgressOutput,
  quietMs: number = QUIET_MS,
): DevProject {
  const front = open(options);
  const listeners = new Set<(failure: Failure) => void>();
  const hearers = new Set<(event: ProjectEvent) => void>();
  const arrivals = new Set<(lock: string) => void>();
  const ended = new AbortController();
  const queue = createRunQueue();
  let back: Project | null = null;
  /** The state that was generated last, or is planned to be; null: none yet. */
  let tried: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let spent = 0;

  /**
   * What decides about a recipe; the lock is what a run writes itself. While a look reads the files again, their order
   * is another one, and names are among them that no file has: they say nothing.
   */
  function state(): string {
    return front
      .watched()
      .filter((file) => !file.endsWith('.lock.json'))
      .flatMap((file) => {
        const stat = statSync(file, { throwIfNoEntry: false });
        return stat === undefined ? [] : [`${file} ${stat.size} ${stat.mtimeMs}`];
      })
      .toSorted()
      .join('\n');
  }

  function plan({ view }: EnsureResult): void {
    if (ended.signal.aborted || !view.files.some((file) => file.draft)) return;
    const now = state();
    if (now === tried) return;
    const wait = tried === null ? 0 : quietMs;
    tried = now;
    clearTimeout(timer);
    timer = setTimeout(() => void queue.run(null, generate), wait);
    timer.unref();
  }

  function openBack(): Project {
    const progress = createProgress(output, 'generating');
    back ??= open({
      ...options,
      onEvent(event) {
        progress(event);
        for (const hear of hearers) hear(event);
      },
    });
    back.invalidate();
    return back;
  }

  async function generate(): Promise<void> {
    if (ended.signal.aborted) return;
    // What was away meanwhile comes back as it was planned; what is tried is what stands there now.
    const asked = state();
    tried = asked;
    const behind = openBack();
    let failure: Failure | null;
    try {
      const { budget } = await behind.settings();
      const left = budget === null ? {} : { budget: Math.max(0, budget - spent) };
      const { report } = await behind.ensure({ mode: 'generate', signal: ended.signal, ...left });
      // An unknown amount counts as the whole rest.
      spent += report.points ?? Infinity;
      if (report.generated > 0) output.info(summaryLine(report));
      failure = reportFailure(report);
      const lock = front.watched().find((file) => file.endsWith('.lock.json'));
      if (lock !== undefined) for (const listener of arrivals) listener(lock);
    } catch (error) {
      if (ended.signal.aborted) return;
      // A manifest or config that cannot be read is told by the look that the page waits for.
      const told = await front.ensure({ mode: 'draft' }).then(
        () => false,
        () => true,
      );
      failure = told ? null : failureOf(error);
    }
    if (state() !== asked) {
      // Nobody knows which state was read; it may come back as it was. Later edits have a run of their own: an earlier
      // failure would never be taken back.
      if (tried === asked) tried = '';
      return;
    }
    if (failure !== null) for (const listener of listeners) listener(failure);
  }

  return {
    ...front,
    async ensure(given) {
      const { mode } = await front.settings();
      if (mode !== 'generate' || given?.mode !== undefined) return front.ensure(given);
      const result = await front.ensure({ ...given, mode: 'draft' });
      plan(result);
      return result;
    },
    onFailure: (listener) => void listeners.add(listener),
    async tools() {
      const whole = await front.tools();
      if (whole === null) return null;
      const tools: ProjectTools = {
        ...whole,
        ensure(given: EnsureOptions = {}) {
          const { signal = ended.signal } = given;
          const either = AbortSignal.any([signal, ended.signal]);
          return queue.run(null, () => openBack().ensure({ ...given, signal: either }));
        },
        subscribe(listener: (event: ProjectEvent) => void) {
          const one = tellOneRun(listener);
          const unsubscribe = whole.subscribe(one.front);
          hearers.add(one.back);
          return () => {
            unsubscribe();
            hearers.delete(one.back);
          };
        },
        tools: async () => tools,
      };
      return tools;
    },
    onArrival: (listener) => void arrivals.add(listener),
    async close() {
      clearTimeout(timer);
      ended.abort(new Error('the dev server ended'));
      await queue.idle();
      await back?.close();
      await front.close();
    },
  };
}

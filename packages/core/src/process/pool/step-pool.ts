import type { LocalStep } from '../local-step.ts';
import type { MadeBlob, SourceTask, StepsHost, StepsOutcome } from '../run-steps.ts';

/** A place where steps run: a process of its own, or this one. */
export interface StepWorker {
  /**
   * One task at a time.
   * @throws AssetgenError of the step; `ASSETGEN_CONTENT` when it takes longer, or more memory, than
   * it may; `ASSETGEN_WORKER` when the worker died of it
   */
  run(task: SourceTask, threads: number, host: StepsHost): Promise<StepsOutcome>;
  /** Loads what a step needs, so that its task need not wait for that. */
  prepare(step: LocalStep): void;
  /** False once it died: it takes no more tasks. */
  readonly alive: boolean;
  /** Ends it at once, in the middle of its task. */
  kill(): void;
  /** Ends it after its task, and waits for that. */
  close(): Promise<void>;
}

export interface PoolPorts {
  /** Most workers at once. */
  readonly size: number;
  /** What the tasks under way may take together. Unit: bytes. */
  readonly memory: number;
  /** Does something after a worker has had no work for a while; the result calls it off. */
  readonly whenIdle: (work: () => void) => () => void;
  /** Does something after a moment; the result calls it off. */
  readonly soon: (work: () => void) => () => void;
  /** Does something after as long as a worker takes to start; the result calls it off. */
  readonly afterStart: (work: () => void) => () => void;
  readonly spawn: () => StepWorker;
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /** Told of each output as soon as it is in the store, in any order. */
  readonly onMade: (index: number, blob: MadeBlob) => void;
}

/** Runs heavy steps away from this thread. Nothing starts before the first task, or before one is expected. */
export interface StepPool {
  /**
   * Says that a task is to come, as when its source is waited for: after a moment workers start, and they
   * stay. The result is called once, when the task came or never will.
   * @param bytes of its source, once for each output, where that is here and needs but to be stored: if it is large, a
   * worker starts meanwhile. @default 0
   */
  expect(step: LocalStep, bytes?: number): () => void;
  /**
   * Makes all outputs of one source.
   * @throws AssetgenError of the step that failed, `ASSETGEN_WORKER`, or the signal's reason
   */
  run(task: SourceTask, options: TaskOptions): Promise<StepsOutcome>;
  /** Ends every worker; tasks that are under way fail. */
  close(): Promise<void>;
}

import type { OutputMeta } from '../lock/lock.ts';
import type { OutputStep } from '../manifest/manifest.ts';

/** Steps that run here; `convert` runs at the service. */
export type LocalStep = Exclude<OutputStep, { type: 'convert' }>;

/** What a step gives: new bytes, or `null` where the source is the output as it is. */
export interface StepResult {
  readonly bytes: Uint8Array | null;
  readonly meta: OutputMeta;
}

/** A source as it stands on the disk. */
export interface SourceFile {
  readonly path: string;
  /** Unit: bytes. */
  readonly bytes: number;
}

/** A source that was decoded once, and from which any number of outputs are made. */
export interface OpenedSource<S extends LocalStep> {
  make(step: S): Promise<StepResult>;
}

/** What making outputs of a source may take; it is ended beyond. */
export interface StepNeeds {
  /** About how much memory they take at their peak. Unit: bytes. */
  readonly bytes: number;
  /** The longest that reading and decoding may take. Unit: milliseconds. */
  readonly openMs: number;
  /** The longest that making all of them may take after that. Unit: milliseconds. */
  readonly makeMs: number;
}

/** Steps that read the same sort of source, and share what decoding it gives. */
export interface StepFamily<S extends LocalStep> {
  /**
   * Told from the head of the file, before the source is read. The times are many times what a slow
   * machine takes: what is ended by them would not have ended by itself.
   */
  needs(source: SourceFile, steps: readonly S[]): Promise<StepNeeds>;
  /** Loads its library. */
  load(): Promise<unknown>;
  open(source: Uint8Array, steps: readonly S[]): Promise<OpenedSource<S>>;
  /**
   * True where the library works on threads of its own: outputs may be made side by side, and the thread that waits for
   * them is free.
   */
  readonly parallel: boolean;
}

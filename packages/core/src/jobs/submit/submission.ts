import type { Acceptance } from '../journal/journal-record.ts';

/** What a submission needs to know, whether it creates or converts. */
export interface Submission<Answer extends SubmissionAnswer> {
  readonly operationId: string;
  readonly asset: string;
  readonly operation: string;
  readonly kind: 'create' | 'convert';
  /** null: no price is known. */
  readonly estimate: number | null;
  /** True where no answer tells what was charged: then the balance is asked before and after. */
  readonly pricedByBalance?: boolean;
  readonly reestimate?: (() => number | null) | undefined;
  readonly resubmit: boolean;
  /**
   * One attempt; the engine decides about others. `claim` is called when it is about to go out.
   */
  readonly send: (claim: () => Promise<void>) => Promise<Answer>;
  readonly signal: AbortSignal | undefined;
  /** Texts that were sent and that no journal may hold, such as the prompt. @default none */
  readonly secrets?: readonly string[];
}

export interface SubmissionAnswer {
  readonly uuids: readonly string[];
  readonly points: number | null;
  readonly groups?: readonly (readonly string[])[];
  readonly reasons?: readonly (string | null)[];
}

export interface Submitted<Answer> {
  readonly acceptance: Acceptance;
  /** null when the journal already held the acceptance. */
  readonly answer: Answer | null;
}

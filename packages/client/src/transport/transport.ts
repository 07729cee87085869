import type { Reach } from './addresses.ts';
import type { RequestBody } from '../requests/request-body.ts';

export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** A connection of its own: a stale keep-alive connection would make a create ambiguous. */
  readonly fresh: boolean;
  /** Wait for the head of the answer. Unit: milliseconds. */
  readonly answerMs: number;
  readonly onUpload: ((sent: number, total: number) => void) | null;
  readonly signal: AbortSignal | null;
}

export interface TransportAnswer {
  readonly status: number;
  /** Of a header's name in lower case. */
  header(name: string): string | null;
  readonly text: string;
}

/** How far a request came before it failed. */
export type FailurePhase = 'before-send' | 'sent' | 'answering';

/** Why there is no answer; what that proves depends on the operation. */
export class TransportFailure extends Error {
  override readonly name: string = 'TransportFailure';
  readonly phase: FailurePhase;
  /** The status where the head of the answer came through. */
  readonly status: number | null;
  /** True where the caller's own signal ended it. */
  readonly aborted: boolean;
  /** What came of a body that broke off; empty where nothing did. */
  readonly partial: string;

  constructor(
    phase: FailurePhase,
    cause: unknown,
    facts: {
      readonly status?: number;
      readonly aborted?: boolean;
      readonly partial?: string;
    } = {},
  ) {
    super(`failed ${phase}`, { cause });
    this.phase = phase;
    this.status = facts.status ?? null;
    this.aborted = facts.aborted ?? false;
    this.partial = facts.partial ?? '';
  }
}

export interface DownloadHead {
  readonly status: number;
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the transfer. */
  cancel(): Promise<void>;
}

export interface DownloadHop {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Where it may connect to, whatever the name resolves to; a `ReachError` says that it may not. */
  readonly reach: Reach;
  readonly idleMs: number;
  readonly signal: AbortSignal | null;
}

/** What carries requests: sockets by undici, or a handler in the same process. */
export interface Transport {
  /** True where nothing leaves the process. */
  readonly embedded: boolean;
  /** Rejects with a {@link TransportFailure} and nothing else. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** One hop of a download; redirects are not followed here. */
  get(hop: DownloadHop): Promise<DownloadHead>;
  close(): Promise<void>;
}

/** An answer that goes on beyond what is read, or waited for: another try would bring the same. */
export class AnswerTooLong extends Error {
  override readonly name: string = 'AnswerTooLong';

  constructor(how = `is larger than ${MAX_ANSWER_BYTES} bytes`) {
    super(`the answer ${how}`);
  }
}

/** The largest answer of an operation that we read. Unit: bytes. */
export const MAX_ANSWER_BYTES = 8_388_608;

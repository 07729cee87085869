/** An answer as it would go out, which a deviation rewrites. */
export interface Answer {
  readonly status: number;
  /** By their names in lower case; Content-Length is added at the end. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The answer waits. Unit: milliseconds. @default 0 */
  readonly delayMs?: number;
  /**
   * How the connection fails it: `reset` gives nothing at all; `truncate` half of the body and a
   * break, with the Content-Length of all; `short` half and a clean end, without one.
   * @default it does not
   */
  readonly breaks?: 'reset' | 'truncate' | 'short';
}

/** What a rewriting may know of the request. */
export interface AskedOf {
  /** The name of an operation as faults use it, or `download`. */
  readonly operation: string;
  /** Of the service, as the client reaches it: `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** The URL that was asked for. */
  readonly url: URL;
  /** The how manieth of the requests that this deviation concerns, from 1. */
  readonly count: number;
  /** Empty when the service opens; what one request leaves, later ones find. */
  readonly memory: Map<string, string>;
}

export type Rewrite = (answer: Answer, asked: AskedOf) => Answer;

/**
 * What a careful client makes of it.
 *
 * - `taken`: the result is used; it was paid once.
 * - `refused`: nothing was charged; the next run asks again.
 * - `doubt`: it may have been charged; nothing is sent again before a person says so.
 * - `kept`: it is paid and its UUID is kept; the run ends with an error, and later ones pay nothing.
 */
export type DeviationOutcome = 'taken' | 'refused' | 'doubt' | 'kept';

/** One way in which a service may answer otherwise than the interface specification says. */
export interface Deviation {
  /** In kebab-case; unique. */
  readonly name: string;
  /** One sentence about the service. */
  readonly what: string;
  /** The operations whose answers it rewrites, as faults name them, or `download`. */
  readonly of: readonly string[];
  /** First and last matching request, from 1, that it happens to. @default 1 and Infinity */
  readonly from?: number;
  readonly to?: number;
  /** The operation is not carried out, and nothing is charged. @default false */
  readonly instead?: boolean;
  readonly rewrite: Rewrite;
  /** Changes the JSON body of a request before the service reads it. @default as it is */
  readonly reread?: (body: Record<string, unknown>, asked: AskedOf) => Record<string, unknown>;
  readonly outcome: DeviationOutcome;
}

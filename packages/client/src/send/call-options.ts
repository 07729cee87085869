export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * False: the signal counts only until the request goes out, so that stopping never makes a
   * create ambiguous that would have been answered. @default true
   */
  readonly abortInFlight?: boolean | undefined;
  /** Attempts in all, at least 1. @default by the operation: 5, or 2 for `checkHumanImage` */
  readonly attempts?: number | undefined;
  /** Time for all attempts together; creates have none of it. Unit: milliseconds. @default 120000 */
  readonly deadlineMs?: number | undefined;
  /** How much this query is worth among those that wait for the rate limit. */
  readonly priority?: (() => number) | undefined;
  /**
   * Called when the rate limit lets the request go, right before it goes out: the place for a
   * write-ahead record. If it throws, the call ends and nothing is sent.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /**
   * Number of this request for the same recipe, from 0: each number gives other random choices. The client sends
   * it, in a header of its own, only to the embedded service (`fetch` of the client, and no other base).
   */
  readonly take?: number | undefined;
  /** Bytes of the request's body that have gone out, and all of them. */
  readonly onUpload?: ((sent: number, total: number) => void) | undefined;
}

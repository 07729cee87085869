/** One request of a shared cache. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly bytes: number; readonly content: HttpContent } | null;
  readonly signal: AbortSignal;
}

export type HttpContent = Uint8Array | AsyncIterable<Uint8Array>;

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case name. */
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends it; what is left of the body is not read. */
  cancel(): void;
}

/** An answer that was read to its end. */
export interface WholeAnswer extends Pick<HttpAnswer, 'status' | 'header'> {
  /** In the pieces in which it came; null: it is longer than was asked for, and was cut off. */
  readonly pieces: readonly Uint8Array[] | null;
}

/** Sends requests over sockets that have deadlines for the connection and for idleness. */
export interface HttpExchange {
  send(request: HttpRequest): Promise<HttpAnswer>;
  /**
   * The same for a small answer, without the cost of a stream.
   * @param most unit: bytes
   */
  sendWhole(request: HttpRequest, most: number): Promise<WholeAnswer>;
  close(): Promise<void>;
}

/** The bytes that an answer says it has; null where it says none. */
export function contentLength(answer: Pick<HttpAnswer, 'header'>): number | null {
  const text = answer.header('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** The rest of an unwanted answer is short, or is not read. Unit: bytes. */
const MOST_DRAINED = 65_536;

/** Reads an answer to its end, so that its socket serves the next request. */
export async function drain(answer: HttpAnswer): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > MOST_DRAINED) break;
    }
  } catch {
    // Its status is all that counts.
  }
  if (bytes > MOST_DRAINED) answer.cancel();
}

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

/** Sends requests over sockets that have deadlines for the connection and for idleness. */
export interface HttpExchange {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The bytes that an answer says it has; null where it says none. */
export function contentLength(answer: HttpAnswer): number | null {
  const text = answer.header('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Reads a small answer whole. */
export async function readSmall(answer: HttpAnswer, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > most) {
      answer.cancel();
      throw new Error(`the answer is longer than ${most} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads an answer to its end, so that its socket serves the next request. */
export async function drain(answer: HttpAnswer): Promise<void> {
  await readSmall(answer, 65_536).catch(() => answer.cancel());
}

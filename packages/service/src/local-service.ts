/** The local service: one handler, in process or behind a socket. */
export interface LocalService {
  /** Loads its parts, which the first request does otherwise: what fails here was no request. */
  open(): Promise<void>;
  /** Answers a request of either group, and signed URLs. Rejects only where a fault says so. */
  fetch(request: Request): Promise<Response>;
  /**
   * Serves over HTTP. On loopback it answers to names of this machine alone.
   * @default host '127.0.0.1', port 0 (any free one)
   * @throws ASSETGEN_SERVICE_OPTIONS for a host beyond loopback without the option `key` or `open`
   */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningService>;
  /** Stops jobs and sockets, writes state. Calls after it reject with ASSETGEN_SERVICE_CLOSED. */
  close(): Promise<void>;
}

export interface ListeningService {
  /** `http://127.0.0.1:PORT`: both the base URL and the API URL. */
  readonly url: string;
  close(): Promise<void>;
}

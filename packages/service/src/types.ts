/** Options of the local service; all have defaults. */
export interface ServiceOptions {
  /** Folder (or Keyv URL) in which jobs, ledger and files survive a restart. @default in memory */
  readonly data?: string;
  /** The API key that is accepted. @default any non-empty key */
  readonly key?: string;
  /** Points to start with. @default 100000 */
  readonly points?: number;
  /** Requests a minute. @default no limit */
  readonly rate?: number;
  /** How long a job takes at least. Unit: seconds. @default 0 */
  readonly jobSeconds?: number;
  /** Light, visibly marked results, at once and free. @default false */
  readonly draft?: boolean;
  /** Origin of signed URLs where a request does not tell. @default 'http://assetgen.local' */
  readonly origin?: string;
  /** Unit: milliseconds. @default Date.now */
  readonly now?: () => number;
}

/** The local service: one handler, in process or behind a socket. */
export interface LocalService {
  /** Answers a request of either group, and signed URLs. */
  fetch(request: Request): Promise<Response>;
  /** Serves over HTTP. @default host '127.0.0.1', port 0 (any free one) */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningService>;
  /** Stops jobs, writes state. */
  close(): Promise<void>;
}

export interface ListeningService {
  /** `http://127.0.0.1:PORT`: both the base URL and the API URL. */
  readonly url: string;
  close(): Promise<void>;
}

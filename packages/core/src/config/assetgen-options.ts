export type Mode = 'draft' | 'generate' | 'frozen';

/** The effect of drafts on a build: a warning, or a failure. */
export type DraftRule = 'warn' | 'error';

/** Options of the config file, of the plugins and of `openProject`; all have defaults. */
export interface AssetgenOptions {
  /**
   * Manifests, as paths or globs relative to the root.
   * @default `assets.gen.json`, `.jsonc`, `.mts`, `.ts` and `.mjs`
   */
  readonly manifests?: string | readonly string[];
  /** Prefix of imports. @default '@gen' */
  readonly prefix?: string;
  /**
   * In a dev server `'generate'` shows drafts at once and generates behind them.
   * @default 'draft' in dev servers, 'frozen' where `CI` is set, else 'generate'
   */
  readonly mode?: Mode;
  /**
   * `'error'`: a build that would take a draft of an asset fails instead. Dev servers and watches have drafts all the
   * same. @default 'warn': its last line names them
   */
  readonly drafts?: DraftRule;
  /** `'local'` makes the embedded local service the service itself; or how a service is used. */
  readonly service?: 'local' | ServiceOptions;
  /** Base URL of group V1. `ASSETGEN_BASE_URL` wins over it. */
  readonly baseUrl?: string;
  /** Base URL of group LEGACY. `ASSETGEN_API_URL` wins over it. */
  readonly apiUrl?: string;
  /** Points that one build may spend. @default no limit */
  readonly budget?: number;
  /**
   * Assets that are worked on at once; those whose job waits at the service, or that wait for a step's turn, do not
   * count. At most this many sources are processed at once, and at most one for each core. @default 8
   */
  readonly concurrency?: number;
  /** Assets begun and not done: nearly all of them wait at the service. @default 1000 */
  readonly maxInFlight?: number;
  /** Deadline of one job. Unit: seconds. @default 1800 */
  readonly jobTimeout?: number;
  readonly cache?: CacheOptions;
  /**
   * Writes every import as a real module below `.assetgen/modules`, for tools without a plugin: an alias leads
   * there. `'url'` names files by `new URL(…, import.meta.url)`, `'import'` imports them. @default false
   */
  readonly modules?: ModuleUrls | false;
  /** Size limits of groups of assets; a build that exceeds one fails. @default [] */
  readonly budgets?: readonly SizeBudget[];
}

/** A size limit of a group of assets, for all their files together: levels of detail and thumbnails too. */
export interface SizeBudget {
  /** A glob over the names of assets: `props/**`. */
  readonly assets: string;
  /** Unit: bytes. */
  readonly maxBytes?: number;
  /** Of models, once they are loaded: textures with mipmaps, and geometry. Unit: bytes. */
  readonly maxGpuBytes?: number;
  /** Of models: one for each mesh and material. */
  readonly maxDrawCalls?: number;
}

/**
 * How a module that is a file names another file. `url`: `new URL('…', import.meta.url)`, which Turbopack, webpack,
 * Vite, Parcel, Deno and Bun read. `import`: an import of the file, for bundlers that only take it so (those of Bun
 * and esbuild, with a loader for the extension).
 */
export type ModuleUrls = 'url' | 'import';

/** How a service is used. */
export interface ServiceOptions {
  /**
   * The longest that a request waits for a pause that the service asks for (429, Retry-After); a
   * longer one ends the asset with `ASSETGEN_WAIT`, which says when to run again. Unit: seconds.
   * @default 900
   */
  readonly maxWait?: number;
}

/** Cache of results, on this machine and for a team. */
export interface CacheOptions {
  /** Folder of the cache, relative to the root; `~/` is the user's home. `ASSETGEN_CACHE_DIR` wins over it. @default the user's cache folder */
  readonly dir?: string;
  /**
   * Tiers of the shared cache, nearest first. `ASSETGEN_REMOTE_CACHE` (URLs with spaces between
   * them, or `off`) wins over it. @default none
   */
  readonly remote?: string | RemoteTierOptions | readonly (string | RemoteTierOptions)[];
  /** Public keys; entries of the shared cache with their signatures are trusted: `assetgen keys show` prints one. @default [] */
  readonly trustedKeys?: readonly string[];
  /** Separates the entries of teams or services in one shared cache. @default '' */
  readonly namespace?: string;
  /**
   * Whether a create may go out while the place of `remote` that keeps two machines from
   * buying the same thing (the first Redis or Postgres, else the first bucket) cannot be reached. A number: after so long. Unit: seconds.
   * true: after 45. false: never; the asset fails after 45. @default true
   */
  readonly buyAlone?: boolean | number;
  /**
   * How long one question to a place of `remote` may take, its connection included. Raise it where
   * machines or networks are slow. `ASSETGEN_CACHE_TIMEOUT` wins over it. Unit: seconds. @default 5; 30 for the place that keeps two machines from buying the same thing
   */
  readonly timeout?: number;
}

/** One place of the shared cache. */
export interface RemoteTierOptions {
  /** `redis://`, `rediss://`, `valkey://`, `postgres://`, `s3://bucket/prefix?endpoint=…` or `https://…` (Bazel's HTTP cache protocol). */
  readonly url: string;
  /** @default 'read-write' */
  readonly access?: 'read' | 'read-write';
  /** Whether blobs go there too. @default true for S3 and HTTP, false for Redis and Postgres */
  readonly blobs?: boolean;
  /** Lets plain HTTP go beyond this machine. @default false */
  readonly insecure?: boolean;
}

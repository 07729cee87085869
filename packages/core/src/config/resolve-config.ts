import { AssetgenError } from '@assetgen/client/errors';
import { isCI } from './is-ci.ts';
import type {
  AssetgenOptions,
  DraftRule,
  Mode,
  ModuleUrls,
  ServiceOptions,
  SizeBudget,
} from './assetgen-options.ts';
import { MODES } from './modes.ts';
import { HTTP_URL_EXPECTED, isHttpUrl } from './is-http-url.ts';
import type { ResolvedRemote } from './resolve-remote.ts';
import { resolveRemote } from './resolve-remote.ts';
import type { Origin } from './trust.ts';
import { environmentOrigins } from './trust.ts';

/** Where results come from. */
export type ServiceTarget =
  /** The embedded local service is the service itself: its results are locked and cached. */
  | { readonly type: 'local' }
  | { readonly type: 'remote'; readonly baseUrl: string; readonly apiUrl: string }
  | { readonly type: 'none' };

/** Every option with its value; nothing further in asks the environment. */
export interface ResolvedConfig {
  readonly manifests: readonly string[];
  readonly prefix: string;
  readonly mode: Mode;
  /** `warn` wherever files are watched. */
  readonly drafts: DraftRule;
  readonly service: ServiceTarget;
  readonly key: string | null;
  /** Hosts in private networks that results may come from. From the environment alone. */
  readonly privateHosts: readonly string[];
  /** Origins that the environment lets secrets go to. */
  readonly trusted: readonly Origin[];
  readonly budget: number | null;
  readonly concurrency: number;
  readonly maxInFlight: number;
  readonly jobTimeoutMs: number;
  /** The longest wait for a pause that the service asks for. */
  readonly maxWaitMs: number;
  readonly cacheDir: string | null;
  readonly remote: ResolvedRemote;
  /** Real modules for tools without a plugin, and how they name files; false: none are written. */
  readonly modules: ModuleUrls | false;
  readonly budgets: readonly SizeBudget[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Looked for at the root; what stands there is joined. */
const MANIFESTS = ['json', 'jsonc', 'mts', 'ts', 'mjs'].map(
  (extension) => `assets.gen.${extension}`,
);

/**
 * Joins options of the plugin or command, the environment and the config file, in this order of
 * precedence, over the defaults.
 */
export function resolveConfig(
  file: AssetgenOptions,
  given: AssetgenOptions,
  env: Environment,
  command: 'build' | 'serve',
): ResolvedConfig {
  const merged = { ...file, ...dropUndefined(given) };
  const manifests = merged.manifests ?? MANIFESTS;
  const envMode = readEnv(env, 'ASSETGEN_MODE');
  if (envMode !== undefined && !(MODES as readonly string[]).includes(envMode)) {
    throw configError(
      'ASSETGEN_MODE',
      `expected "draft", "generate" or "frozen", found ${JSON.stringify(envMode)}`,
    );
  }
  const mode = given.mode ?? (envMode as Mode | undefined) ?? file.mode;
  return {
    manifests: typeof manifests === 'string' ? [manifests] : manifests,
    prefix: (merged.prefix ?? '@gen').replace(/(?<!\/)\/+$/, ''),
    mode: mode ?? (isCI(env) ? 'frozen' : command === 'serve' ? 'draft' : 'generate'),
    drafts: command === 'serve' ? 'warn' : (merged.drafts ?? 'warn'),
    service: resolveService(file, given, env),
    key: readEnv(env, 'ASSETGEN_API_KEY') ?? null,
    privateHosts: readEnv(env, 'ASSETGEN_PRIVATE_HOSTS')?.split(/[\s,]+/) ?? [],
    trusted: trustedBy(env),
    budget: given.budget ?? envNumber(env, 'ASSETGEN_BUDGET', POINTS) ?? file.budget ?? null,
    concurrency: merged.concurrency ?? 8,
    maxInFlight: merged.maxInFlight ?? 1000,
    jobTimeoutMs: (merged.jobTimeout ?? 1800) * 1000,
    maxWaitMs: (useOf(given).maxWait ?? useOf(file).maxWait ?? MAX_WAIT_S) * 1000,
    cacheDir: given.cache?.dir ?? readEnv(env, 'ASSETGEN_CACHE_DIR') ?? file.cache?.dir ?? null,
    remote: remoteOf(file, given, env),
    modules: merged.modules ?? false,
    budgets: merged.budgets ?? [],
  };
}

function trustedBy(env: Environment): readonly Origin[] {
  const urls = [readEnv(env, 'ASSETGEN_API_URL'), readEnv(env, 'ASSETGEN_BASE_URL')];
  const named = environmentOrigins(urls, readEnv(env, 'ASSETGEN_TRUST'));
  if (typeof named === 'string') throw configError('ASSETGEN_TRUST', named);
  return named;
}

/**
 * The interface specification says to retry after a minute. A quarter of an hour bears that several
 * times over; what asks for more is a quota, and a build that slept through one would look hung.
 */
const MAX_WAIT_S = 900;

function useOf({ service }: AssetgenOptions): ServiceOptions {
  return typeof service === 'object' ? service : {};
}

function remoteOf(file: AssetgenOptions, given: AssetgenOptions, env: Environment): ResolvedRemote {
  const asked = given.cache?.remote !== undefined;
  const timeout =
    given.cache?.timeout ??
    envNumber(env, 'ASSETGEN_CACHE_TIMEOUT', SECONDS) ??
    file.cache?.timeout;
  const options = {
    ...file.cache,
    ...dropUndefined(given.cache ?? {}),
    ...(timeout === undefined ? {} : { timeout }),
  };
  const remote = resolveRemote(options, (name) =>
    asked && name === 'ASSETGEN_REMOTE_CACHE' ? undefined : readEnv(env, name),
  );
  if (typeof remote === 'string') throw configError('ASSETGEN_REMOTE_CACHE', remote);
  return remote;
}

function resolveService(
  file: AssetgenOptions,
  given: AssetgenOptions,
  env: Environment,
): ServiceTarget {
  if (given.service === 'local') return { type: 'local' };
  const envUrls = {
    base: readEnv(env, 'ASSETGEN_BASE_URL'),
    api: readEnv(env, 'ASSETGEN_API_URL'),
  };
  for (const [name, value] of [
    ['ASSETGEN_BASE_URL', envUrls.base],
    ['ASSETGEN_API_URL', envUrls.api],
  ] as const) {
    if (value !== undefined && !isHttpUrl(value)) {
      throw configError(name, `${HTTP_URL_EXPECTED}, found another text`);
    }
  }
  const places = [
    { base: given.baseUrl, api: given.apiUrl },
    envUrls,
    file.service === 'local' ? 'local' : { base: file.baseUrl, api: file.apiUrl },
  ] as const;
  for (const place of places) {
    if (place === 'local') return { type: 'local' };
    const baseUrl = place.base ?? place.api;
    const apiUrl = place.api ?? place.base;
    if (baseUrl !== undefined && apiUrl !== undefined) return { type: 'remote', baseUrl, apiUrl };
  }
  return { type: 'none' };
}

function readEnv(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** As the schema of a config file has it, which is not loaded here. */
interface EnvNumber {
  readonly expected: string;
  readonly isValid: (value: number) => boolean;
}

const POINTS: EnvNumber = {
  expected: 'expected points, a number of at least 0',
  isValid: (value) => value >= 0,
};

const SECONDS: EnvNumber = {
  expected: 'expected seconds, a number above 0',
  isValid: (value) => value > 0,
};

function envNumber(
  env: Environment,
  name: string,
  { expected, isValid }: EnvNumber,
): number | undefined {
  const text = readEnv(env, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || !isValid(value))
    throw configError(name, `${expected}, found ${JSON.stringify(text)}`);
  return value;
}

function configError(origin: string, message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONFIG', `${origin}: ${message}`);
}

function dropUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Partial<T>;
}

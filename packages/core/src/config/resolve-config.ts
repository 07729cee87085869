import { AssetgenError } from '@assetgen/client/errors';
import { nearest } from '../manifest/nearest.ts';
import { printFound } from '../manifest/manifest-error.ts';
import type { AssetgenOptions, Mode } from './assetgen-options.ts';
import type { ResolvedRemote } from './resolve-remote.ts';
import { cacheProblem, resolveRemote } from './resolve-remote.ts';

/** Where results come from. */
export type ServiceTarget =
  /** The embedded local service is the service itself: its results are locked and cached. */
  | { readonly type: 'local' }
  | { readonly type: 'remote'; readonly baseUrl: string; readonly apiUrl: string }
  | { readonly type: 'none' };

/** What to do where no service is set. */
export const NO_SERVICE_HINT =
  'Set ASSETGEN_API_URL and ASSETGEN_API_KEY, or `"service": "local"` in the config.';

/** Every option with its value; nothing further in asks the environment. */
export interface ResolvedConfig {
  readonly manifests: readonly string[];
  readonly prefix: string;
  readonly mode: Mode;
  readonly service: ServiceTarget;
  readonly key: string | null;
  readonly budget: number | null;
  readonly concurrency: number;
  readonly jobTimeoutMs: number;
  readonly cacheDir: string | null;
  readonly remote: ResolvedRemote;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const MODES = ['draft', 'generate', 'frozen'] as const satisfies readonly Mode[];

const CHECKS: {
  readonly [K in keyof AssetgenOptions]-?: readonly [string, (value: unknown) => boolean];
} = {
  manifests: ['a path, a glob, or an array of them', isTextOrList],
  prefix: [
    'a prefix such as "@gen"',
    (value) => typeof value === 'string' && /^[\w@~#$][\w@~#$/.-]*$/.test(value),
  ],
  mode: ['"draft", "generate" or "frozen"', (value) => MODES.includes(value as Mode)],
  service: ['"local"', (value) => value === 'local'],
  baseUrl: ['an http(s) URL', isUrl],
  apiUrl: ['an http(s) URL', isUrl],
  budget: ['points, a number of at least 0', (value) => isNumber(value, 0)],
  concurrency: [
    'an integer of at least 1',
    (value) => isNumber(value, 1) && Number.isInteger(value),
  ],
  jobTimeout: ['seconds, a number above 0', (value) => isNumber(value, Number.MIN_VALUE)],
  cache: ['an object', (value) => typeof value === 'object' && value !== null],
};

/**
 * Checks options key by key.
 * @param origin what the options come from, for the message: a file, "the plugin's options"
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export function checkOptions(options: unknown, origin: string): AssetgenOptions {
  if (options === null || options === undefined) return {};
  if (typeof options !== 'object' || Array.isArray(options)) {
    throw configError(origin, 'expected an object of options');
  }
  const known = Object.keys(CHECKS);
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, key)) {
      const near = nearest(key, known);
      const hint = near === null ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`;
      throw configError(origin, `unknown option "${key}". ${hint}`);
    }
    const [expected, good] = CHECKS[key as keyof AssetgenOptions];
    if (value !== undefined && !good(value)) {
      // A URL may hold a password.
      const isUrlKey = key === 'baseUrl' || key === 'apiUrl';
      const found = isUrlKey && typeof value === 'string' ? 'another text' : printFound(value);
      throw configError(origin, `"${key}": expected ${expected}, found ${found}`);
    }
    const problem = key === 'cache' && value !== undefined ? cacheProblem(value) : null;
    if (problem !== null) throw configError(origin, problem);
  }
  return options;
}

/** Looked for at the root; what stands there is joined. */
const MANIFESTS = ['json', 'jsonc', 'mts', 'ts', 'mjs'].map((ending) => `assets.gen.${ending}`);

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
  if (envMode !== undefined && !MODES.includes(envMode as Mode)) {
    throw configError(
      'ASSETGEN_MODE',
      `expected "draft", "generate" or "frozen", found ${JSON.stringify(envMode)}`,
    );
  }
  const mode = given.mode ?? (envMode as Mode | undefined) ?? file.mode;
  return {
    manifests: typeof manifests === 'string' ? [manifests] : manifests,
    prefix: (merged.prefix ?? '@gen').replace(/\/+$/, ''),
    mode: mode ?? (isCI(env) ? 'frozen' : command === 'serve' ? 'draft' : 'generate'),
    service: resolveService(file, given, env),
    key: readEnv(env, 'ASSETGEN_API_KEY') ?? null,
    budget: given.budget ?? envNumber(env, 'ASSETGEN_BUDGET') ?? file.budget ?? null,
    concurrency: merged.concurrency ?? 8,
    jobTimeoutMs: (merged.jobTimeout ?? 1800) * 1000,
    cacheDir: given.cache?.dir ?? readEnv(env, 'ASSETGEN_CACHE_DIR') ?? file.cache?.dir ?? null,
    remote: remoteOf(file, given, env),
  };
}

function remoteOf(file: AssetgenOptions, given: AssetgenOptions, env: Environment): ResolvedRemote {
  const asked = given.cache?.remote !== undefined;
  const remote = resolveRemote({ ...file.cache, ...dropUndefined(given.cache ?? {}) }, (name) =>
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
    if (value !== undefined && !isUrl(value)) {
      throw configError(name, `expected an http(s) URL, found another text`);
    }
  }
  const candidates = [
    { base: given.baseUrl, api: given.apiUrl },
    envUrls,
    file.service === 'local' ? 'local' : { base: file.baseUrl, api: file.apiUrl },
  ] as const;
  for (const candidate of candidates) {
    if (candidate === 'local') return { type: 'local' };
    const baseUrl = candidate.base ?? candidate.api;
    const apiUrl = candidate.api ?? candidate.base;
    if (baseUrl !== undefined && apiUrl !== undefined) return { type: 'remote', baseUrl, apiUrl };
  }
  return { type: 'none' };
}

/** `CI` set to anything but an empty text, `0` or `false`. */
function isCI(env: Environment): boolean {
  const value = env['CI'];
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

function readEnv(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function envNumber(env: Environment, name: string): number | undefined {
  const text = readEnv(env, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!isNumber(value, 0))
    throw configError(name, `expected points, found ${JSON.stringify(text)}`);
  return value;
}

function configError(origin: string, message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONFIG', `${origin}: ${message}`);
}

function isTextOrList(value: unknown): boolean {
  const isText = (each: unknown): boolean => typeof each === 'string' && each !== '';
  return isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText));
}

function isUrl(value: unknown): boolean {
  return (
    typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  );
}

function isNumber(value: unknown, min: number): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= min;
}

function dropUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Partial<T>;
}

import type { CacheOptions, RemoteTierOptions } from './assetgen-options.ts';
import { isOneOfSeveralJobs } from './ci-jobs.ts';
import type { RemoteAccess, RemoteEngine } from './remote-url.ts';
import { readRemoteUrl } from './remote-url.ts';

/** One place of the shared cache, with nothing left to decide. */
export interface ResolvedTier {
  readonly engine: RemoteEngine;
  /** May hold a password: for the engine's client alone. */
  readonly url: string;
  /** The place as messages show it. */
  readonly label: string;
  readonly access: RemoteAccess;
  /** Whether blobs go there too; else only the index. */
  readonly blobs: boolean;
  /** Whether the environment names it, and not the project. */
  readonly named: boolean;
}

/** The shared cache as configured. */
export interface ResolvedRemote {
  /** Nearest first; none: there is no shared cache. */
  readonly tiers: readonly ResolvedTier[];
  /** Public keys whose entries are believed. */
  readonly trustedKeys: readonly string[];
  /** Entries of one namespace are no entries of another. */
  readonly namespace: string;
  /** Whether a create may go out while the tier that keeps purchases single cannot be reached. */
  readonly buyAlone: boolean;
  /** How long that tier is waited for first. Unit: milliseconds. */
  readonly patienceMs: number;
  /** How long one question to a place may take. Unit: milliseconds. null: as is usual for it */
  readonly timeoutMs: number | null;
  /** Whether other jobs of a CI may build the same at this moment. */
  readonly severalJobs: boolean;
  readonly aws: AwsEnvironment;
  /** The private key of `ASSETGEN_SIGNING_KEY`; null: the one of this user, where there is one. */
  readonly signingKey: string | null;
}

/** What the usual variables of AWS say; null where one says nothing. */
export interface AwsEnvironment {
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly sessionToken: string | null;
  readonly region: string | null;
  readonly endpoint: string | null;
}

/**
 * An outage of 30 s is over by then, with what a slow machine adds to it. Unit: milliseconds.
 */
const PATIENCE_MS = 45_000;

/**
 * Joins the options and the environment: `ASSETGEN_REMOTE_CACHE` replaces the tiers of the config,
 * and `off` leaves none.
 * @param variable the value of a variable of the environment; undefined where it has none
 * @returns a text that says what is wrong with the variable
 */
export function resolveRemote(
  options: CacheOptions,
  variable: (name: string) => string | undefined,
): ResolvedRemote | string {
  const given = variable('ASSETGEN_REMOTE_CACHE');
  const list: readonly (string | RemoteTierOptions)[] =
    given === undefined ? [options.remote ?? []].flat() : given === 'off' ? [] : given.split(/\s+/);
  const tiers: ResolvedTier[] = [];
  for (const each of list) {
    const tier = typeof each === 'string' ? { url: each } : each;
    const read = readRemoteUrl(tier.url, tier.insecure ?? false);
    if (typeof read === 'string') return read;
    const { engine, url, label } = read;
    tiers.push({
      engine,
      url,
      label,
      access: read.access ?? tier.access ?? 'read-write',
      // An index is small; blobs in a database are for those who ask for it.
      blobs: read.blobs ?? tier.blobs ?? (engine === 's3' || engine === 'http'),
      named: given !== undefined,
    });
  }
  return {
    tiers,
    trustedKeys: options.trustedKeys ?? [],
    namespace: options.namespace ?? '',
    buyAlone: options.buyAlone !== false,
    patienceMs: typeof options.buyAlone === 'number' ? options.buyAlone * 1000 : PATIENCE_MS,
    timeoutMs: options.timeout === undefined ? null : options.timeout * 1000,
    severalJobs: isOneOfSeveralJobs(variable),
    signingKey: variable('ASSETGEN_SIGNING_KEY') ?? null,
    aws: {
      accessKeyId: variable('AWS_ACCESS_KEY_ID') ?? null,
      secretAccessKey: variable('AWS_SECRET_ACCESS_KEY') ?? null,
      sessionToken: variable('AWS_SESSION_TOKEN') ?? null,
      region: variable('AWS_REGION') ?? variable('AWS_DEFAULT_REGION') ?? null,
      endpoint: variable('AWS_ENDPOINT_URL_S3') ?? variable('AWS_ENDPOINT_URL') ?? null,
    },
  };
}

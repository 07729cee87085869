import { isPublicKey } from '../key-text.ts';
import { nearest } from '../manifest/nearest.ts';
import type { CacheOptions, RemoteTierOptions } from './assetgen-options.ts';
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
  readonly aws: AwsEnvironment;
  /** The private key of `ASSETGEN_SIGNING_KEY`; null: the one of this user, where there is one. */
  readonly signingKey: string | null;
}

const KEYS = ['dir', 'remote', 'trustedKeys', 'namespace', 'buyAlone'] as const;
const TIER_KEYS = ['url', 'access', 'blobs', 'insecure'] as const;

/** What the usual variables of AWS say; null where one says nothing. */
export interface AwsEnvironment {
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly sessionToken: string | null;
  readonly region: string | null;
  readonly endpoint: string | null;
}

/** What is wrong with the option `cache`; null where nothing is. Shows nothing of a URL. */
export function cacheProblem(value: unknown): string | null {
  if (!isObject(value)) return '"cache": expected an object';
  const unknown = unknownKey('cache', value, KEYS);
  if (unknown !== null) return unknown;
  const { dir, remote, trustedKeys, namespace, buyAlone } = value as Record<
    (typeof KEYS)[number],
    unknown
  >;
  if (dir !== undefined && typeof dir !== 'string') return '"cache.dir": expected a path';
  if (namespace !== undefined && (typeof namespace !== 'string' || !NAMESPACE.test(namespace))) {
    return '"cache.namespace": expected letters, digits, ".", "_", "-" and "/", at most 64';
  }
  if (buyAlone !== undefined && typeof buyAlone !== 'boolean') {
    return '"cache.buyAlone": expected true or false';
  }
  if (trustedKeys !== undefined) {
    if (!Array.isArray(trustedKeys)) return '"cache.trustedKeys": expected an array of public keys';
    const wrong = trustedKeys.findIndex((key) => typeof key !== 'string' || !isPublicKey(key));
    if (wrong !== -1) {
      return `"cache.trustedKeys[${wrong}]": expected a public key such as "ed25519:…"; \`assetgen keys show\` prints yours`;
    }
  }
  if (remote === undefined) return null;
  const tiers: unknown[] = Array.isArray(remote) ? remote : [remote];
  for (const [index, tier] of tiers.entries()) {
    const name = Array.isArray(remote) ? `cache.remote[${index}]` : 'cache.remote';
    const problem = tierProblem(name, tier);
    if (problem !== null) return problem;
  }
  return null;
}

const NAMESPACE = /^[\w.\-/]{0,64}$/;

function tierProblem(name: string, tier: unknown): string | null {
  if (typeof tier === 'string') return urlProblem(name, tier, false);
  if (!isObject(tier)) return `"${name}": expected a URL, or an object with "url"`;
  const unknown = unknownKey(name, tier, TIER_KEYS);
  if (unknown !== null) return unknown;
  const { url, access, blobs, insecure } = tier as Record<(typeof TIER_KEYS)[number], unknown>;
  if (access !== undefined && access !== 'read' && access !== 'read-write') {
    return `"${name}.access": expected "read" or "read-write"`;
  }
  for (const [key, flag] of [
    ['blobs', blobs],
    ['insecure', insecure],
  ] as const) {
    if (flag !== undefined && typeof flag !== 'boolean') {
      return `"${name}.${key}": expected true or false`;
    }
  }
  if (typeof url !== 'string') return `"${name}.url": expected a URL`;
  return urlProblem(`${name}.url`, url, insecure === true);
}

function urlProblem(name: string, text: string, insecure: boolean): string | null {
  const read = readRemoteUrl(text, insecure);
  return typeof read === 'string' ? `"${name}": ${read}` : null;
}

function unknownKey(name: string, value: object, known: readonly string[]): string | null {
  const key = Object.keys(value).find((each) => !known.includes(each));
  if (key === undefined) return null;
  const near = nearest(key, known);
  const hint = near === null ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`;
  return `"${name}": unknown key "${key}". ${hint}`;
}

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
    });
  }
  return {
    tiers,
    trustedKeys: options.trustedKeys ?? [],
    namespace: options.namespace ?? '',
    buyAlone: options.buyAlone ?? true,
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

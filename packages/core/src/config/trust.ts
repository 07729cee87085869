import { AssetgenError } from '@assetgen/client/errors';
import { isThisMachine } from './is-loopback.ts';

/**
 * A place that secrets of the environment may go to: scheme, host and port. Its port is left out
 * where it is the scheme's own.
 */
export type Origin = string;

const PORTS: Readonly<Record<string, string>> = {
  'redis:': '6379',
  'rediss:': '6379',
  'valkey:': '6379',
  'valkeys:': '6379',
  'postgres:': '5432',
  'postgresql:': '5432',
};

/** The origin of a URL of a service or a shared cache; null where a text is not such a URL. */
export function originOf(text: string): Origin | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port } = new URL(text);
  const known = /^https?:$/.test(protocol) || PORTS[protocol] !== undefined;
  if (!known || hostname === '') return null;
  return `${protocol}//${hostname.toLowerCase()}${port === '' || port === PORTS[protocol] ? '' : `:${port}`}`;
}

/** The source of trust in a host; null: only the repository names it. */
export type Voucher = 'loopback' | 'environment' | 'user' | null;

/** Who named the places that secrets may go to. The repository is not asked. */
export interface TrustedOrigins {
  /** By `ASSETGEN_API_URL`, `ASSETGEN_BASE_URL` and `ASSETGEN_TRUST`. */
  readonly environment: readonly Origin[];
  /** By `assetgen trust`. */
  readonly user: readonly Origin[];
}

/** Who vouches for an origin. A key that is sent to this machine stays on it. */
export function voucherOf(origin: Origin, { environment, user }: TrustedOrigins): Voucher {
  if (URL.canParse(origin) && isThisMachine(new URL(origin).hostname)) return 'loopback';
  if (environment.includes(origin)) return 'environment';
  return user.includes(origin) ? 'user' : null;
}

/**
 * Origins that the environment names: with `ASSETGEN_TRUST` as they are, with the URLs of the
 * service where they are encrypted.
 * @returns a text that says what is wrong with `ASSETGEN_TRUST`
 */
export function environmentOrigins(
  urls: readonly (string | undefined)[],
  trusted: string | undefined,
): readonly Origin[] | string {
  const named = urls.flatMap((url) => {
    const origin = url === undefined ? null : originOf(url);
    return origin?.startsWith('https:') === true ? [origin] : [];
  });
  for (const text of trusted?.split(/\s+/) ?? []) {
    const origin = originOf(text);
    if (origin === null) return 'expected URLs such as https://host, with spaces between them';
    named.push(origin);
  }
  return named;
}

/** What is sent, as a message names it, and what to set instead of a config. */
const SECRETS = {
  service: { what: 'the key of the environment', variable: 'ASSETGEN_API_URL' },
  cache: { what: 'the credentials of the shared cache', variable: 'ASSETGEN_REMOTE_CACHE' },
} as const;

/** Why a secret does not go to an origin. */
export function untrusted(origin: Origin, kind: keyof typeof SECRETS): AssetgenError {
  const { what, variable } = SECRETS[kind];
  if (kind === 'service' && origin.startsWith('http:')) {
    return new AssetgenError(
      'ASSETGEN_TRUST',
      `${origin} is plain HTTP: anyone on the network could read ${what}. Nothing was sent`,
      {
        hint: `Use https://. In a network that you trust, allow it by name: \`assetgen trust ${origin}\`, or ASSETGEN_TRUST=${origin}.`,
      },
    );
  }
  return new AssetgenError(
    'ASSETGEN_TRUST',
    `only the project's config names ${origin}, so ${what} would go where a repository says. Nothing was sent`,
    {
      hint: `If it is yours, run \`assetgen trust ${origin}\` once; in CI set ${variable}, or ASSETGEN_TRUST=${origin}. If not, see who changed the config.`,
    },
  );
}

/** Whether an error says that a secret was held back: nothing goes on as if it were a small matter. */
export function isUntrusted(error: unknown): error is AssetgenError {
  return error instanceof AssetgenError && error.code === 'ASSETGEN_TRUST';
}

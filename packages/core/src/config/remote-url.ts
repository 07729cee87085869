import { isLoopback } from './is-loopback.ts';

/** The engines that a shared cache may stand on. */
export type RemoteEngine = 'redis' | 'postgres' | 's3' | 'http';

/** What a URL of a shared cache says. */
export interface RemoteUrl {
  readonly engine: RemoteEngine;
  /** As given, without our own parameters. May hold a password: never in a message. */
  readonly url: string;
  /** The same place as a message may show it. */
  readonly label: string;
  readonly access: RemoteAccess | null;
  readonly blobs: boolean | null;
}

export type RemoteAccess = 'read' | 'read-write';

const ENGINES: Readonly<Record<string, RemoteEngine>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'valkey:': 'redis',
  'valkeys:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  's3:': 's3',
  'https:': 'http',
  'http:': 'http',
};

/** Parameters that are ours, and no engine's. */
const OWN = ['access', 'blobs'] as const;

const KNOWN = 'redis://, rediss://, valkey://, postgres://, s3:// or https://';

/**
 * Reads the URL of a shared cache. An error comes back as a text that shows only the scheme of the URL: the
 * rest may be secret.
 * @param insecure plain HTTP may go beyond this machine
 */
export function readRemoteUrl(text: string, insecure: boolean): RemoteUrl | string {
  if (!URL.canParse(text)) return `expected a URL such as ${KNOWN}, found another text`;
  const url = new URL(text);
  const engine = ENGINES[url.protocol];
  if (engine === undefined) return `expected ${KNOWN}, found ${url.protocol}//`;
  const label = labelOf(url);
  const access = url.searchParams.get('access');
  if (access !== null && access !== 'read' && access !== 'read-write') {
    return `${label}: expected access=read or access=read-write`;
  }
  const blobs = url.searchParams.get('blobs');
  if (blobs !== null && blobs !== 'true' && blobs !== 'false') {
    return `${label}: expected blobs=true or blobs=false`;
  }
  const wrong = engine === 's3' ? s3Problem(url, insecure) : plainProblem(url, insecure);
  if (wrong !== null) return `${label}: ${wrong}`;
  for (const name of OWN) url.searchParams.delete(name);
  return {
    engine,
    url: url.href,
    label,
    access,
    blobs: blobs === null ? null : blobs === 'true',
  };
}

function labelOf(url: URL): string {
  const path = url.pathname === '/' ? '' : url.pathname.replace(/\/$/, '');
  return `${url.protocol}//${url.host}${path}`;
}

function plainProblem(url: URL, insecure: boolean): string | null {
  if (ENGINES[url.protocol] === 'redis' && !/^(?:\/\d*)?$/.test(url.pathname)) {
    return 'expected the number of a database as its path; "namespace" in the config separates teams';
  }
  if (url.hostname === '' && url.protocol.startsWith('http')) return 'expected a host';
  if (url.protocol !== 'http:' || insecure || isLoopback(url.hostname)) return null;
  return 'plain HTTP goes only to this machine; use https://, or say "insecure": true';
}

function s3Problem(url: URL, insecure: boolean): string | null {
  if (url.hostname === '') return 'expected s3://bucket/prefix';
  // Both become parts of a host's name.
  if (!/^[\w.-]+$/.test(url.hostname)) return 'expected a bucket of letters, digits, ".", "_", "-"';
  const region = url.searchParams.get('region');
  if (region !== null && !/^[\w-]+$/.test(region)) return 'expected region to be a name';
  if (url.username !== '' || url.password !== '') {
    return 'credentials of S3 are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY alone';
  }
  const known = ['endpoint', 'region', 'style', ...OWN] as const;
  for (const name of url.searchParams.keys()) {
    if (!(known as readonly string[]).includes(name)) {
      return `unknown parameter "${name}"; known: ${known.join(', ')}`;
    }
  }
  const style = url.searchParams.get('style');
  if (style !== null && style !== 'path' && style !== 'virtual') {
    return 'expected style=path or style=virtual';
  }
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint === null) return null;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    return 'expected endpoint to be an http(s) URL';
  }
  const problem = plainProblem(new URL(endpoint), insecure);
  return problem === null ? null : `endpoint: ${problem}`;
}
